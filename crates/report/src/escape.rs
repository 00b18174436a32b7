//! Text that comes from a solver or a seed, made safe for HTML, SVG and XML.

/// The text with everything escaped that means something in HTML or XML. Control characters that
/// XML forbids become visible signs.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if (c as u32) < 0x20 => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('?')),
            '\u{7f}' => out.push('\u{2421}'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_through() {
        assert_eq!(
            escape("</pre><script>alert('x' & \"y\")</script>\u{0}\u{1b}[31m"),
            "&lt;/pre&gt;&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;␀␛[31m"
        );
        assert_eq!(escape("(assert (= x 1))\n\tä"), "(assert (= x 1))\n\tä");
    }
}
