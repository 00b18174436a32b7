//! A script that asks for more after its check, at no more cost than a line.

use std::borrow::Cow;

/// The script with `(get-model)` behind its only `check-sat`. Scripts that ask for more already,
/// or check more than once, stay as they are.
pub(super) fn with_model(script: &str) -> Cow<'_, str> {
    let check = "(check-sat)";
    let Some(at) = script.rfind(check) else {
        return Cow::Borrowed(script);
    };
    if script.contains("(get-") || script[..at].contains(check) || script.contains("(check-sat-") {
        return Cow::Borrowed(script);
    }
    let end = at + check.len();
    let mut out = String::with_capacity(script.len() + 16);
    out.push_str(&script[..end]);
    out.push_str("\n(get-model)");
    out.push_str(&script[end..]);
    Cow::Owned(out)
}

/// The script with the reason for an `unknown` asked for behind its only `check-sat`.
pub(crate) fn with_reason(script: &str) -> Cow<'_, str> {
    let check = "(check-sat)";
    match script.rfind(check) {
        Some(at) if !script[..at].contains(check) && !script.contains("(get-info") => {
            let end = at + check.len();
            let (before, after) = script.split_at(end);
            Cow::Owned(format!("{before}\n(get-info :reason-unknown){after}"))
        }
        _ => Cow::Borrowed(script),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_check_gets_its_model() {
        assert_eq!(
            with_model("(assert p)\n(check-sat)\n"),
            "(assert p)\n(check-sat)\n(get-model)\n"
        );
        for kept in [
            "(check-sat)(check-sat)",
            "(check-sat)(get-value (x))",
            "(assert p)",
        ] {
            assert_eq!(with_model(kept), kept);
        }
    }
}
