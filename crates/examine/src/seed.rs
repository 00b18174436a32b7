//! A seed's label is looked at again before a solver is blamed by it.

use crate::Examiner;
use gadfly_formula::{Expect, Formula, LabelSource};
use gadfly_oracle::{Facts, Judged, LabelDoubt, ModelTruth, judge, label_doubt};
use gadfly_solver::{Answer, Run, usable};

/// What became of a seed's label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedCheck {
    /// Two solver families agree with it, or a model or a checked proof shows it.
    Agreed(Vec<Expect>),
    /// Nothing speaks against it, but two families could not confirm it.
    Unsettled,
    /// It is wrong: the seed belongs in quarantine.
    Wrong(LabelDoubt),
}

impl Examiner<'_> {
    /// Derives a seed's label anew from one solver of each family and their models.
    pub fn recheck_seed(&self, seed: &Formula, extra: &mut Vec<Run>) -> SeedCheck {
        let specs = self.one_of_each_family("");
        let limits = &self.settings.limits;
        let runs = specs
            .iter()
            .filter_map(|spec| self.runner.fresh(spec, &seed.text, limits).ok());
        let runs: Vec<Run> = runs.collect();
        let mut gathered = self.evidence(seed, &runs);
        // Where two families do not agree on a label, a proof is as good.
        let open = |n: usize, label: Expect| {
            let models = Facts {
                models: gathered.models.clone(),
                ..Facts::default()
            };
            label == Expect::Unsat && !agreed(&runs, &models, n, label)
        };
        let labels = seed.expect.iter().enumerate();
        if gathered.proofs.is_empty() && labels.into_iter().any(|(n, label)| open(n, *label)) {
            gathered.proofs = self.proofs_of_all(&seed.text, &runs, &mut gathered.runs);
        }
        let facts = Facts {
            models: gathered.models,
            proofs: gathered.proofs,
            ..Facts::default()
        };
        extra.extend(runs.iter().cloned());
        extra.extend(gathered.runs);
        let claimed = Formula {
            label: LabelSource::Claimed,
            ..seed.clone()
        };
        let judged = Judged {
            formula: &claimed,
            runs: &runs,
            facts: &facts,
            policy: &self.settings.policy,
        };
        if let Some(doubt) = label_doubt(&judged) {
            return SeedCheck::Wrong(doubt);
        }
        let contradicted = judge(&judged)
            .iter()
            .any(|v| v.oracle == "label_holds" || v.wrong.is_some());
        let checks = seed.expect.iter().enumerate();
        let settled = checks
            .clone()
            .all(|(n, label)| agreed(&runs, &facts, n, *label));
        if settled && !contradicted {
            SeedCheck::Agreed(seed.expect.clone())
        } else {
            SeedCheck::Unsettled
        }
    }
}

impl Examiner<'_> {
    /// A seed's label that one of the solvers does not share.
    pub(crate) fn unshared(
        &self,
        seed: &Formula,
        specs: &[&str],
        extra: &mut Vec<Run>,
    ) -> Option<LabelDoubt> {
        for spec in specs {
            let limits = &self.settings.limits;
            let Ok(run) = self.runner.fresh(spec, &seed.text, limits) else {
                continue;
            };
            let labels = seed.expect.iter().enumerate();
            let mut labels = labels.filter_map(|(n, label)| Some((n, *label, word(*label)?)));
            let other = labels.find(|(n, _, word)| usable(&run, *n) != Some(word));
            let doubt = other.map(|(check, label, _)| LabelDoubt {
                check,
                label,
                ours: false,
                sentence: match usable(&run, check) {
                    Some(answer) => format!(
                        "The seed's own label, which nobody has checked, says {label}, and {spec} says {answer}."
                    ),
                    None => format!(
                        "The seed's own label says {label}, and neither {spec} nor two solver families confirm it."
                    ),
                },
            });
            extra.push(run);
            if doubt.is_some() {
                return doubt;
            }
        }
        None
    }
}

/// The answer that a label stands for.
fn word(label: Expect) -> Option<Answer> {
    match label {
        Expect::Unknown => None,
        Expect::Sat => Some(Answer::Sat),
        Expect::Unsat => Some(Answer::Unsat),
    }
}

/// Whether a label of one `check-sat` stands: no label, a model that holds, a checked proof, or two
/// families.
fn agreed(runs: &[Run], facts: &Facts, check: usize, label: Expect) -> bool {
    let Some(word) = word(label) else {
        return true;
    };
    let model = facts
        .models
        .iter()
        .any(|fact| fact.check == check && fact.truth == ModelTruth::True);
    let mut families: Vec<&str> = runs
        .iter()
        .filter(|run| usable(run, check) == Some(&word))
        .map(|run| run.family.as_str())
        .collect();
    families.sort_unstable();
    families.dedup();
    let shown = match label {
        Expect::Sat => model,
        _ => facts.proved(check).is_some(),
    };
    shown || families.len() >= 2
}
