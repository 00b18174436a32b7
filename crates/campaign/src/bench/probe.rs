//! A script that asks for more after its check, at no more cost than a line.

use gadfly_syntax::loose::commands;
use std::borrow::Cow;

const MODEL: &str = "\n(get-model)";
const REASON: &str = "\n(get-info :reason-unknown)";

/// The script with `(get-model)` behind its only `check-sat`, and with the reason for an `unknown` where
/// that is wanted too. Scripts that ask for more already, or check more than once, stay as they are.
pub(super) fn with_model(script: &str, reason: bool) -> Cow<'_, str> {
    let Some(check) = OnlyCheck::of(script) else {
        return Cow::Borrowed(script);
    };
    let reason = if reason { check.reason() } else { "" };
    let model = if check.asks { "" } else { MODEL };
    check.followed_by(script, [reason, model])
}

/// The script with the reason for an `unknown` asked for behind its only `check-sat`.
pub(crate) fn with_reason(script: &str) -> Cow<'_, str> {
    match OnlyCheck::of(script) {
        Some(check) => check.followed_by(script, [check.reason(), ""]),
        None => Cow::Borrowed(script),
    }
}

/// The one check of a script.
struct OnlyCheck {
    /// Where it ends.
    end: usize,
    /// Whether the script asks for anything beside it.
    asks: bool,
    /// Whether it asks for information.
    asks_info: bool,
}

impl OnlyCheck {
    fn of(script: &str) -> Option<OnlyCheck> {
        let (mut end, mut asks, mut asks_info) = (None, false, false);
        for command in commands(script) {
            match command.name() {
                "check-sat" if end.is_none() => end = Some(command.span.end),
                _ if command.is_check() => return None,
                name if name.starts_with("get-") => {
                    asks = true;
                    asks_info |= name == "get-info";
                }
                _ => {}
            }
        }
        Some(OnlyCheck {
            end: end?,
            asks,
            asks_info,
        })
    }

    fn reason(&self) -> &'static str {
        if self.asks_info { "" } else { REASON }
    }

    fn followed_by<'s>(&self, script: &'s str, [first, then]: [&str; 2]) -> Cow<'s, str> {
        if first.is_empty() && then.is_empty() {
            return Cow::Borrowed(script);
        }
        let (before, after) = script.split_at(self.end);
        Cow::Owned([before, first, then, after].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_check_gets_its_model() {
        assert_eq!(
            with_model("(assert p)\n(check-sat)\n", false),
            "(assert p)\n(check-sat)\n(get-model)\n"
        );
        assert_eq!(
            with_model("; (check-sat)\n(echo \"(get-model)\")( check-sat )", false),
            "; (check-sat)\n(echo \"(get-model)\")( check-sat )\n(get-model)"
        );
        for kept in [
            "(check-sat)(check-sat)",
            "(check-sat)(get-value (x))",
            "(check-sat)(check-sat-assuming (p))",
            "(assert p)",
        ] {
            assert_eq!(with_model(kept, false), kept);
        }
    }

    #[test]
    fn the_reason_is_asked_for_beside_a_model() {
        assert_eq!(
            with_reason("(check-sat)\n(get-model)"),
            "(check-sat)\n(get-info :reason-unknown)\n(get-model)"
        );
        assert_eq!(
            with_model("(check-sat)\n(exit)", true),
            "(check-sat)\n(get-info :reason-unknown)\n(get-model)\n(exit)"
        );
        assert_eq!(
            with_model("(check-sat)(get-value (x))", true),
            "(check-sat)\n(get-info :reason-unknown)(get-value (x))"
        );
        let asked = "(check-sat)(get-info :reason-unknown)";
        assert_eq!(with_reason(asked), asked);
    }
}
