//! Scripts that ask a solver for more than its answer: a model, a core, a core alone.

use crate::sexpr::bare;
use gadfly_syntax::loose::{Command, commands, items};
use std::fmt::Write;

/// Commands beside `get-…` that only print something.
const PRINTING: [&str; 5] = ["echo", "simplify", "eval", "apply", "display"];

/// Whether a command only prints something. Such are taken out before others are put in, because an
/// error in one of them hides what follows.
fn only_prints(command: &Command) -> bool {
    command.name().starts_with("get-") || PRINTING.contains(&command.name())
}

/// The commands that a solver reads: those before an `(exit)`.
fn read(script: &str) -> impl Iterator<Item = Command<'_>> {
    commands(script).take_while(|command| command.name() != "exit")
}

/// The script with a `get-model` behind each `check-sat` that `wanted` names.
pub fn with_models(script: &str, wanted: &[usize]) -> String {
    let mut check = 0;
    let body = rewrite(script, |command, text| {
        let mut out = text.to_string();
        if command.is_check() {
            if wanted.contains(&check) {
                out.push_str("\n(get-model)");
            }
            check += 1;
        }
        out
    });
    format!("(set-option :produce-models true)\n{body}")
}

/// The script up to one `check-sat`, with a proof asked for behind it. `options` are the commands by
/// which a solver prints one.
pub fn with_proof(script: &str, wanted: usize, options: &str) -> String {
    let (mut check, mut done) = (0, false);
    let body = rewrite(script, |command, text| {
        if done {
            return String::new();
        }
        if !command.is_check() {
            return text.to_string();
        }
        done = check == wanted;
        check += 1;
        let question = if done { "\n(get-proof)" } else { "" };
        format!("{text}{question}")
    });
    format!("{options}{body}")
}

/// The script with every assertion named and a core asked for; `None` unless it is one flat list
/// of assertions with one `check-sat` at its end, because only then a core is a list of them.
pub fn with_core(script: &str) -> Option<String> {
    flat(script).then(|| {
        let mut n = 0;
        let body = rewrite(script, |command, text| match command.name() {
            "assert" => {
                let term = asserted(text);
                let named = match own_name(term) {
                    // Of two names a solver may say either.
                    Some(_) => text.to_string(),
                    None => format!("(assert (! {term} :named {}))", name(n)),
                };
                n += 1;
                named
            }
            "check-sat" => format!("{text}\n(get-unsat-core)"),
            _ => text.to_string(),
        });
        format!("(set-option :produce-unsat-cores true)\n{body}")
    })
}

/// The assertions that a core names, as [`with_core`] names them, by number; `None` if it names none of
/// them, or anything else.
pub fn core_numbers(script: &str, core: &str) -> Option<Vec<usize>> {
    let listed: Vec<&str> = items(core).into_iter().map(bare).collect();
    let is_listed = |(n, command): &(usize, Command<'_>)| match own_name(asserted(command.text)) {
        Some(own) => listed.contains(&bare(own)),
        None => listed.contains(&name(*n).as_str()),
    };
    let asserts = read(script).filter(|command| command.name() == "assert");
    let found = asserts.enumerate().filter(is_listed);
    let numbers: Vec<usize> = found.map(|(n, _)| n).collect();
    (!numbers.is_empty() && numbers.len() == listed.len()).then_some(numbers)
}

/// The script with only those assertions that a core names; `None` as for [`core_numbers`].
pub fn core_alone(script: &str, core: &str) -> Option<String> {
    let kept = core_numbers(script, core)?;
    let mut n = 0;
    Some(rewrite(script, |command, text| {
        if command.name() != "assert" {
            return text.to_string();
        }
        n += 1;
        if kept.contains(&(n - 1)) {
            text.to_string()
        } else {
            String::new()
        }
    }))
}

fn name(n: usize) -> String {
    format!("gadfly!core!{n}")
}

/// The term of an `assert`.
fn asserted(text: &str) -> &str {
    let inner = text.trim_start_matches('(').trim_start();
    let term = inner.strip_prefix("assert").unwrap_or(inner);
    term.strip_suffix(')').unwrap_or(term).trim()
}

/// The name that an asserted term has: `n` of `(! t :named n)`.
fn own_name(term: &str) -> Option<&str> {
    let parts = items(term);
    let at = parts.iter().position(|part| *part == ":named")?;
    (parts[0] == "!").then(|| parts.get(at + 1).copied())?
}

