//! The one script that pages have, and the policy that lets no other one run.

use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Copy buttons, links to folded findings, and a live page's updates. Pages are whole without it.
const SCRIPT: &str = include_str!("page.js");

static POLICY: LazyLock<String> = LazyLock::new(|| {
    let digest = base64(&Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; \
         img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
    )
});

pub(super) fn script() -> Markup {
    html! { script { (PreEscaped(SCRIPT)) } }
}

/// What a page may load and run: its own style and script, nothing else.
pub fn policy() -> &'static str {
    &POLICY
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = |group: &[u8]| {
        let byte = |n: usize| u32::from(group.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |n: usize| char::from(LETTERS[(bits >> (18 - 6 * n)) as usize & 63]);
        let used = group.len() + 1;
        (0..4)
            .map(|n| if n < used { digit(n) } else { '=' })
            .collect::<String>()
    };
    bytes.chunks(3).map(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_spelt_right() {
        for (text, spelt) in [("Man", "TWFu"), ("Ma", "TWE="), ("M", "TQ=="), ("", "")] {
            assert_eq!(base64(text.as_bytes()), spelt);
        }
    }

    #[test]
    fn the_script_ends_nowhere_but_at_its_end() {
        assert!(!SCRIPT.contains("</"));
        assert!(!SCRIPT.contains("innerHTML"), "what comes is parsed apart");
    }
}
