//! The statistics of the thesis for our rules: applicable rules per step, the share of each rule,
//! the share of mutants that are unique.

use crate::kit::Kit;
use crate::seed::{Seed, SeedPool};
use crate::strategies::weaken::{Weaken, applicable};
use crate::strategy::{Position, make};
use crate::unique::Unique;
use std::collections::BTreeMap;

/// What a run of the weakening strategy showed.
#[derive(Clone, Debug, Default)]
pub struct RuleStats {
    /// Mutants made.
    pub mutants: u64,
    /// Of these, how many are no renaming of an earlier one.
    pub unique: u64,
    /// Mean number of rules that apply, by the number of mutations since the seed.
    pub applicable: Vec<f64>,
    /// How often each rule was used, most used first.
    pub uses: Vec<(String, u64)>,
}

/// Walks of `steps` mutations until `count` mutants are made; applicable rules are counted on
/// every `every`-th walk, since trying all rules at all nodes takes long.
pub fn rule_stats(pool: &SeedPool, kit: &mut Kit, seed: u64, count: u64, every: u64) -> RuleStats {
    let steps = kit.options.steps.max(1);
    let mut stats = RuleStats::default();
    let mut uses: BTreeMap<String, u64> = BTreeMap::new();
    let mut sums = vec![(0u64, 0u64); steps as usize];
    let mut unique = Unique::default();
    for index in 0..count {
        let Ok(Some(formula)) = make(&mut Weaken, pool, Position { seed, index }, kit) else {
            continue;
        };
        stats.mutants += 1;
        stats.unique += u64::from(unique.is_new(&formula, kit));
        if let Some(last) = formula.provenance.trace.last() {
            let id = last.split(' ').next().unwrap_or_default();
            *uses.entry(id.into()).or_default() += 1;
        }
        if (index / steps).is_multiple_of(every)
            && let Ok(mutant) = Seed::read("mutant", &formula.text, kit.parser())
        {
            let slot = &mut sums[(index % steps) as usize];
            let known = formula.expect.first().copied();
            *slot = (slot.0 + applicable(&mutant, known, kit) as u64, slot.1 + 1);
        }
    }
    stats.applicable = sums
        .iter()
        .map(|(sum, n)| *sum as f64 / (*n).max(1) as f64)
        .collect();
    stats.uses = uses.into_iter().collect();
    stats
        .uses
        .sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    stats
}
