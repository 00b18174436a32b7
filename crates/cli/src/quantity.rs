//! Times and sizes on the command line: `500ms`, `2s`, `10m`, `1h`; `64k`, `512m`, `1g`.

use std::time::Duration;

/// A thousand years: several times as much can still be added to what a clock shows.
const LONGEST: Duration = Duration::from_secs(1000 * 365 * 86_400);

/// Reads a time. A bare number counts seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => return Err("a time is a number with ms, s, m, h or d, as in `500ms` or `10m`".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("`{text}` does not begin with a number"))?;
    match Duration::try_from_secs_f64(number * scale) {
        Ok(Duration::ZERO) => Err(format!("`{text}` is no time at all")),
        Ok(time) if time <= LONGEST => Ok(time),
        _ => Err(format!("`{text}` is too long")),
    }
}

/// A time for people, in its two largest units.
pub(crate) fn spoken(seconds: f64) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")];
    let all = seconds.max(0.0).round() as u64;
    let first = UNITS.iter().position(|(size, _)| all >= *size).unwrap_or(3);
    let (size, unit) = UNITS[first];
    let rest = UNITS
        .get(first + 1)
        .map(|(small, unit)| (all % size / small, unit));
    match rest {
        Some((count, small)) if count > 0 => format!("{} {unit} {count} {small}", all / size),
        _ => format!("{} {unit}", all / size),
    }
}

/// Reads a size in bytes. A bare number counts bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" => 10,
        "m" | "mb" => 20,
        "g" | "gb" => 30,
        "t" | "tb" => 40,
        _ => return Err("a size is a number with k, m or g, as in `512m` or `1g`".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("`{text}` does not begin with a number"))?;
    let bytes = number * (1u64 << shift) as f64;
    if (0.0..9e18).contains(&bytes) {
        Ok(bytes as u64)
    } else {
        Err(format!("`{text}` is too large"))
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert_eq!(duration("7d"), Ok(Duration::from_secs(604_800)));
        assert!(duration("7 parsecs").is_err());
        assert!(duration("m").is_err());
        assert!(duration("0").is_err());
        assert!(duration("99999999999999999999h").is_err());
        assert!(duration("300000d").is_ok());
        assert!(duration("18000000000000000000s").is_err());
    }

    #[test]
    fn times_for_people() {
        for (seconds, words) in [
            (-1.0, "0 s"),
            (59.4, "59 s"),
            (60.0, "1 min"),
            (3599.0, "59 min 59 s"),
            (3605.0, "1 h"),
            (90_061.0, "1 d 1 h"),
        ] {
            assert_eq!(spoken(seconds), words);
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("1g"), Ok(1 << 30));
        assert_eq!(bytes("64K"), Ok(64 << 10));
        assert_eq!(bytes("12"), Ok(12));
        assert!(bytes("1x").is_err());
        assert!(bytes("-1").is_err());
    }
}
