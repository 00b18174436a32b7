//! Stacks: the assertions of a seed come and go, on levels that are pushed and popped, behind guards
//! that checks assume, between assertions of another seed and negations of their own; and the solver
//! is asked again and again.
//!
//! What holds of each check follows from the seeds' answers: fewer assertions of a satisfiable seed are
//! satisfiable, all of an unsatisfiable one are not, whatever stands beside them.

use crate::kit::Kit;
use crate::partner::{Side, Start};
use crate::prepare::ANY_LOGIC;
use crate::seed::Seed;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_term::CommandKind;
use std::fmt::Write as _;

/// `stack`
#[derive(Debug)]
pub(crate) struct Stack;

const ABOUT: About = About::new(
    "stack",
    "assertions of two seeds are pushed, popped and assumed, with many checks",
    Takes::TwoSeeds,
    Promise::Sometimes,
);

/// Checks of one script.
const CHECKS: usize = 6;
/// Steps between the first and the last check.
const STEPS: usize = 12;
/// Levels at once.
const DEPTH: usize = 6;

impl Mutator for Stack {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.fusable().is_some()
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let pair = from.pair(rng, kit)?;
        let mut writer = Writer::new(pair.sides()?, rng)?;
        writer.declare();
        for _ in 0..STEPS {
            if writer.expect.len() + 1 < CHECKS {
                writer.step(rng);
            }
        }
        writer.finish();
        let mut mutation = Mutation::new(writer.text, writer.trace);
        mutation.with = Some(pair.second.number);
        mutation.claim = Claim::Answers(writer.expect);
        Some(mutation)
    }
}

/// An assertion: of the first or the second seed, and which.
type Fact = (usize, usize);

/// What one level holds.
#[derive(Debug, Default)]
struct Level {
    facts: Vec<Fact>,
    /// Assertions that count where their guard is assumed.
    guarded: Vec<Fact>,
    /// Whether an assertion and its negation are there.
    contradicts: bool,
}

/// A script being written, with what is on its stack.
struct Writer<'a> {
    sides: [Side<'a>; 2],
    levels: Vec<Level>,
    text: String,
    trace: String,
    expect: Vec<Expect>,
    /// Guards have names that nothing else has.
    guard: String,
    /// Assertions of the first seed that are guarded wherever they stand.
    guards: Vec<usize>,
}

impl<'a> Writer<'a> {
    fn new(sides: [Side<'a>; 2], rng: &mut Rng) -> Option<Writer<'a>> {
        let taken = |name: &str| {
            sides
                .iter()
                .any(|side| side.seed.script.source().contains(name))
        };
        let guard = ["guard!", "guard!!", "guard!!!"]
            .into_iter()
            .find(|name| !taken(name))?;
        let all = sides[0].parts.assertions.len();
        let guards = match rng.below(3) {
            0 => Vec::new(),
            _ => (0..all).filter(|_| rng.chance(1, 3)).take(8).collect(),
        };
        Some(Writer {
            sides,
            levels: vec![Level::default()],
            text: String::new(),
            trace: String::from("stack"),
            expect: Vec::new(),
            guard: guard.to_owned(),
            guards,
        })
    }

    fn declare(&mut self) {
        self.text.push_str(ANY_LOGIC);
        for Side { seed, parts } in self.sides {
            self.text
                .push_str(&seed.script.source()[parts.declarations.clone()]);
        }
        for n in 0..self.guards.len() {
            let _ = writeln!(self.text, "(declare-const {}{n} Bool)", self.guard);
        }
    }

    fn step(&mut self, rng: &mut Rng) {
        match rng.below(8) {
            0..3 => self.more(0, rng),
            3 => self.more(1, rng),
            4 => self.pop(rng),
            5 => self.junk(rng),
            6 => self.assuming(rng),
            _ => self.check(),
        }
    }

    /// All of the first seed and nothing of the second, in the end.
    fn finish(&mut self) {
        let foreign =
            |level: &Level| level.contradicts || level.facts.iter().any(|fact| fact.0 == 1);
        while let Some(at) = self.levels.iter().position(foreign) {
            if at == 0 {
                break;
            }
            self.pop_to(at);
        }
        let missing = self.missing(0);
        self.assert(missing);
        match self.guards.is_empty() {
            true => self.check(),
            false => self.assume((0..self.guards.len()).collect()),
        }
    }

    fn present(&self) -> impl Iterator<Item = Fact> {
        let both = |level: &'_ Level| {
            level
                .facts
                .iter()
                .chain(&level.guarded)
                .copied()
                .collect::<Vec<_>>()
        };
        self.levels.iter().flat_map(both)
    }

    fn missing(&self, side: usize) -> Vec<Fact> {
        let present: Vec<Fact> = self.present().collect();
        let all = (0..self.sides[side].parts.assertions.len()).map(|n| (side, n));
        all.filter(|fact| !present.contains(fact)).collect()
    }

    /// Some more assertions of a seed, mostly on a level of their own. Those of the second never stand
    /// on the ground, so that they can be taken back.
    fn more(&mut self, side: usize, rng: &mut Rng) {
        let mut missing = self.missing(side);
        if missing.is_empty() {
            return;
        }
        if side == 1 || rng.chance(2, 3) {
            self.push();
        }
        rng.shuffle(&mut missing);
        missing.truncate(rng.below(missing.len()) + 1);
        self.assert(missing);
        if rng.chance(1, 2) {
            self.check();
        }
    }

    fn push(&mut self) {
        if self.levels.len() <= DEPTH {
            self.text.push_str("(push 1)\n");
            self.levels.push(Level::default());
        }
    }

    fn pop(&mut self, rng: &mut Rng) {
        if self.levels.len() > 1 {
            let to = 1 + rng.below(self.levels.len() - 1);
            self.pop_to(to);
            if rng.chance(1, 2) {
                self.check();
            }
        }
    }

    fn pop_to(&mut self, height: usize) {
        let _ = writeln!(self.text, "(pop {})", self.levels.len() - height);
        self.levels.truncate(height);
    }

    fn assert(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            let term = self.term(fact);
            let guard = self.guards.iter().position(|n| fact == (0, *n));
            let level = self.levels.last_mut();
            match (guard, level) {
                (Some(guard), Some(level)) => {
                    level.guarded.push(fact);
                    let _ = writeln!(self.text, "(assert (=> {}{guard} {term}))", self.guard);
                }
                (None, Some(level)) => {
                    level.facts.push(fact);
                    let _ = writeln!(self.text, "(assert {term})");
                }
                (_, None) => {}
            }
        }
    }