/// Whether the script is assertions and one `check-sat` behind them, on one level.
fn flat(script: &str) -> bool {
    let commands: Vec<Command<'_>> = read(script).collect();
    let checks = commands.iter().filter(|c| c.is_check()).count();
    let levels = [
        "push",
        "pop",
        "reset",
        "reset-assertions",
        "check-sat-assuming",
        "check-sat-using",
    ];
    let last_assert = commands.iter().rposition(|c| c.name() == "assert");
    let check = commands.iter().position(Command::is_check);
    checks == 1
        && last_assert.is_some()
        && last_assert < check
        && !commands.iter().any(|c| levels.contains(&c.name()))
}

/// The script command by command up to an `(exit)`, without printing commands and without options
/// about results.
fn rewrite(script: &str, mut change: impl FnMut(&Command, &str) -> String) -> String {
    let mut out = String::new();
    for command in read(script) {
        let text = &script[command.span.clone()];
        let about_results = command.name() == "set-option"
            && command
                .words()
                .get(2)
                .is_some_and(|option| option.starts_with(":produce-"));
        if only_prints(&command) || about_results {
            continue;
        }
        let text = change(&command, text);
        if !text.is_empty() {
            let _ = writeln!(out, "{text}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 0))\n( assert\n (< x 0) )\n(assert true)\n(check-sat)\n(get-model)\n(exit)";

    #[test]
    fn asks_for_models_where_wanted() {
        let script = "(check-sat)(assert false)(check-sat)(get-model)";
        assert_eq!(
            with_models(script, &[0]),
            "(set-option :produce-models true)\n(check-sat)\n(get-model)\n(assert false)\n(check-sat)\n"
        );
    }

    #[test]
    fn what_stands_behind_the_end_is_not_read() {
        let script = "(assert p)(check-sat)(get-objectives)(exit)(assert false)(check-sat)";
        assert_eq!(
            with_models(script, &[0, 1]),
            "(set-option :produce-models true)\n(assert p)\n(check-sat)\n(get-model)\n"
        );
        assert!(with_core(script).is_some_and(|core| !core.contains("false")));
        let alone = core_alone(script, "(gadfly!core!0)");
        assert_eq!(alone.as_deref(), Some("(assert p)\n(check-sat)\n"));
    }

    #[test]
    fn names_assertions_and_keeps_a_core() {
        let named = with_core(SCRIPT).expect("flat");
        assert!(
            named.contains("(assert (! (< x 0) :named gadfly!core!1))"),
            "{named}"
        );
        assert!(named.ends_with("(check-sat)\n(get-unsat-core)\n"));
        let alone = core_alone(SCRIPT, "(gadfly!core!0 gadfly!core!1)").expect("a core");
        assert!(alone.contains("(> x 0)") && alone.contains("(< x 0)") && !alone.contains("true"));
    }

    #[test]
    fn an_assertion_keeps_the_name_that_it_has() {
        let script = "(assert (! a :named |n 0|))(assert(not a))(assert (! b :pattern (c) :named m))\
            (assert (=> (! c :named inner) b))(check-sat)";
        let named = with_core(script).expect("flat");
        let lines = "(assert (! a :named |n 0|))\n(assert (! (not a) :named gadfly!core!1))\n\
            (assert (! b :pattern (c) :named m))\n\
            (assert (! (=> (! c :named inner) b) :named gadfly!core!3))\n";
        assert!(named.contains(lines), "{named}");
        let alone = |core: &str| core_alone(script, core);
        let two = "(assert (! a :named |n 0|))\n(assert(not a))\n(check-sat)\n";
        assert_eq!(alone("(\n|n 0|\ngadfly!core!1\n)").as_deref(), Some(two));
        let last = "(assert (! b :pattern (c) :named m))\n(check-sat)\n";
        assert_eq!(alone("(|m|)").as_deref(), Some(last));
        assert_eq!(core_numbers(script, "(m |n 0|)"), Some(vec![0, 2]));
        // A core that says more than we understand is none to judge.
        assert_eq!(alone("(gadfly!core!1 gadfly!core!0)"), None);
        assert_eq!(alone("(inner m)"), None);
    }

    #[test]
    fn refuses_what_has_no_flat_core() {
        for script in [
            "(check-sat)",
            "(assert false)",
            "(assert false)(check-sat)(check-sat)",
            "(push 1)(assert false)(check-sat)",
            "(check-sat)(assert false)",
        ] {
            assert_eq!(with_core(script), None, "{script}");
        }
        assert_eq!(core_alone(SCRIPT, "()"), None);
        assert_eq!(core_alone(SCRIPT, "(other)"), None);
    }
}
