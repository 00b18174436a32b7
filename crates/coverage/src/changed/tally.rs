//! How many formulas of a hunt had what a change is about.

use super::aim::{Reach, Target};
use gadfly_campaign::{Parts, Tested, Tester, Words};
use gadfly_formula::Formula;
use gadfly_store::Choice;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts formulas while they are run.
#[derive(Debug)]
pub struct Tally {
    /// What a formula that reaches a changed file has, where not every formula does.
    words: Vec<Option<Words>>,
    /// How many there were of each.
    counts: Vec<AtomicU64>,
    /// How many formulas had any of it.
    any: AtomicU64,
}

impl Tally {
    /// Nothing was counted yet.
    pub fn of(targets: &[Target]) -> Arc<Tally> {
        let words = |target: &Target| {
            let told = target.reach == Reach::Aimed && !target.words.is_empty();
            told.then(|| Words::of(&target.words))
        };
        Arc::new(Tally {
            words: targets.iter().map(words).collect(),
            counts: targets.iter().map(|_| AtomicU64::new(0)).collect(),
            any: AtomicU64::new(0),
        })
    }

    /// Counts what all workers of a hunt run.
    pub fn watch(self: &Arc<Self>, parts: &mut Parts) {
        let workers = std::mem::take(&mut parts.workers);
        let counting = |mut worker: gadfly_campaign::Worker| {
            worker.tester = Box::new(Counting {
                tester: worker.tester,
                tally: self.clone(),
            });
            worker
        };
        parts.workers = workers.into_iter().map(counting).collect();
    }

    fn count(&self, script: &str) {
        let mut any = false;
        for (words, count) in self.words.iter().zip(&self.counts) {
            if words.as_ref().is_some_and(|words| words.stand_in(script)) {
                count.fetch_add(1, Ordering::Relaxed);
                any = true;
            }
        }
        self.any.fetch_add(u64::from(any), Ordering::Relaxed);
    }

    /// How many formulas reach the n-th changed file by what they have; nothing where the formula itself
    /// does not tell.
    pub fn formulas(&self, target: usize) -> Option<u64> {
        self.words.get(target)?.as_ref()?;
        Some(self.counts.get(target)?.load(Ordering::Relaxed))
    }

    /// How many had what any changed file is about.
    pub fn any(&self) -> u64 {
        self.any.load(Ordering::Relaxed)
    }
}

/// A tester whose formulas are counted.
struct Counting {
    tester: Box<dyn Tester>,
    tally: Arc<Tally>,
}

impl Tester for Counting {
    fn test(&mut self, formula: &Formula, choice: &Choice) -> Tested {
        let tested = self.tester.test(formula, choice);
        if !tested.cancelled {
            self.tally.count(&formula.text);
        }
        tested
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changed::{Aim, Sources, changed_files};

    #[test]
    fn formulas_count_for_the_files_whose_words_they_have() {
        let diff = "--- a/src/ast/rewriter/seq_rewriter.cpp\n+++ b/src/ast/rewriter/seq_rewriter.cpp\n\
            @@ -1 +1 @@ br_status seq_rewriter::mk_seq_at(\n-a\n+b\n\
            --- a/src/muz/a.cpp\n+++ b/src/muz/a.cpp\n@@ -1 +1 @@\n-a\n+b\n\
            --- a/src/util/a.h\n+++ b/src/util/a.h\n@@ -1 +1 @@\n-a\n+b\n";
        let sources = Sources::of("z3", &gadfly_testkit::catalog()).unwrap();
        let aim = Aim::at(changed_files(diff).unwrap(), &sources, None);
        let tally = Tally::of(&aim.targets);
        for script in [
            "(assert (= (str.at a 0) \"\"))",
            "(assert (= a \"str.at\"))",
            "(set-logic HORN)(assert (= a |str.at|))",
        ] {
            tally.count(script);
        }
        assert_eq!(tally.formulas(0), Some(1));
        assert_eq!(tally.formulas(1), Some(1));
        assert_eq!(tally.formulas(2), None);
        assert_eq!(tally.any(), 2);
    }
}