    fn term(&self, (side, n): Fact) -> &'a str {
        let Side { seed, parts } = self.sides[side];
        seed.script.text(parts.assertions[n])
    }

    /// The negation of something that is there, for a moment.
    fn junk(&mut self, rng: &mut Rng) {
        let there: Vec<Fact> = self
            .levels
            .iter()
            .flat_map(|level| level.facts.iter().copied())
            .collect();
        let Some(fact) = rng.pick(&there).copied() else {
            return;
        };
        // A name that an assertion gives may be given once.
        if self.levels.len() > DEPTH || self.term(fact).contains(":named") {
            return;
        }
        self.push();
        let _ = writeln!(self.text, "(assert (not {}))", self.term(fact));
        if let Some(level) = self.levels.last_mut() {
            level.contradicts = true;
        }
        if rng.chance(2, 3) {
            self.check();
        }
        let below = self.levels.len() - 1;
        self.pop_to(below);
    }

    fn assuming(&mut self, rng: &mut Rng) {
        let chosen = (0..self.guards.len())
            .filter(|_| rng.chance(1, 2))
            .collect();
        self.assume(chosen);
    }

    fn assume(&mut self, chosen: Vec<usize>) {
        if self.guards.is_empty() {
            return;
        }
        let sign = |n: usize| match chosen.contains(&n) {
            true => format!("{}{n}", self.guard),
            false => format!("(not {}{n})", self.guard),
        };
        let literals: Vec<String> = (0..self.guards.len()).map(sign).collect();
        let _ = writeln!(self.text, "(check-sat-assuming ({}))", literals.join(" "));
        let assumed: Vec<Fact> = chosen.iter().map(|n| (0, self.guards[*n])).collect();
        self.expect.push(self.answer(&assumed));
    }

    fn check(&mut self) {
        self.text.push_str("(check-sat)\n");
        self.expect.push(self.answer(&[]));
    }

    /// What follows for a check now, where these guarded assertions count.
    fn answer(&self, assumed: &[Fact]) -> Expect {
        if self.levels.iter().any(|level| level.contradicts) {
            return Expect::Unsat;
        }
        let guarded = |fact: &&Fact| assumed.contains(fact);
        let mut there: Vec<Fact> = Vec::new();
        for level in &self.levels {
            there.extend(&level.facts);
            there.extend(level.guarded.iter().filter(guarded));
        }
        let sides = [0, 1].map(|side| {
            let count = there.iter().filter(|fact| fact.0 == side).count();
            let Side { seed, parts } = self.sides[side];
            match seed.single() {
                Some(Expect::Sat) => Expect::Sat,
                Some(Expect::Unsat) if count == parts.assertions.len() => Expect::Unsat,
                // Its definitions stand there all the same; recursive ones can contradict themselves.
                _ if count == 0 && !recursive(seed) => Expect::Sat,
                _ => Expect::Unknown,
            }
        });
        let both = there.iter().any(|f| f.0 == 0) && there.iter().any(|f| f.0 == 1);
        // Both models may need one open value (a division by zero) to differ.
        let clash = both && self.sides[0].parts.open & self.sides[1].parts.open != 0;
        match sides {
            [Expect::Unsat, _] | [_, Expect::Unsat] => Expect::Unsat,
            [Expect::Sat, Expect::Sat] if !clash => Expect::Sat,
            _ => Expect::Unknown,
        }
    }
}

