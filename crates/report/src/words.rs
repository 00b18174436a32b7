//! Numbers as people read them.

/// A number of a tile, a table or a bar.
pub fn short_number(value: f64) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{}M", trimmed(value / 1e6, 1)),
        v if v >= 1e4 => format!("{}k", trimmed(value / 1e3, 1)),
        v if v >= 10.0 || v == 0.0 => trimmed(value, 0),
        v if v >= 1.0 => trimmed(value, 1),
        _ => trimmed(value, 4),
    }
}

/// With so many digits behind the point, but no zeros at its end.
pub(crate) fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// Seconds as people say them.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 60.0 => format!("{s:.0} s"),
        s if s < 3600.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, 0.25, 3.5, 42.0, 12_500.0, 2e6].map(short_number),
            ["0", "0.25", "3.5", "42", "12.5k", "2M"]
        );
        assert_eq!([5.0, 90.0, 9000.0].map(duration), ["5 s", "2 min", "2.5 h"]);
    }
}
