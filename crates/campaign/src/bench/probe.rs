//! A script that asks for more after its check, at no more cost than a line.

use gadfly_syntax::loose::commands;
use std::borrow::Cow;

/// The script with `(get-model)` behind its only `check-sat`. Scripts that ask for more already,
/// or check more than once, stay as they are.
pub(super) fn with_model(script: &str) -> Cow<'_, str> {
    behind_the_check(script, "\n(get-model)", |name| name.starts_with("get-"))
}

/// The script with the reason for an `unknown` asked for behind its only `check-sat`.
pub(crate) fn with_reason(script: &str) -> Cow<'_, str> {
    let question = "\n(get-info :reason-unknown)";
    behind_the_check(script, question, |name| name == "get-info")
}

/// The script with a question behind its only check, unless there is none, or it is asked already.
fn behind_the_check<'s>(
    script: &'s str,
    question: &str,
    is_asked: impl Fn(&str) -> bool,
) -> Cow<'s, str> {
    let mut end = None;
    for command in commands(script) {
        match command.name() {
            "check-sat" if end.is_none() => end = Some(command.span.end),
            _ if command.is_check() => return Cow::Borrowed(script),
            name if is_asked(name) => return Cow::Borrowed(script),
            _ => {}
        }
    }
    match end {
        Some(end) => {
            let (before, after) = script.split_at(end);
            Cow::Owned([before, question, after].concat())
        }
        None => Cow::Borrowed(script),
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
        assert_eq!(
            with_model("; (check-sat)\n(echo \"(get-model)\")( check-sat )"),
            "; (check-sat)\n(echo \"(get-model)\")( check-sat )\n(get-model)"
        );
        for kept in [
            "(check-sat)(check-sat)",
            "(check-sat)(get-value (x))",
            "(check-sat)(check-sat-assuming (p))",
            "(assert p)",
        ] {
            assert_eq!(with_model(kept), kept);
        }
    }

    #[test]
    fn the_reason_is_asked_for_beside_a_model() {
        assert_eq!(
            with_reason("(check-sat)\n(get-model)"),
            "(check-sat)\n(get-info :reason-unknown)\n(get-model)"
        );
        let asked = "(check-sat)(get-info :reason-unknown)";
        assert_eq!(with_reason(asked), asked);
    }
}