fn recursive(seed: &Seed) -> bool {
    let kinds = [CommandKind::DefineFunRec, CommandKind::DefineFunsRec];
    let mut commands = seed.script.commands().iter();
    commands.any(|command| kinds.contains(&command.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_catalog::Catalog;
    use gadfly_eval::{Model, Truth, evaluate_at};
    use gadfly_formula::Formula;
    use gadfly_term::{Mode, Parser};
    use std::sync::Arc;

    const SEEDS: [(&str, &str); 3] = [
        (
            "sat.smt2",
            "(set-info :status sat)(declare-const p Bool)(declare-const q Bool)\
             (assert (or p q))(assert (not (and p q)))(assert (=> q p))(check-sat)",
        ),
        (
            "unsat.smt2",
            "(set-info :status unsat)(declare-const r Bool)(define-fun d () Bool (not r))\
             (assert (or r d))(assert (! r :named n))(assert d)(check-sat)",
        ),
        (
            "open.smt2",
            "(declare-const s Bool)(assert s)(assert (not (not s)))(check-sat)",
        ),
    ];

    fn formulas(seeds: &[(&str, &str)]) -> Vec<Formula> {
        let catalog = Catalog::builtin();
        let (pool, refused) = SeedPool::read(seeds.iter().copied(), &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let at = |index| Position { seed: 1, index };
        let made =
            (0..300).filter_map(|index| make(&mut Stack, &pool, at(index), &mut kit).unwrap());
        let made = made.collect();
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        made
    }

    /// Whether some values of the Boolean constants satisfy what counts at a check.
    fn satisfiable(text: &str, check: usize) -> bool {
        let catalog = Catalog::builtin();
        let script = Parser::new(&catalog, Mode::Lenient).parse(text).unwrap();
        let constants: Vec<String> = script
            .funs()
            .filter(|fun| script.fun(*fun).kind == gadfly_term::FunKind::Declared)
            .map(|fun| script.name(script.fun(fun).symbol).to_owned())
            .collect();
        (0..1_u32 << constants.len()).any(|bits| {
            let mut model = String::from("(");
            for (n, name) in constants.iter().enumerate() {
                let _ = write!(model, "(define-fun {name} () Bool {})", bits >> n & 1 == 1);
            }
            model.push(')');
            let model = Model::parse(&model, &script).unwrap();
            evaluate_at(&script, &model, check).overall == Truth::True
        })
    }

    #[test]
    fn every_check_has_the_answer_that_it_is_given() {
        let (mut known, mut open) = (0, 0);
        for formula in formulas(&SEEDS) {
            for (check, expect) in formula.expect.iter().enumerate() {
                let wanted = match satisfiable(&formula.text, check) {
                    true => Expect::Sat,
                    false => Expect::Unsat,
                };
                match expect {
                    Expect::Unknown => open += 1,
                    _ => {
                        assert_eq!(*expect, wanted, "check {check} of\n{}", formula.text);
                        known += 1;
                    }
                }
            }
        }
        assert!(known > 500 && open > 50, "{known} {open}");
    }

    #[test]
    fn all_kinds_of_steps_are_taken_and_the_seed_comes_last() {
        let made = formulas(&SEEDS[..1]);
        let has = |what: &str| {
            made.iter()
                .filter(|formula| formula.text.contains(what))
                .count()
        };
        for what in [
            "(push 1)",
            "(pop 1)",
            "(pop 2)",
            "(check-sat-assuming (",
            "(assert (not ",
            "(=> guard!",
        ] {
            assert!(has(what) > 3, "{what}");
        }
        assert!(
            made.iter()
                .all(|formula| formula.expect.last() == Some(&Expect::Sat))
        );
        assert!(made.iter().all(|formula| formula.expect.len() <= CHECKS));
    }

    #[test]
    fn what_is_no_flat_script_is_left_alone() {
        let stacked = "(declare-const p Bool)(push 1)(assert p)(check-sat)(pop 1)(check-sat)";
        assert!(formulas(&[("stacked.smt2", stacked)]).is_empty());
    }
}
