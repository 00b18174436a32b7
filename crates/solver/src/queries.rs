//! Which responses a script asks for, so that an output can be read against it.
//!
//! A script is only scanned, not parsed: what is sent to a solver may be malformed on purpose.

use gadfly_syntax::loose::{Command, commands};

/// A command that makes a solver print something of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// `check-sat`, `check-sat-assuming` or `check-sat-using`.
    Check,
    /// `get-model`.
    Model,
    /// `get-unsat-core` or `get-unsat-assumptions`.
    Core,
    /// `get-value`.
    Value,
    /// Any other `get-…`, and `check-synth`.
    Other,
    /// `echo` of a line that looks like an answer: this one.
    Echo(&'static str),
}

/// Lines that are read as answers, so that an `echo` of one must be told from them.
const ANSWERS: [&str; 4] = ["sat", "unsat", "unknown", "timeout"];

/// The queries among a script's commands, in order, up to an `(exit)`.
pub(crate) fn queries<'s>(script: impl IntoIterator<Item = Command<'s>>) -> Vec<Query> {
    let mut found = Vec::new();
    for command in script {
        let name = command.name();
        match name {
            _ if command.is_check() => found.push(Query::Check),
            "get-model" => found.push(Query::Model),
            "get-unsat-core" | "get-unsat-assumptions" => found.push(Query::Core),
            "get-value" => found.push(Query::Value),
            "echo" => echoed(command.text, &mut found),
            "exit" => break,
            "check-synth" => found.push(Query::Other),
            _ if name.starts_with("get-") => found.push(Query::Other),
            _ => {}
        }
    }
    found
}

/// The lines of an `echo` that look like answers.
fn echoed(command: &str, found: &mut Vec<Query>) {
    let text = command.split_once('"').map_or("", |(_, text)| text);
    let text = text.rsplit_once('"').map_or("", |(text, _)| text);
    for line in text.lines() {
        let known = ANSWERS.iter().find(|known| **known == line.trim());
        found.extend(known.map(|known| Query::Echo(known)));
    }
}

/// How many answers a script asks for.
pub fn count_checks(script: &str) -> usize {
    queries(commands(script))
        .iter()
        .filter(|q| **q == Query::Check)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Query::{Check, Core, Model, Other, Value};

    #[test]
    fn finds_queries_only() {
        let script = "; (check-sat)\n(set-info :source |(check-sat)|)(assert (= s \"(check-sat)\"))\n\
                      (check-sat)(get-model)( check-sat-assuming (a))(get-unsat-core)(get-value (x))\
                      (get-info :reason-unknown)(exit)(check-sat)";
        assert_eq!(
            queries(commands(script)),
            [Check, Model, Check, Core, Value, Other]
        );
        assert_eq!(count_checks(script), 2);
    }

    #[test]
    fn echoes_count_where_they_look_like_answers() {
        let script = "(echo \"sat\")(check-sat)(echo \"satisfied\")(echo \"a\nunsat\n\"\"b\")";
        assert_eq!(
            queries(commands(script)),
            [Query::Echo("sat"), Check, Query::Echo("unsat")]
        );
        assert_eq!(count_checks(script), 1);
    }

    #[test]
    fn broken_scripts_end_the_scan() {
        assert_eq!(
            queries(commands("(check-sat) x ) (check-sat) (assert (= ")),
            [Check, Check]
        );
        assert_eq!(queries(commands("")), []);
    }
}
