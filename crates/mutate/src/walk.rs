//! Walks: mutations of mutants, from a seed on. A kit remembers the walk that it is on, so that
//! the next position of it costs one mutation.

use crate::kit::{Kit, Options};
use crate::label::{self, Contradiction, Step};
use crate::partner::Start;
use crate::rulebook::RuleBook;
use crate::seed::{Seed, SeedPool};
use crate::strategy::{Mutation, Mutator, Position};
use gadfly_formula::{Expect, Formula, LabelSource, Parent, Provenance};
use gadfly_rng::Rng;
use std::sync::Arc;

/// Seeds tried for one walk before it is given up.
const TRIES: usize = 16;

/// Steps of other strategies before one that ends a walk.
const MOST_BEFORE: usize = 2;

/// Tells the choices within a mutation from the choice of the seed.
const STEP: u32 = 0x8000_0000;

/// What a walk depends on, but for its number and how far it went.
#[derive(Debug)]
struct Run {
    pool: u64,
    strategy: &'static str,
    seed: u64,
    options: Options,
    book: Arc<RuleBook>,
}

impl Run {
    fn is(&self, strategy: &dyn Mutator, pool: &SeedPool, at: Position, kit: &Kit) -> bool {
        self.pool == pool.id()
            && self.strategy == strategy.about().name
            && self.seed == at.seed
            && self.options == kit.options
            && Arc::ptr_eq(&self.book, &kit.book)
    }
}

/// The walk that a kit is on.
#[derive(Debug)]
pub(crate) struct Known {
    run: Run,
    number: u64,
    walk: Walk,
}

/// A walk under way.
#[derive(Debug)]
struct Walk {
    /// Where it started.
    seed: usize,
    /// How many mutations away it is from there.
    length: u64,
    mutant: Mutant,
    trace: Vec<String>,
    parents: Vec<Parent>,
}

/// What a walk has come to.
#[derive(Debug)]
enum Mutant {
    /// A script that was parsed as a whole, and can be mutated again.
    Parsed(Box<Seed>),
    /// A text whose new part was checked.
    Text(String, Vec<Expect>, LabelSource),
    /// Nothing: the walk cannot go on.
    Stuck,
}

/// The formula at a position of a run.
pub(crate) fn formula(
    strategy: &dyn Mutator,
    pool: &SeedPool,
    at: Position,
    kit: &mut Kit,
) -> Result<Option<Formula>, Contradiction> {
    if !strategy.over().is_empty() {
        return over_mutants(strategy, pool, at, kit);
    }
    let steps = kit.options.steps.max(1);
    let (number, length) = (at.index / steps, at.index % steps + 1);
    let known = kit.walk.take().filter(|known| {
        known.number == number
            && known.walk.length <= length
            && known.run.is(strategy, pool, at, kit)
    });
    let mut walk = match known {
        Some(known) => known.walk,
        None => match Walk::start(strategy, pool, at, number, kit)? {
            Some(walk) => walk,
            None => return Ok(None),
        },
    };
    while walk.length < length {
        let rng = choices(strategy, at.seed, number * steps + walk.length);
        let last = walk.length + 1 == steps;
        walk.go_on(strategy, pool, rng, last, kit)?;
    }
    if length == steps {
        return Ok(walk.end(kit));
    }
    let formula = walk.shown(kit);
    let run = Run {
        pool: pool.id(),
        strategy: strategy.about().name,
        seed: at.seed,
        options: kit.options.clone(),
        book: kit.book.clone(),
    };
    kit.walk = Some(Known { run, number, walk });
    Ok(formula)
}

/// The formula of a strategy whose mutations end a walk: a few steps of others lead there, and every
/// position has a walk of its own.
fn over_mutants(
    strategy: &dyn Mutator,
    pool: &SeedPool,
    at: Position,
    kit: &mut Kit,
) -> Result<Option<Formula>, Contradiction> {
    let mut choice = Rng::new(at.seed, stream(strategy.about().name), at.index);
    let accepted = (0..TRIES).find_map(|_| {
        let chosen = choice.below(pool.len());
        let seed = pool.ready(chosen, &kit.options.allowed);
        strategy.accepts(&seed).then_some((chosen, seed))
    });
    let Some((chosen, seed)) = accepted else {
        return Ok(None);
    };
    let seed = &*seed;
    let mut rng = choices(strategy, at.seed, at.index);
    let mut walk = Walk::from(chosen, seed);
    let mut here: Option<Box<Seed>> = None;
    for _ in 0..rng.below(MOST_BEFORE + 1) {
        let Some(before) = rng.pick(strategy.over()) else {
            break;
        };
        let step = choices(*before, rng.next_u64(), at.index);
        let (traced, parents) = (walk.trace.len(), walk.parents.len());
        let from = here.as_deref().unwrap_or(seed);
        match walk.step(*before, from, pool, step, false, kit)? {
            Mutant::Parsed(next) => here = Some(next),
            _ => {
                walk.trace.truncate(traced);
                walk.parents.truncate(parents);
            }
        }
    }
    let from = here.as_deref().unwrap_or(seed);
    walk.mutant = walk.step(strategy, from, pool, rng, true, kit)?;
    Ok(walk.end(kit))
}

/// A strategy's stream of random numbers.
fn stream(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |h, b| {
        (h ^ u32::from(b)).wrapping_mul(0x0100_0193)
    }) & !STEP
}

