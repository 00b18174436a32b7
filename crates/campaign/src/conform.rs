//! The conformance suite put to solvers: what each says to tiny formulas with one right answer.

use crate::bench::class_of;
use gadfly_catalog::Catalog;
use gadfly_eval::conformance::{BadCase, Case, cases};
use gadfly_exec::Limits;
use gadfly_solver::{Answer, Options, Run, Session, Solver};
use gadfly_store::{Ends, Shortfall};
use std::collections::BTreeMap;

/// How one solver did on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The right answer.
    Right,
    /// The other one.
    Wrong,
    /// `unknown`, or no answer in time.
    NoAnswer,
    /// An error: the release does not know an operator or a notation.
    Refused,
    /// Nothing to be right about.
    Open,
}

impl Mark {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Right => "right",
            Mark::Wrong => "wrong",
            Mark::NoAnswer => "no answer",
            Mark::Refused => "refused",
            Mark::Open => "open",
        }
    }

    /// Whether there is something to say about it.
    pub fn is_remarkable(self) -> bool {
        !matches!(self, Mark::Right | Mark::Open)
    }

    /// What a run of a case's script is worth.
    fn of(satisfiable: Option<bool>, run: &Run) -> Mark {
        match (satisfiable, run.answer(0)) {
            (None, _) => Mark::Open,
            (Some(true), Some(Answer::Sat)) | (Some(false), Some(Answer::Unsat)) => Mark::Right,
            (Some(_), Some(Answer::Sat | Answer::Unsat)) => Mark::Wrong,
            _ if !run.errors.is_empty() => Mark::Refused,
            _ => Mark::NoAnswer,
        }
    }
}

/// A mark, and what the solver said for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The mark.
    pub mark: Mark,
    /// What the solver said, in a line.
    pub said: String,
}

/// The cases of a catalogue whose theory or name contains a text; all without one.
pub fn chosen(catalog: &Catalog, only: Option<&str>) -> Result<Vec<Case>, BadCase> {
    let mut cases = cases(catalog)?;
    let wanted = |case: &Case, text: &str| case.theory.contains(text) || case.name.contains(text);
    cases.retain(|case| only.is_none_or(|text| wanted(case, text)));
    Ok(cases)
}

/// What solvers said to cases.
pub struct Conformed<'a> {
    cases: &'a [Case],
    solvers: &'a [Solver],
    /// A row a case, a mark a solver.
    marks: Vec<Vec<Marked>>,
    ends: Vec<Ends>,
}

/// Puts cases to solvers.
pub fn conform<'a>(cases: &'a [Case], solvers: &'a [Solver], limits: Limits) -> Conformed<'a> {
    let options = Options {
        limits,
        ..Options::default()
    };
    let sessions = solvers.iter().map(|solver| Session::new(solver, &options));
    let mut sessions: Vec<Session> = sessions.collect();
    let mut ends = vec![Ends::default(); solvers.len()];
    let marks = cases.iter().map(|case| {
        let asked = sessions.iter_mut().zip(&mut ends).map(|(session, ends)| {
            let run = ask(session, case, &options);
            ends.add(class_of(&run), 1);
            Marked {
                mark: Mark::of(case.satisfiable(), &run),
                said: said(&run),
            }
        });
        asked.collect()
    });
    Conformed {
        marks: marks.collect(),
        cases,
        solvers,
        ends,
    }
}

/// What is not right in a session is asked again in a fresh process, and that counts.
fn ask(session: &mut Session, case: &Case, options: &Options) -> Run {
    let script = case.script();
    let first = session.run(&script);
    if Mark::of(case.satisfiable(), &first).is_remarkable() {
        return session.solver().run_fresh(&script, options);
    }
    first
}

fn said(run: &Run) -> String {
    match (run.errors.first(), run.answers.first()) {
        (Some((_, message)), _) => message.lines().next().unwrap_or("").to_string(),
        (None, Some(Answer::Sat)) => "sat".into(),
        (None, Some(Answer::Unsat)) => "unsat".into(),
        (None, Some(_)) => "unknown".into(),
        (None, None) => run.outcome.to_string(),
    }
}

