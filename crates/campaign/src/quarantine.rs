//! Seeds and rules whose labels turned out wrong while a hunt went on: nothing is judged by them any
//! more. What is made does not depend on it, since what one worker finds out another one learns at
//! some other time, or never.

use gadfly_formula::{Formula, LabelSource};
use gadfly_mutate::{Contradiction, Kit};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The seeds by path, the rules and fusion functions by name.
#[derive(Debug, Default)]
pub struct Quarantine {
    seeds: RwLock<FxHashSet<String>>,
    rules: RwLock<BTreeSet<String>>,
    any: AtomicBool,
}

impl Quarantine {
    /// Puts a formula's seeds in.
    pub(crate) fn put(&self, formula: &Formula) {
        // A poisoned lock means that another thread panicked: that is reported there.
        if let Ok(mut seeds) = self.seeds.write() {
            let parents = formula.provenance.parents.iter();
            seeds.extend(parents.map(|parent| parent.path.clone()));
            self.any.store(true, Ordering::Release);
        }
    }

    /// A label that a model refutes is a fault of a rule, of a seed or of ours. The rules that took
    /// part go in, and out of use in the kit, so that the formula can be made again without them;
    /// `false` where there are none. Loud, since labels of this hunt may hang on the rule.
    pub(crate) fn takes(&self, wrong: &Contradiction, kit: &mut Kit) -> bool {
        let mut out_of_use = false;
        for suspect in &wrong.suspects {
            out_of_use |= kit.quarantine(suspect);
        }
        if !out_of_use {
            eprintln!("warning: {wrong}");
            return false;
        }
        let new = self.put_rules(&wrong.suspects);
        if !new.is_empty() {
            let new = new.join(", ");
            eprintln!("warning: {wrong}");
            eprintln!(
                "warning: {new}: no label is taken from it any more; see gadfly rules prove --id"
            );
        }
        true
    }

    /// Puts rules in; gives those that are new.
    fn put_rules(&self, suspects: &[String]) -> Vec<String> {
        // A poisoned lock means that another thread panicked: that is reported there.
        let Ok(mut rules) = self.rules.write() else {
            return Vec::new();
        };
        self.any.store(true, Ordering::Release);
        let new = suspects.iter().filter(|id| rules.insert((*id).clone()));
        new.cloned().collect()
    }

    /// The rules and fusion functions in here.
    #[cfg(test)]
    pub(crate) fn rules(&self) -> Vec<String> {
        let rules = self.rules.read().unwrap();
        rules.iter().cloned().collect()
    }

    /// Whether a formula comes from a seed in here, or by a rule in here: a trace names what it
    /// used.
    fn holds(&self, formula: &Formula) -> bool {
        let seed = self.seeds.read().is_ok_and(|seeds| {
            let mut parents = formula.provenance.parents.iter();
            parents.any(|parent| seeds.contains(&parent.path))
        });
        let rule = || {
            self.rules.read().is_ok_and(|rules| {
                let steps = formula.provenance.trace.iter();
                let mut words = steps.flat_map(|step| step.split([' ', ',']));
                words.any(|word| rules.contains(word))
            })
        };
        seed || rule()
    }

    /// A formula without its label, where that hangs on something in here.
    pub(crate) fn without_label<'f>(&self, formula: &'f Formula) -> Cow<'f, Formula> {
        let doubtful = self.any.load(Ordering::Acquire)
            && formula.label <= LabelSource::Construction
            && self.holds(formula);
        if !doubtful {
            return Cow::Borrowed(formula);
        }
        Cow::Owned(Formula {
            expect: Vec::new(),
            label: LabelSource::None,
            ..formula.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_formula::{Expect, Parent, Provenance};

    fn labelled(expect: Expect, label: LabelSource, provenance: Provenance) -> Formula {
        Formula {
            text: "(check-sat)".into(),
            expect: vec![expect],
            label,
            provenance,
        }
    }

    #[test]
    fn labels_of_seeds_in_quarantine_are_not_used() {
        let formula = |seed: &str, label| {
            let parent = Parent {
                path: seed.into(),
                hash: String::new(),
            };
            let provenance = Provenance {
                parents: vec![parent],
                ..Provenance::default()
            };
            labelled(Expect::Sat, label, provenance)
        };
        let quarantine = Quarantine::default();
        let built = formula("a.smt2", LabelSource::Construction);
        assert_eq!(quarantine.without_label(&built).expect, [Expect::Sat]);
        quarantine.put(&built);
        assert!(quarantine.without_label(&built).expect.is_empty());
        // A witness was checked on the formula itself; other seeds are as good as before.
        for good in [
            formula("a.smt2", LabelSource::Witness),
            formula("b.smt2", LabelSource::Construction),
        ] {
            assert_eq!(quarantine.without_label(&good).expect, [Expect::Sat]);
        }
    }

    #[test]
    fn labels_by_rules_in_quarantine_are_not_used() {
        let formula = |trace: &str, label| {
            let provenance = Provenance {
                trace: vec!["other at (< x y)".into(), trace.into()],
                ..Provenance::default()
            };
            labelled(Expect::Unsat, label, provenance)
        };
        let wrong = formula("int-wrong backwards at (<= x y)", LabelSource::Construction);
        let quarantine = Quarantine::default();
        assert_eq!(quarantine.without_label(&wrong).expect, [Expect::Unsat]);
        quarantine.put_rules(&["int-wrong".to_string()]);
        assert!(quarantine.without_label(&wrong).expect.is_empty());
        for good in [
            formula("int-wrong at (<= x y)", LabelSource::Witness),
            formula("int-wrong-not at (<= x y)", LabelSource::Construction),
        ] {
            assert_eq!(quarantine.without_label(&good).expect, [Expect::Unsat]);
        }
    }
}
