//! A solver against itself: what is unsatisfiable stays so while assertions are only added.

use crate::{Evidence, Judged, Kind, Verdict};
use gadfly_solver::{Answer, Run, usable};
use gadfly_syntax::loose;

/// A verdict for each run that finds some assertions unsatisfiable and later finds them satisfiable
/// together with more. Nothing but its own two answers speaks against it.
pub(super) fn inconsistent(judged: &Judged) -> Vec<Verdict> {
    let Some(checks) = checks(&judged.formula.text) else {
        return Vec::new();
    };
    let runs = judged.runs.iter().filter(|run| !judged.gated(run));
    runs.filter_map(|run| contradiction(run, &checks)).collect()
}

/// A `check-sat`, by what it is about.
struct Check {
    /// The assertions, each by its number in the script.
    about: Vec<usize>,
    /// Whether there is more than these.
    assumes: bool,
}

fn contradiction(run: &Run, checks: &[Check]) -> Option<Verdict> {
    let (earlier, later) = ruled_out(checks, |check| usable(run, check))?;
    let sentence = format!(
        "{} answered unsat to check-sat {} and sat to check-sat {}, which has all assertions of the other.",
        run.spec,
        earlier + 1,
        later + 1
    );
    Some(Verdict {
        evidence: Evidence::Observed,
        sentence,
        ..Verdict::about(run, "inconsistent", Kind::Inconsistent, later)
    })
}

/// The first answer `sat` that an earlier `unsat` rules out: which `unsat`, which `sat`.
fn ruled_out<'r>(
    checks: &[Check],
    says: impl Fn(usize) -> Option<&'r Answer>,
) -> Option<(usize, usize)> {
    let sat = (0..checks.len()).filter(|check| says(*check) == Some(&Answer::Sat));
    let mut pairs = sat.filter_map(|later| {
        let refuted = |earlier: &usize| {
            let before = &checks[*earlier];
            let within = checks[later].about.starts_with(&before.about);
            within && !before.assumes && says(*earlier) == Some(&Answer::Unsat)
        };
        Some(((0..later).find(refuted)?, later))
    });
    pairs.next()
}

/// All checks of a script that only asserts, declares, pushes and pops; `None` where another command
/// may change what an answer is about.
fn checks(script: &str) -> Option<Vec<Check>> {
    let (mut about, mut levels, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    for (number, command) in loose::commands(script).enumerate() {
        match command.name() {
            // z3 lets assumptions follow `check-sat`, too.
            "check-sat" | "check-sat-assuming" => checks.push(Check {
                about: about.clone(),
                assumes: command.words().len() > 3,
            }),
            "check-sat-using" => checks.push(Check {
                about: about.clone(),
                assumes: false,
            }),
            // They choose among models, and rule none out.
            "minimize" | "maximize" | "assert-soft" => {}
            // Recursive definitions can contradict themselves.
            "assert" | "define-fun-rec" | "define-funs-rec" => about.push(number),
            "push" => levels.extend(std::iter::repeat_n(about.len(), levels_of(&command)?)),
            "pop" => {
                for _ in 0..levels_of(&command)? {
                    about.truncate(levels.pop()?);
                }
            }
            "reset" | "reset-assertions" => {
                about.clear();
                levels.clear();
            }
            "exit" => break,
            "set-logic" | "set-info" | "set-option" | "echo" => {}
            name if ["declare-", "define-", "get-"]
                .iter()
                .any(|it| name.starts_with(it)) => {}
            _ => return None,
        }
    }
    Some(checks)
}

/// How many levels a `push` or `pop` is about.
fn levels_of(command: &loose::Command<'_>) -> Option<usize> {
    match command.words().as_slice() {
        [_, _, _] => Some(1),
        [_, _, count, _] => count.parse().ok().filter(|count| *count < 1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, answers: &str) -> Option<(usize, usize)> {
        let answers: Vec<Answer> = answers
            .split(' ')
            .map(|word| match word {
                "sat" => Answer::Sat,
                "unsat" => Answer::Unsat,
                _ => Answer::Unknown(None),
            })
            .collect();
        ruled_out(&checks(script)?, |check| answers.get(check))
    }

    #[test]
    fn more_assertions_are_not_satisfiable_where_fewer_are_not() {
        let more = "(assert p)(check-sat)(assert q)(check-sat)(push 2)(assert r)(check-sat)";
        assert_eq!(check(more, "unsat sat sat"), Some((0, 1)));
        assert_eq!(check(more, "unsat unsat sat"), Some((0, 2)));
        assert_eq!(check(more, "unsat unknown sat"), Some((0, 2)));
        assert_eq!(check(more, "sat unsat sat"), Some((1, 2)));
        assert_eq!(check(more, "sat unsat unsat"), None);
        let assuming = "(assert p)(check-sat)(check-sat-assuming (q))(check-sat)";
        assert_eq!(check(assuming, "unsat sat unsat"), Some((0, 1)));
        // What was assumed is gone.
        assert_eq!(check(assuming, "sat unsat sat"), None);
    }

    #[test]
    fn what_was_taken_back_rules_nothing_out() {
        let popped = "(push)(assert p)(check-sat)(pop)(assert q)(check-sat)";
        assert_eq!(check(popped, "unsat sat"), None);
        let below = "(assert p)(push 1)(check-sat)(pop 1)(check-sat)";
        assert_eq!(check(below, "unsat sat"), Some((0, 1)));
        for reset in ["(reset)", "(reset-assertions)"] {
            let script = format!("(assert p)(check-sat){reset}(assert p)(check-sat)");
            assert_eq!(check(&script, "unsat sat"), None);
        }
        let recursive =
            "(push)(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(check-sat)(pop)(check-sat)";
        assert_eq!(check(recursive, "unsat sat"), None);
        let assumed = "(assert p)(check-sat q)(check-sat)";
        assert_eq!(check(assumed, "unsat sat"), None);
        let objectives = "(assert p)(minimize x)(assert-soft q)(check-sat)(check-sat)";
        assert_eq!(check(objectives, "unsat sat"), Some((0, 1)));
        let using = "(assert p)(check-sat-using smt)(check-sat-using (then simplify smt))";
        assert_eq!(check(using, "unsat sat"), Some((0, 1)));
        // What another command does to an answer is not known.
        let other = "(assert p)(check-sat)(some-command)(check-sat)";
        assert_eq!(check(other, "unsat sat"), None);
        assert_eq!(
            check("(assert p)(check-sat)(pop)(check-sat)", "unsat sat"),
            None
        );
    }
}
