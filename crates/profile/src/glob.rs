//! Patterns with `*`, for names of operators, logics and files.

/// Whether a name fits a pattern in which `*` stands for any text without `/`.
pub fn matches(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(rest) = name.strip_prefix(before) else {
        return false;
    };
    let end = rest.find('/').unwrap_or(rest.len());
    (0..=end)
        .filter(|at| rest.is_char_boundary(*at))
        .any(|at| matches(after, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, name) in [
            ("str.*", "str.len"),
            ("*.data/data/bin/z3", "z3_solver-4.8.7.0.data/data/bin/z3"),
            ("QF_*BV*", "QF_UFBV"),
            ("QF_*BV*", "QF_BVFP"),
            ("abs", "abs"),
            ("*", ""),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("str.*", "seq.len"),
            ("*/z3", "a/b/z3"),
            ("abs", "absx"),
            ("a*", ""),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
