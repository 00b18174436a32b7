//! Fusion without its fusion: do the seeds of a finding show it too when they are merely joined?

use crate::error::HuntError;
use crate::examiner::SolverExaminer;
use crate::make::Library;
use gadfly_formula::Formula;
use gadfly_mutate::{Kit, Options, Position, Seed, SeedPool, Strategy};
use gadfly_store::{Finding, Store};
use gadfly_term::{Mode, Parser};
use serde::Serialize;

/// What joining says of one finding of fusion.
#[derive(Clone, Debug, Serialize)]
pub struct Ablated {
    /// The finding.
    pub id: String,
    /// The solver that was asked.
    pub solver: String,
    /// How many joined scripts of its seeds were tried.
    pub tried: usize,
    /// Whether one of them shows a finding of the same kind.
    pub shows: bool,
    /// One sentence.
    pub sentence: String,
}

/// Joined scripts of one pair of seeds that are tried: each order and each shape comes up.
const MOST_JOINED: usize = 8;

/// Positions that are looked at for them.
const POSITIONS: u64 = 64;

impl SolverExaminer {
    /// Joins the seeds of every finding that fusion made, and looks at what the solver says.
    pub fn ablate(
        &self,
        store: &Store,
        library: &Library,
        solver: &str,
        tell: &mut dyn FnMut(&Ablated),
    ) -> Result<Vec<Ablated>, HuntError> {
        let mut all = Vec::new();
        for finding in store.findings()? {
            let Some(mut ablation) = gadfly_mutate::ablation_of(&finding.strategy) else {
                continue;
            };
            let (original, _) = store.finding_texts(&finding.id)?.unwrap_or_default();
            let joined = joined(&original, library, ablation.as_mut());
            let one = self.ablate_one(&finding, &joined, solver);
            tell(&one);
            all.push(one);
        }
        Ok(all)
    }

    fn ablate_one(&self, finding: &Finding, joined: &[Formula], solver: &str) -> Ablated {
        let spec = crate::bench::join(solver, &finding.options);
        let shown = joined.iter().find_map(|formula| {
            let (found, _) = self.look(formula, &spec, finding.kind).ok()??;
            let same = found.verdict.solver == spec && found.verdict.kind == finding.kind;
            same.then_some(found.verdict.sentence)
        });
        let silent = || match joined.len() {
            0 => "its seeds are not at hand, or cannot be joined".to_string(),
            n => format!("none of {n} joined scripts of its seeds shows it"),
        };
        Ablated {
            id: finding.id.clone(),
            solver: spec.clone(),
            tried: joined.len(),
            shows: shown.is_some(),
            sentence: shown.unwrap_or_else(silent),
        }
    }
}

/// The seeds of a fused formula, joined without fusion in the ways that there are.
fn joined(original: &str, library: &Library, ablation: &mut dyn Strategy) -> Vec<Formula> {
    let Ok(formula) = Formula::parse(original) else {
        return Vec::new();
    };
    let texts = library.texts();
    let catalog = library.catalog();
    let mut parser = Parser::new(catalog, Mode::Default);
    let parents = &formula.provenance.parents;
    let seeds: Vec<Seed> = parents
        .iter()
        .filter_map(|parent| {
            let (text, _) = texts.get(&parent.path)?;
            Seed::read(&parent.path, text, &mut parser).ok()
        })
        .collect();
    if seeds.len() != 2 || parents.len() != 2 {
        return Vec::new();
    }
    let pool = SeedPool::new(seeds);
    let mut kit = Kit::new(catalog, library.book().clone(), Options::default());
    let mut found: Vec<Formula> = Vec::new();
    for index in 0..POSITIONS {
        let at = Position { seed: 1, index };
        let made = gadfly_mutate::make(ablation, &pool, at, &mut kit);
        let both = |made: &Formula| {
            let from = &made.provenance.parents;
            from.len() == 2 && (parents[0] == parents[1] || from[0] != from[1])
        };
        if let Some(made) = made.ok().flatten().filter(both)
            && found.iter().all(|one| one.text != made.text)
            && found.len() < MOST_JOINED
        {
            found.push(made);
        }
    }
    found
}
