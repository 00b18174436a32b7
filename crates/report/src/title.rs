//! A finding's title: who did what on which term, so that it tells one finding from another.

use crate::telling_term::{About, telling_term};
use gadfly_store::Finding;
use gadfly_syntax::loose::commands;
use gadfly_syntax::visible;
use gadfly_vocabulary::{Checked, Gap, Kind, Pace, Signature, Topic, Wrong};

/// The title of a finding with this case, as an issue has it: `z3 4.8.7: unsat on (str.< "a" "aa")`.
pub fn title(finding: &Finding, case: &str) -> String {
    let who = match finding.version.as_str() {
        "" | "unknown" => finding.family.clone(),
        version => format!("{} {version}", finding.family),
    };
    let mut what = what(finding.kind, &finding.signature);
    // A reduced case asks nothing that the crash does not need.
    let question = match finding.kind {
        Kind::Crash => question(case),
        _ => None,
    };
    if let Some(name) = question {
        what = format!("{what} in `{name}`");
    }
    // What is simplified or solved for is no assertion.
    let topic = match finding.signature {
        Signature::Obligation(topic, _) => Some(topic),
        _ => None,
    };
    let asked = match &question {
        Some(name) => std::slice::from_ref(name),
        None => asked_by(topic),
    };
    let title = match telling_term(case, asked) {
        Some(About::Whole(terms)) => {
            let terms: Vec<String> = terms.iter().map(|term| quoted(term)).collect();
            format!("{who}: {what} on {}", terms.join(" and "))
        }
        Some(About::Part(term)) => format!("{who}: {what} on a formula with {}", quoted(&term)),
        None if finding.logic.is_empty() => format!("{who}: {what}"),
        None => format!("{who}: {what} on a {} script", finding.logic),
    };
    visible(title)
}

/// A term between backquotes. One with backquotes inside cannot stand there.
fn quoted(term: &str) -> String {
    format!("`{}`", term.replace('`', "'"))
}

/// The first question of a case about a formula of its own.
fn question(case: &str) -> Option<&'static str> {
    const ABOUT_FORMULAS: [&str; 4] = ["get-abduct", "get-interpolant", "get-qe", "simplify"];
    let mut commands = commands(case);
    commands.find_map(|command| {
        let name = command.name();
        ABOUT_FORMULAS.into_iter().find(|it| *it == name)
    })
}

/// The commands whose terms a title is about, before assertions.
fn asked_by(topic: Option<Topic>) -> &'static [&'static str] {
    match topic {
        Some(Topic::Simplify) => &["simplify"],
        Some(Topic::Qe) => &["get-qe"],
        Some(Topic::Optimum) => &["minimize", "maximize", "assert-soft", "assert"],
        Some(Topic::Synthesis) => &["constraint", "inv-constraint"],
        Some(Topic::Value) => &["get-value", "eval"],
        Some(Topic::Interpolant) => &["get-interpolant"],
        Some(Topic::Abduct) => &["get-abduct"],
        _ => &[],
    }
}

/// What the solver did, in the words of an issue's title.
fn what(kind: Kind, signature: &Signature) -> String {
    match (kind, signature) {
        (Kind::Crash, signature) => death(signature),
        (Kind::State, Signature::State(inner, signature)) => {
            format!("after (reset), {}", what(*inner, signature))
        }
        (Kind::Soundness, signature) => match signature.wrong() {
            Some(Wrong::Refutation) => "unsat".into(),
            _ => "sat".into(),
        },
        (Kind::Disagreement, signature) => match signature.wrong() {
            Some(Wrong::Refutation) => "unsat, where others say sat,".into(),
            _ => "sat, where others say unsat,".into(),
        },
        (_, Signature::Obligation(topic, law)) => {
            format!("{} {}", topic.describe(), law.broken())
        }
        (Kind::SelfCheck, Signature::Internal(reason)) => {
            format!("unknown ({})", shortened(reason, REASON))
        }
        (Kind::SelfCheck, Signature::SelfCheck(checked)) => match checked {
            Checked::Model => "its own model validation fails".into(),
            Checked::Core => "its own check of the core fails".into(),
            Checked::Proof => "its own check of the proof fails".into(),
        },
        (Kind::Incomplete, Signature::Incomplete(Gap::Regression)) => {
            "unknown, where an older release answers,".into()
        }
        (Kind::Slow, Signature::Slow(Pace::Timeout)) => "time-out".into(),
        (Kind::InvalidProof, Signature::Proof(rule)) => {
            format!(
                "a proof step by {} that does not follow",
                shortened(rule, REASON)
            )
        }
        (kind, _) => plainly(kind).into(),
    }
}

