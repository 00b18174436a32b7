//! Solvers must not contradict one another. Evidence beyond the answers says who is wrong.

use crate::{Evidence, Judged, Kind, Signature, Verdict, Wrong, compare_versions};
use gadfly_solver::{Answer, Run};

/// What is known about one `check-sat` on which solvers differ.
struct Split<'a> {
    judged: &'a Judged<'a>,
    check: usize,
    sat: Vec<&'a Run>,
    unsat: Vec<&'a Run>,
}

/// Verdicts for each `check-sat` that some find satisfiable and others not.
pub(super) fn answers_agree(judged: &Judged) -> Vec<Verdict> {
    let splits = (0..judged.checks()).map(|check| {
        let decided = judged.decided(check);
        let saying = |word: &Answer| {
            let runs = decided.iter().filter(|(_, answer)| *answer == word);
            runs.map(|(run, _)| *run).collect::<Vec<_>>()
        };
        Split {
            judged,
            check,
            sat: saying(&Answer::Sat),
            unsat: saying(&Answer::Unsat),
        }
    });
    splits.flat_map(|split| split.verdicts()).collect()
}

impl Split<'_> {
    fn verdicts(&self) -> Vec<Verdict> {
        if let Some(owner) = self.judged.witness(self.check) {
            let how = format!(
                "the formula is satisfiable: our evaluator finds every assertion true under the model of {owner}"
            );
            return self.blame(&self.unsat, Wrong::Refutation, Evidence::CheckedModel, &how);
        }
        if let Some((owner, steps)) = self.judged.proved(self.check) {
            let how = format!(
                "the formula is unsatisfiable: {owner} gave a proof of {steps} steps, and every step was checked"
            );
            return self.blame(&self.sat, Wrong::Solution, Evidence::CheckedProof, &how);
        }
        if self.sat.is_empty() || self.unsat.is_empty() {
            return Vec::new();
        }
        if let Some((owner, families)) = self.judged.resolved_core(self.check) {
            let how = format!(
                "the core that {owner} gave is unsatisfiable alone, by {}",
                families.join(" and ")
            );
            return self.blame(&self.sat, Wrong::Solution, Evidence::ResolvedCore, &how);
        }
        self.suspect()
    }

    fn blame(&self, runs: &[&Run], wrong: Wrong, evidence: Evidence, how: &str) -> Vec<Verdict> {
        let word = if wrong == Wrong::Refutation {
            "unsat"
        } else {
            "sat"
        };
        let others = if wrong == Wrong::Refutation {
            &self.sat
        } else {
            &self.unsat
        };
        runs.iter()
            .map(|run| Verdict {
                evidence,
                wrong: Some(wrong),
                others: specs(others),
                sentence: format!("{} answered {word}, but {how}.", run.spec),
                signature: Signature::Wrong(wrong),
                ..Verdict::about(run, "answers_agree", Kind::Soundness, self.check)
            })
            .collect()
    }

    /// Nothing settles it: one disagreement, with a reference's opponents as suspects where there
    /// is a reference.
    fn suspect(&self) -> Vec<Verdict> {
        let is_reference = |run: &&Run| self.judged.policy.references.contains(&run.spec);
        let (sat_known, unsat_known) = (
            self.sat.iter().any(is_reference),
            self.unsat.iter().any(is_reference),
        );
        let (suspects, others, how) = match (sat_known, unsat_known) {
            (true, false) => (&self.unsat, &self.sat, "the reference"),
            // A `sat` that is right usually has a model that can be checked, so with nothing else
            // to go by the verdict is filed under the solver that says sat.
            (false, true) => (&self.sat, &self.unsat, "the reference"),
            _ => (&self.sat, &self.unsat, ""),
        };
        let Some(run) = newest(suspects) else {
            return Vec::new();
        };
        let (this, that, says) = if std::ptr::eq(suspects, &self.sat) {
            ("sat", "unsat", Wrong::Solution)
        } else {
            ("unsat", "sat", Wrong::Refutation)
        };
        let rest = if how.is_empty() {
            "nothing says who is wrong".to_string()
        } else {
            format!("{how} says {that}; that alone proves nothing")
        };
        vec![Verdict {
            others: specs(others),
            sentence: format!(
                "{} answered {this} and {} answered {that}: {rest}{}.",
                specs(suspects).join(", "),
                specs(others).join(", "),
                self.step()
            ),
            signature: Signature::Differs { says },
            ..Verdict::about(run, "answers_agree", Kind::Disagreement, self.check)
        }]
    }

    /// Where two neighbouring releases of one family differ, the step between them.
    fn step(&self) -> String {
        let mut runs: Vec<(&Run, &str)> = self.sat.iter().map(|run| (*run, "sat")).collect();
        runs.extend(self.unsat.iter().map(|run| (*run, "unsat")));
        runs.sort_by(|a, b| (&a.0.family, &a.0.spec).cmp(&(&b.0.family, &b.0.spec)));
        runs.sort_by(|a, b| {
            a.0.family
                .cmp(&b.0.family)
                .then(compare_versions(&a.0.version, &b.0.version))
        });
        let pairs = runs
            .windows(2)
            .filter(|pair| pair[0].0.family == pair[1].0.family && pair[0].1 != pair[1].1);
        pairs
            .map(|pair| {
                format!(
                    "; {} says {}, {} says {}",
                    pair[0].0.spec, pair[0].1, pair[1].0.spec, pair[1].1
                )
            })
            .collect()
    }
}

/// The newest release among runs; of several families, the first in the order of the runs.
fn newest<'a>(runs: &[&'a Run]) -> Option<&'a Run> {
    let family = &runs.first()?.family;
    let same = runs.iter().copied().filter(|run| run.family == *family);
    same.max_by(|a, b| compare_versions(&a.version, &b.version))
}

fn specs(runs: &[&Run]) -> Vec<String> {
    runs.iter().map(|run| run.spec.clone()).collect()
}
