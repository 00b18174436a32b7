//! Control characters, which terminals obey, XML forbids and browsers hide, as signs that can be seen.

/// A text with every control character but line ends and tabs as its sign. Our own words have none, so
/// those that are left come from a solver, a seed or a file's name.
pub fn visible(document: String) -> String {
    let hidden = |c: char| sign(c) != c;
    match document.contains(hidden) {
        true => document.chars().map(sign).collect(),
        false => document,
    }
}

fn sign(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        c if (c as u32) < 0x20 => char::from_u32(0x2400 + c as u32).unwrap_or('?'),
        '\u{7f}' => '\u{2421}',
        // Terminals obey these, too: one of them begins an escape sequence.
        '\u{80}'..='\u{9f}' => '\u{fffd}',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_characters_change() {
        assert_eq!(visible("\u{0}\u{1b}[31m\u{7f}".into()), "␀␛[31m␡");
        let text = "(assert (= x 1))\n\t<ä>";
        assert_eq!(visible(text.into()), text);
    }
}
