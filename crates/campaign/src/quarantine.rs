//! Seeds whose labels turned out wrong while a hunt went on: nothing is judged by them any more.

use gadfly_formula::{Formula, LabelSource};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The seeds by path.
#[derive(Debug, Default)]
pub struct Quarantine {
    seeds: RwLock<FxHashSet<String>>,
    any: AtomicBool,
}

impl Quarantine {
    /// Puts a formula's seeds in.
    pub(crate) fn put(&self, formula: &Formula) {
        // A poisoned lock means that another thread panicked: that is reported there.
        if let Ok(mut seeds) = self.seeds.write() {
            let parents = formula.provenance.parents.iter();
            seeds.extend(parents.map(|parent| parent.path.clone()));
            self.any.store(!seeds.is_empty(), Ordering::Release);
        }
    }

    /// A formula without its label, where that hangs on a seed in here.
    pub(crate) fn without_label<'f>(&self, formula: &'f Formula) -> Cow<'f, Formula> {
        let doubtful = self.any.load(Ordering::Acquire)
            && formula.label <= LabelSource::Construction
            && self.seeds.read().is_ok_and(|seeds| {
                let mut parents = formula.provenance.parents.iter();
                parents.any(|parent| seeds.contains(&parent.path))
            });
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

    #[test]
    fn labels_of_seeds_in_quarantine_are_not_used() {
        let formula = |seed: &str, label| Formula {
            text: "(check-sat)".into(),
            expect: vec![Expect::Sat],
            label,
            provenance: Provenance {
                parents: vec![Parent {
                    path: seed.into(),
                    hash: String::new(),
                }],
                ..Provenance::default()
            },
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
}
