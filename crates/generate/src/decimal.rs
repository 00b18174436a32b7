//! Numbers as digits, for names and literals that are written by the thousand.

/// Appends a number in decimal; several times as fast as the formatting of the standard library.
pub(crate) fn push_decimal(out: &mut String, mut number: u64) {
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    // ASCII digits always are valid UTF-8.
    out.push_str(std::str::from_utf8(&digits[start..]).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard_library() {
        for number in [0, 7, 10, 99, 100, 12_345, u64::MAX] {
            let mut out = String::from("v");
            push_decimal(&mut out, number);
            assert_eq!(out, format!("v{number}"));
        }
    }
}
