//! Asking solvers and the evaluator to refute rules and fusion functions.

use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_mutate::rules::Obligation;
use gadfly_mutate::{Entry, Proofs, Standing, Trial, try_out};
use gadfly_solver::{Answer, Options, Solver};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many values are tried on what is proved already, and on what is not.
const TRIES: (u64, u64) = (200, 4000);
/// The least time for one instance.
const LEAST: Duration = Duration::from_millis(500);

/// What was found out about one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How well it is known to hold.
    pub standing: Standing,
    /// The instance and the values with which it does not.
    pub counterexample: Option<String>,
}

impl Proof {
    fn refuted(by: &str, obligation: &Obligation, model: &str) -> Proof {
        Proof {
            standing: Standing::Refuted(by.to_string()),
            counterexample: Some(format!("{}{model}", instance(obligation))),
        }
    }
}

/// Who is asked, and for how long.
pub struct Prover<'a> {
    /// The solvers.
    pub solvers: &'a [Solver],
    /// The time of one solver for one entry.
    pub timeout: Duration,
    /// What the evaluator knows.
    pub catalog: &'a Arc<Catalog>,
}

impl Prover<'_> {
    /// Asks the solvers about all instances of an entry, then the evaluator about what is left.
    pub fn prove(&self, entry: &Entry<'_>) -> Proof {
        let obligations = entry.obligations();
        let mut open: Vec<&Obligation> = obligations.iter().collect();
        let mut by: Vec<String> = Vec::new();
        for solver in self.solvers {
            let (left, refuted) = self.ask(solver, &obligations);
            if let Some(obligation) = refuted {
                let model = self.counterexample(solver, obligation);
                return Proof::refuted(&solver.family, obligation, &model);
            }
            if left.len() < obligations.len() {
                by.push(solver.family.clone());
            }
            open.retain(|o| left.iter().any(|l| std::ptr::eq(*l, *o)));
        }
        let proved = open.is_empty();
        let tries = if proved { TRIES.0 } else { TRIES.1 };
        let passed = match self.try_all(&obligations, tries) {
            Ok(passed) => passed,
            Err(refuted) => return refuted,
        };
        let sampled = obligations.iter().any(|o| o.sampled);
        let standing = match (proved, sampled) {
            (true, false) => Standing::Proved(by),
            (true, true) => Standing::Tested(format!(
                "{} instances by {}, {passed} values",
                obligations.len(),
                by.join(" and ")
            )),
            (false, _) if passed > 0 => Standing::Tested(format!("{passed} values")),
            _ => Standing::Open,
        };
        Proof {
            standing,
            counterexample: None,
        }
    }

    /// How many values the evaluator finds nothing wrong with, or with which it refutes an instance.
    fn try_all(&self, obligations: &[Obligation], tries: u64) -> Result<usize, Proof> {
        let mut passed = 0;
        for obligation in obligations {
            match try_out(obligation, self.catalog, tries) {
                Trial::Refuted(model) => {
                    return Err(Proof::refuted("evaluation", obligation, &model));
                }
                Trial::Passed(n) => passed += n,
                Trial::Untestable => {}
            }
        }
        Ok(passed)
    }

    /// The obligations that a solver does not prove, and the first that it refutes.
    fn ask<'a>(
        &self,
        solver: &Solver,
        open: &'a [Obligation],
    ) -> (Vec<&'a Obligation>, Option<&'a Obligation>) {
        if open.is_empty() {
            return (Vec::new(), None);
        }
        let scripts: Vec<&str> = open.iter().map(|o| o.script.as_str()).collect();
        let text = format!(
            "(set-logic ALL)\n{}",
            scripts.join("(reset)\n(set-logic ALL)\n")
        );
        let share = self.timeout / open.len() as u32;
        let options = Options {
            soft_time: Some(share.max(LEAST)),
            ..self.options()
        };
        let run = solver.run(&text, &options);
        let mut left = Vec::new();
        for (n, obligation) in open.iter().enumerate() {
            match run.answers.get(n).filter(|_| run.errors.is_empty()) {
                Some(Answer::Unsat) => {}
                Some(Answer::Sat) => return (left, Some(obligation)),
                _ => left.push(obligation),
            }
        }
        (left, None)
    }

    fn counterexample(&self, solver: &Solver, obligation: &Obligation) -> String {
        let text = format!(
            "(set-option :produce-models true)\n(set-logic ALL)\n{}(get-model)\n",
            obligation.script
        );
        let run = solver.run(&text, &self.options());
        run.models.first().cloned().unwrap_or_default()
    }

    fn options(&self) -> Options {
        Options {
            limits: Limits::default().timed(self.timeout),
            ..Options::default()
        }
    }
}