/// The choices within one mutation.
fn choices(strategy: &dyn Mutator, seed: u64, step: u64) -> Rng {
    Rng::new(seed, stream(strategy.about().name) ^ STEP, step)
}

impl Walk {
    fn from(chosen: usize, seed: &Seed) -> Walk {
        Walk {
            seed: chosen,
            length: 1,
            mutant: Mutant::Stuck,
            trace: Vec::with_capacity(2),
            parents: vec![seed.parent.clone()],
        }
    }

    /// Chooses a seed and mutates it once.
    fn start(
        strategy: &dyn Mutator,
        pool: &SeedPool,
        at: Position,
        number: u64,
        kit: &mut Kit,
    ) -> Result<Option<Walk>, Contradiction> {
        let steps = kit.options.steps.max(1);
        let mut choice = Rng::new(at.seed, stream(strategy.about().name), number);
        for _ in 0..TRIES {
            let chosen = choice.below(pool.len());
            let seed = &*pool.ready(chosen, &kit.options.allowed);
            if !strategy.accepts(seed) {
                continue;
            }
            let mut walk = Walk::from(chosen, seed);
            let rng = choices(strategy, at.seed, number * steps);
            walk.mutant = walk.step(strategy, seed, pool, rng, steps == 1, kit)?;
            if !matches!(walk.mutant, Mutant::Stuck) {
                return Ok(Some(walk));
            }
        }
        Ok(None)
    }

    fn go_on(
        &mut self,
        strategy: &dyn Mutator,
        pool: &SeedPool,
        rng: Rng,
        last: bool,
        kit: &mut Kit,
    ) -> Result<(), Contradiction> {
        self.length += 1;
        if let Mutant::Parsed(from) = std::mem::replace(&mut self.mutant, Mutant::Stuck) {
            self.mutant = self.step(strategy, &from, pool, rng, last, kit)?;
            kit.recycle(from.script);
        }
        Ok(())
    }

    /// One mutation. A mutant that is the last of its walk, and that no model is at hand for, need
    /// not be parsed as a whole.
    fn step(
        &mut self,
        strategy: &dyn Mutator,
        from: &Seed,
        pool: &SeedPool,
        mut rng: Rng,
        last: bool,
        kit: &mut Kit,
    ) -> Result<Mutant, Contradiction> {
        let Some(mutation) = strategy.mutate(Start { seed: from, pool }, &mut rng, kit) else {
            return Ok(Mutant::Stuck);
        };
        let other = mutation.with;
        let other = other.map(|number| pool.ready(number, &kit.options.allowed));
        let other = other.as_deref();
        if mutation.text.len() > self.limit(pool, other, kit) {
            return Ok(Mutant::Stuck);
        }
        self.parents.extend(other.map(|o| o.parent.clone()));
        let step = Step::new(from, other, &mutation);
        if last && !step.has_model(kit) && from.is_flat() {
            let needs = kit.check_part(from, other, &mutation.text, &mutation.change);
            if let Some(needs) = needs {
                let (expect, label) = step.claimed(1);
                let text = kit.under_logic(&mutation.text, needs);
                self.trace.push(mutation.trace);
                return Ok(Mutant::Text(text, expect, label));
            }
        }
        self.parsed(from, other, mutation, kit)
    }

    /// Parses the whole of a mutant, and settles its label.
    fn parsed(
        &mut self,
        from: &Seed,
        other: Option<&Seed>,
        mut mutation: Mutation,
        kit: &mut Kit,
    ) -> Result<Mutant, Contradiction> {
        let text = std::mem::take(&mut mutation.text);
        let Some(script) = kit.check(text, &mutation.trace) else {
            return Ok(Mutant::Stuck);
        };
        let mut next = Seed::unnamed(script);
        let repaired = label::settle(&mut next, Step::new(from, other, &mutation), kit)?;
        self.trace.push(mutation.trace);
        self.trace.extend(repaired);
        Ok(Mutant::Parsed(Box::new(next)))
    }

    /// How large a mutant may be.
    fn limit(&self, pool: &SeedPool, other: Option<&Seed>, kit: &Kit) -> usize {
        let size = |seed: &Seed| seed.script.source().len();
        let seed = size(&pool.seeds()[self.seed]);
        let both = seed + other.map_or(0, size);
        (both * kit.options.growth)
            .min(kit.options.largest)
            .max(seed)
    }

    /// The formula at the end of a walk.
    fn end(self, kit: &mut Kit) -> Option<Formula> {
        let (text, expect, label) = match self.mutant {
            Mutant::Stuck => return None,
            Mutant::Text(text, expect, label) => (text, expect, label),
            Mutant::Parsed(seed) => {
                let text = kit.finished(&seed.script);
                kit.recycle(seed.script);
                (text, seed.expect, seed.label)
            }
        };
        let provenance = Provenance {
            parents: self.parents,
            trace: self.trace,
            ..Provenance::default()
        };
        Some(Formula {
            expect,
            label,
            text,
            provenance,
        })
    }

    /// The formula on the way.
    fn shown(&self, kit: &mut Kit) -> Option<Formula> {
        let Mutant::Parsed(seed) = &self.mutant else {
            return None;
        };
        Some(Formula {
            expect: seed.expect.clone(),
            label: seed.label,
            text: kit.finished(&seed.script),
            provenance: Provenance {
                parents: self.parents.clone(),
                trace: self.trace.clone(),
                ..Provenance::default()
            },
        })
    }
}