/// What follows from the kind alone.
fn plainly(kind: Kind) -> &'static str {
    match kind {
        Kind::Soundness => "a wrong answer",
        Kind::Inconsistent => "sat after unsat, with more assertions,",
        Kind::InvalidModel => "invalid model",
        Kind::InvalidCore => "satisfiable unsat core",
        Kind::InvalidProof => "a proof with a step that does not follow",
        Kind::Obligation => "a wrong response",
        Kind::Crash => "crash",
        Kind::State => "another answer after (reset)",
        Kind::SelfCheck => "its own checker objects",
        Kind::Incomplete => "unknown",
        Kind::Slow => "slow",
        Kind::Disagreement => "another answer than other solvers",
        Kind::Rejected => "an error",
    }
}

/// How it died.
fn death(signature: &Signature) -> String {
    match signature {
        Signature::Signal(number) => match number {
            4 => "illegal instruction".into(),
            6 => "abort".into(),
            7 => "bus error".into(),
            8 => "arithmetic exception".into(),
            11 => "segfault".into(),
            number => format!("death by signal {number}"),
        },
        Signature::Exit(code) => format!("crash (exit code {code})"),
        Signature::Place(place) => format!("crash at {}", shortened(place, REASON)),
        Signature::Message(message) => format!("crash ({})", shortened(message, REASON)),
        Signature::Assertion => "failed assertion".into(),
        Signature::Sanitizer => "sanitizer report".into(),
        _ => "crash".into(),
    }
}

/// So many characters of a solver's own words.
const REASON: usize = 70;

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: Kind, signature: &str) -> Finding {
        Finding {
            kind,
            signature: signature.parse().unwrap(),
            family: "z3".into(),
            version: "5.4.0".into(),
            logic: "QF_S".into(),
            ..Finding::default()
        }
    }

    #[test]
    fn a_title_says_what_happens_on_what() {
        for (kind, signature, case, want) in [
            (
                Kind::Soundness,
                "refutation",
                "(assert (str.< \"a\" \"aa\"))(check-sat)",
                "unsat on `(str.< \"a\" \"aa\")`",
            ),
            (
                Kind::Crash,
                "signal:11",
                "(declare-datatypes ((d 0)) (((e) (f))))(declare-const b d)\
                 (assert (str.in_re \"a\" (re.* (str.to_re (ite ((_ is e) b) \"a\" \"\")))))",
                "segfault on `(str.in_re \"a\" (re.* (str.to_re (ite ((_ is e) b) \"a\" \"\"))))`",
            ),
            (
                Kind::Crash,
                "signal:11",
                "(get-interpolant I (= (str.substr \"a\" (* a a) 1) \"\"))",
                "segfault in `get-interpolant` on `(= (str.substr \"a\" (* a a) 1) \"\")`",
            ),
            (
                Kind::Crash,
                "signal:11",
                "(assert (! (bvult x y) :named a))(check-sat)(get-interpolant (a))",
                "segfault in `get-interpolant` on `(bvult x y)`",
            ),
            (
                Kind::Crash,
                "place:fake_solver.cpp:42",
                "(assert (> x 1))(assert (< x 3))",
                "crash at fake_solver.cpp:42 on `(> x 1)` and `(< x 3)`",
            ),
            (
                Kind::Obligation,
                "obligation:simplify:equivalent",
                "(assert p)(simplify (bvudiv x x))",
                "a simplified term that is not equivalent on `(bvudiv x x)`",
            ),
            (
                Kind::Obligation,
                "obligation:optimum:best",
                "(assert (> a 0.0))(minimize a)(check-sat)",
                "an optimum that is not the best on `(> a 0.0)` and `(minimize a)`",
            ),
            (
                Kind::State,
                "state:soundness:refutation",
                "(assert (> x 1))",
                "after (reset), unsat on `(> x 1)`",
            ),
            (
                Kind::Slow,
                "slow:timeout",
                "(check-sat)",
                "time-out on a QF_S script",
            ),
        ] {
            assert_eq!(
                title(&finding(kind, signature), case),
                format!("z3 5.4.0: {want}")
            );
        }
    }

    #[test]
    fn nothing_in_a_case_leaves_the_line_or_the_quotes() {
        let unknown = Finding {
            version: "unknown".into(),
            ..finding(Kind::InvalidModel, "invalid-model")
        };
        let case = "(assert (= s \"a\n`\u{1b}[2J\"))";
        assert_eq!(
            title(&unknown, case),
            "z3: invalid model on `(= s \"a '␛[2J\")`"
        );
    }

    #[test]
    fn every_kind_has_words_of_its_own() {
        let mut seen: Vec<&str> = Kind::ALL.iter().map(|kind| plainly(*kind)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), Kind::ALL.len());
        let long = Signature::Message("x".repeat(500));
        assert!(death(&long).chars().count() < 90);
    }
}