/// What was to be proved, with the sorts and sizes that it is about.
fn instance(obligation: &Obligation) -> String {
    let script = obligation.script.trim_start();
    match obligation.instance.as_str() {
        "" => script.to_string(),
        about => format!("; {about}\n{script}"),
    }
}

/// Writes lines of [`Proofs::line`] into a record; its lines on other entries stay.
pub fn record(path: &Path, lines: &str) -> std::io::Result<()> {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    std::fs::write(path, Proofs::merged(&before, lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_mutate::RuleBook;
    use gadfly_profile::Home;
    use gadfly_solver::Resolver;

    fn solver(rules: &str) -> Solver {
        let resolver = Resolver::new(Home::from_env()).with_profile(Some("z3".into()));
        let command = gadfly_testkit::fake_solver_command(rules);
        resolver.one(&command).unwrap().remove(0)
    }

    /// What solvers that follow these rules make of an entry, beside the evaluator.
    fn proof(text: &str, rules: &[&str]) -> Proof {
        let catalog = gadfly_testkit::catalog();
        let solvers: Vec<Solver> = rules.iter().map(|rules| solver(rules)).collect();
        let mut book = RuleBook::default();
        book.add("a.rule", text).unwrap();
        let prover = Prover {
            solvers: &solvers,
            timeout: Duration::from_secs(60),
            catalog: &catalog,
        };
        prover.prove(&book.entries(None, None).unwrap()[0])
    }

    const HOLDS: &str = "(rule int-lt-weaken (vars (x Int) (y Int))
        (implies (< x y) (<= x y)) (applies (< i j)) (not (<= i j)))";
    const WRONG: &str = "(rule int-le-strict (vars (x Int) (y Int))
        (implies (<= x y) (< x y)) (applies (<= i j)) (not (< i j)))";

    #[test]
    fn what_a_solver_refutes_nowhere_is_proved_by_it() {
        let proof = proof(HOLDS, &["always: answer unknown", "always: answer unsat"]);
        assert_eq!(proof.standing, Standing::Proved(vec!["z3".into()]));
        assert_eq!(proof.counterexample, None);
    }

    #[test]
    fn what_nobody_decides_is_tested_only() {
        let proof = proof(HOLDS, &["always: answer unknown"]);
        let tested = matches!(&proof.standing, Standing::Tested(how) if how.ends_with(" values"));
        assert!(tested, "{:?}", proof.standing);
    }

    #[test]
    fn what_a_solver_says_is_tried_out_all_the_same() {
        let proof = proof(WRONG, &["always: answer unsat"]);
        assert_eq!(proof.standing, Standing::Refuted("evaluation".into()));
        assert!(proof.counterexample.is_some());
    }

    #[test]
    fn one_counterexample_is_enough() {
        let proof = proof(WRONG, &["always: answer sat"]);
        assert_eq!(proof.standing, Standing::Refuted("z3".into()));
        let shown = proof.counterexample.unwrap();
        assert!(shown.contains("(check-sat)"), "{shown}");
    }

    #[test]
    fn an_error_proves_nothing() {
        let proof = proof(HOLDS, &["always: error \"unsupported\"; answer unsat"]);
        assert!(!matches!(proof.standing, Standing::Proved(_)));
    }
}
