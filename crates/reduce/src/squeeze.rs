//! A script without comments and needless white space, token for token the same.

/// Calls `each` with every token in order. What is not well-formed comes out as it stands.
pub(crate) fn for_each_token<'a>(script: &'a str, mut each: impl FnMut(&'a [u8])) {
    let bytes = script.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b';' => {
                at += bytes[at..]
                    .iter()
                    .position(|&b| b == b'\n')
                    .unwrap_or(bytes.len() - at);
                continue;
            }
            b'(' | b')' => at + 1,
            b'"' => string_end(bytes, at),
            b'|' => quoted_end(bytes, at),
            _ => {
                at + bytes[at..]
                    .iter()
                    .position(|&b| ends_word(b))
                    .unwrap_or(bytes.len() - at)
            }
        };
        each(&bytes[at..end]);
        at = end;
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'"' | b'|' | b';'
    )
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        if bytes[at] != b'"' {
            at += 1;
        } else if bytes.get(at + 1) == Some(&b'"') {
            at += 2;
        } else {
            return at + 1;
        }
    }
    at
}

fn quoted_end(bytes: &[u8], start: usize) -> usize {
    bytes[start + 1..]
        .iter()
        .position(|&b| b == b'|')
        .map_or(bytes.len(), |n| start + n + 2)
}

/// The script with white space only where two words would join, and a line a command.
pub fn squeeze(script: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(script.len());
    let mut depth = 0usize;
    for_each_token(script, |token| {
        match token {
            b"(" => depth += 1,
            b")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let joins = out
            .last()
            .is_some_and(|last| !matches!(last, b'(' | b')' | b'\n'))
            && !matches!(token[0], b'(' | b')');
        if joins {
            out.push(b' ');
        }
        out.extend_from_slice(token);
        if depth == 0 {
            out.push(b'\n');
        }
    });
    String::from_utf8(out).unwrap_or_else(|_| script.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_needless_space_goes() {
        assert_eq!(
            squeeze("; note\n(assert  (= |a b|\n x ( f \"; \"\" )\" ) ))\n(check-sat) ; end"),
            "(assert(= |a b| x(f \"; \"\" )\")))\n(check-sat)\n"
        );
        assert_eq!(squeeze(""), "");
    }

    #[test]
    fn what_is_not_closed_stays() {
        assert_eq!(squeeze("(a \"b"), "(a \"b");
        assert_eq!(squeeze("|a b"), "|a b\n");
    }
}