impl Conformed<'_> {
    /// Every answer: the case, who was asked, and the mark.
    pub fn answers(&self) -> impl Iterator<Item = (&Case, &Solver, &Marked)> {
        let rows = self.cases.iter().zip(&self.marks);
        rows.flat_map(|(case, row)| {
            let row = self.solvers.iter().zip(row);
            row.map(move |(solver, marked)| (case, solver, marked))
        })
    }

    /// Whether some answer is wrong.
    pub fn is_wrong(&self) -> bool {
        let mut all = self.marks.iter().flatten();
        all.any(|marked| marked.mark == Mark::Wrong)
    }

    /// Solvers that were barely tested, or not at all.
    pub fn shortfalls(&self) -> Vec<Shortfall> {
        let of = |(solver, ends): (&Solver, &Ends)| ends.shortfall(&solver.spec);
        self.solvers.iter().zip(&self.ends).filter_map(of).collect()
    }

    /// The marks by theory, in the order of their names.
    pub fn by_theory(&self) -> Vec<Theory<'_>> {
        let mut theories: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, case) in self.cases.iter().enumerate() {
            theories.entry(&case.theory).or_default().push(at);
        }
        let mut all = Vec::new();
        for (name, members) in theories {
            let counts = |at: &&usize| self.cases[**at].satisfiable().is_some();
            let marks = |solver: usize| members.iter().map(move |at| &self.marks[*at][solver]);
            let tally = |solver| Tally::of(marks(solver).map(|marked| marked.mark));
            all.push(Theory {
                name,
                cases: members.iter().filter(counts).count(),
                tallies: (0..self.solvers.len()).map(tally).collect(),
            });
        }
        all
    }
}

/// What solvers said to the cases of one theory.
pub struct Theory<'a> {
    /// Its name.
    pub name: &'a str,
    /// Cases with a right answer.
    pub cases: usize,
    /// A tally a solver.
    pub tallies: Vec<Tally>,
}

/// How many cases of a kind one solver has; open ones count for nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Right answers.
    pub right: usize,
    /// Wrong ones.
    pub wrong: usize,
    /// Cases without an answer.
    pub unanswered: usize,
    /// Cases that it refused.
    pub refused: usize,
}

impl Tally {
    fn of(marks: impl Iterator<Item = Mark>) -> Tally {
        let mut tally = Tally::default();
        for mark in marks {
            match mark {
                Mark::Right => tally.right += 1,
                Mark::Wrong => tally.wrong += 1,
                Mark::NoAnswer => tally.unanswered += 1,
                Mark::Refused => tally.refused += 1,
                Mark::Open => {}
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::posing;
    use gadfly_eval::conformance::Claim;

    fn case(name: &str, claim: Claim) -> Case {
        Case {
            theory: "core".into(),
            name: name.into(),
            claim,
            why: String::new(),
            reference: String::new(),
        }
    }

    #[test]
    fn a_solver_is_right_wrong_silent_or_refuses_and_what_is_open_counts_for_nobody() {
        let satisfiable = |yes| Claim::Satisfiable(yes, "(assert true)".into());
        let cases = [
            case("yes", satisfiable(true)),
            case("no", satisfiable(false)),
            case("open", Claim::Open("(assert true)".into())),
        ];
        let solvers = ["sat", "unknown", "error"].map(|word| match word {
            "error" => posing("z3", "always: error \"unsupported\"; silent"),
            word => posing("z3", &format!("always: answer {word}")),
        });
        let conformed = conform(&cases, &solvers, Limits::default());
        let marks: Vec<Vec<Mark>> = conformed
            .marks
            .iter()
            .map(|row| row.iter().map(|marked| marked.mark).collect())
            .collect();
        let open = [Mark::Open; 3];
        assert_eq!(marks[0], [Mark::Right, Mark::NoAnswer, Mark::Refused]);
        assert_eq!(marks[1], [Mark::Wrong, Mark::NoAnswer, Mark::Refused]);
        assert_eq!(marks[2], open);
        assert!(conformed.is_wrong());
        let theories = conformed.by_theory();
        let tally = |right, wrong, unanswered, refused| Tally {
            right,
            wrong,
            unanswered,
            refused,
        };
        assert_eq!((theories.len(), theories[0].cases), (1, 2));
        let tallies = [tally(1, 1, 0, 0), tally(0, 0, 2, 0), tally(0, 0, 0, 2)];
        assert_eq!(theories[0].tallies, tallies);
        let said = conformed.answers().nth(1).map(|(_, _, m)| m.said.as_str());
        assert_eq!(said, Some("unknown"));
    }

    #[test]
    fn cases_are_chosen_by_theory_or_name() {
        let catalog = gadfly_testkit::catalog();
        let all = chosen(&catalog, None).unwrap();
        let arrays = chosen(&catalog, Some("arrays")).unwrap();
        assert!(arrays.len() < all.len() && arrays.iter().all(|c| c.theory == "arrays"));
        let one = chosen(&catalog, Some("store-same-value")).unwrap();
        assert_eq!(one.len(), 1);
        assert!(chosen(&catalog, Some("nonsense")).unwrap().is_empty());
    }
}
