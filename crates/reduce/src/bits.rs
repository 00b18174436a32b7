//! Bit-vector literals: their bits, and the shortest way to write them.

/// The bits of `#b…` or `#x…`.
pub(crate) fn bits_of(literal: &str) -> Option<String> {
    if let Some(bits) = literal.strip_prefix("#b") {
        return Some(bits.to_string());
    }
    let digits = literal.strip_prefix("#x")?;
    digits
        .chars()
        .map(|c| c.to_digit(16).map(|d| format!("{d:04b}")))
        .collect()
}

/// Wider vectors are not written out.
const WIDEST: usize = 1 << 20;

/// The bits of `(_ bvN width)`; `None` where the number or the width is too large for us.
pub(crate) fn bits_of_number(word: &str, width: usize) -> Option<String> {
    let value: u128 = word.strip_prefix("bv")?.parse().ok()?;
    if width > WIDEST {
        return None;
    }
    let bits = padded(&format!("{value:b}"), width);
    Some(bits[bits.len() - width..].to_string())
}

/// Bits with zeros before them up to a width. (A width of the formatter has 16 bits only.)
pub(crate) fn padded(bits: &str, width: usize) -> String {
    "0".repeat(width.saturating_sub(bits.len())) + bits
}

/// The shortest way to write zero or one of a width.
pub(crate) fn shortest_of(bit: &str, width: usize) -> String {
    if width > 64 {
        return format!("(_ bv{bit} {width})");
    }
    shortest(&padded(bit, width))
}

/// The shortest way to write bits: in hexadecimal, in binary, or as `(_ bvN width)`.
pub(crate) fn shortest(bits: &str) -> String {
    let binary = format!("#b{bits}");
    let hexadecimal = bits.len().is_multiple_of(4).then(|| {
        let digit = |at: usize| u8::from_str_radix(&bits[at..at + 4], 2).unwrap_or(0);
        let digits = (0..bits.len())
            .step_by(4)
            .map(|at| format!("{:x}", digit(at)));
        format!("#x{}", digits.collect::<String>())
    });
    let significant = bits.trim_start_matches('0');
    let number = (significant.len() <= 128).then(|| {
        let value = u128::from_str_radix(significant, 2).unwrap_or(0);
        format!("(_ bv{value} {})", bits.len())
    });
    // Of equally short ones the plain literal.
    let all = [hexadecimal, Some(binary), number].into_iter().flatten();
    all.min_by_key(String::len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_is_taken() {
        assert_eq!(shortest("1"), "#b1");
        assert_eq!(shortest("00001111"), "#x0f");
        assert_eq!(shortest(&"0".repeat(64)), "(_ bv0 64)");
        assert_eq!(shortest(&"1".repeat(64)), format!("#x{}", "f".repeat(16)));
        assert_eq!(shortest("00000000000"), "(_ bv0 11)".to_string());
        for (bit, width) in [("0", 8), ("1", 64), ("1", 65), ("0", 65_538)] {
            assert_eq!(shortest_of(bit, width), shortest(&padded(bit, width)));
        }
        assert_eq!(shortest_of("1", 2_000_000_000), "(_ bv1 2000000000)");
    }

    #[test]
    fn bits_read_back() {
        assert_eq!(bits_of("#xa1").unwrap(), "10100001");
        assert_eq!(bits_of("#b01").unwrap(), "01");
        assert_eq!(bits_of("x"), None);
        assert_eq!(bits_of_number("bv5", 4).unwrap(), "0101");
        assert_eq!(bits_of_number("bv5", 2).unwrap(), "01");
        assert_eq!(bits_of_number("bvadd", 2), None);
        assert_eq!(bits_of_number("bv1", 65_538).unwrap().len(), 65_538);
        assert_eq!(bits_of_number("bv1", 2_000_000_000), None);
    }
}
