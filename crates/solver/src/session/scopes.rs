//! Formulas in scopes of one process: after each a `(pop 1)` instead of a `(reset)`, which some
//! releases need milliseconds to get over.

/// Formulas after which the process is reset all the same.
const BETWEEN_RESETS: u64 = 64;
/// How a script that can be served this way begins, after its logic.
const PUSH: &[u8] = b"(push 1)";

/// What a process has open outside of all scopes.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// The command that set the logic (empty where there was none), since the last reset.
    logic: Option<Vec<u8>>,
    served: u64,
}

impl Scopes {
    /// Writes what has to come before a script; gives what to send of it, and the command that ends it.
    pub(super) fn begin<'a>(
        &mut self,
        script: &'a [u8],
        input: &mut Vec<u8>,
    ) -> (&'a [u8], &'static [u8]) {
        let (logic, body) = split(script);
        if self.logic.as_deref() != Some(logic) {
            if self.logic.is_some() {
                input.extend_from_slice(b"(reset)\n");
            }
            input.extend_from_slice(logic);
            self.logic = Some(logic.to_vec());
        }
        self.served += 1;
        if self.served < BETWEEN_RESETS {
            return (body, b"(pop 1)\n");
        }
        *self = Scopes::default();
        (body, b"(reset)\n")
    }
}

/// Whether a script opens a scope before all else, and that one alone, so that it can be popped.
pub fn is_scoped(script: &str) -> bool {
    let (_, body) = split(script.as_bytes());
    let other = ["(pop", "(reset", "(set-option", "(exit"];
    body.starts_with(PUSH)
        && script.matches("(push").count() == 1
        && !other.iter().any(|command| script.contains(command))
}

/// The logic's command with its line end, and the rest.
fn split(script: &[u8]) -> (&[u8], &[u8]) {
    if !script.starts_with(b"(set-logic ") {
        return (&[], script);
    }
    let end = memchr::memchr(b'\n', script).map_or(script.len(), |at| at + 1);
    script.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_popped_and_another_logic_resets() {
        let mut scopes = Scopes::default();
        let mut send = |script: &str| {
            let mut input = Vec::new();
            let (body, end) = scopes.begin(script.as_bytes(), &mut input);
            input.extend_from_slice(body);
            input.extend_from_slice(end);
            String::from_utf8(input).unwrap()
        };
        let (with, without) = ("(set-logic QF_S)\n(push 1)\n", "(push 1)\n");
        assert_eq!(send(with), format!("{with}(pop 1)\n"));
        assert_eq!(send(with), "(push 1)\n(pop 1)\n");
        assert_eq!(send(without), "(reset)\n(push 1)\n(pop 1)\n");
        let resets = (4..=BETWEEN_RESETS).map(|_| send(without));
        assert!(resets.last().unwrap().ends_with("(reset)\n"));
        assert_eq!(send(without), "(push 1)\n(pop 1)\n");
    }

    #[test]
    fn only_a_script_with_one_scope_is_served() {
        assert!(is_scoped("(set-logic QF_S)\n(push 1)\n(check-sat)\n"));
        for script in [
            "(check-sat)",
            "(push 1)(push 1)",
            "(push 1)(pop 1)",
            "(push 1)\n(set-option :a b)",
        ] {
            assert!(!is_scoped(script), "{script}");
        }
    }
}
