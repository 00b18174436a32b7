//! Objectives: terms of a seed are made least or greatest, soft constraints are weighed, and constants
//! that the seed does not know have an optimum that is known by construction (`optimum.rs`). The seed's
//! answer stays, as no objective rules a model out and the new constants can always be given values.
//!
//! Only what z3's optimiser reads stands in an objective: numbers that are sums and multiples of constants
//! and applications, and bit-vectors. There is one check: with the Pareto order each further one would
//! ask for another point of the front.

use crate::kit::Kit;
use crate::optimum::{Optimum, signed, with_optimum};
use crate::partner::Start;
use crate::seed::Seed;
use crate::strategies::swap::clip;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_term::{CommandKind, Head, NodeId, Script, SortKind};
use std::fmt::Write as _;

/// `objective`
#[derive(Debug)]
pub(crate) struct Objective;

const ABOUT: About = About {
    commands: &["minimize", "maximize", "assert-soft", "get-objectives"],
    ..About::new(
        "objective",
        "terms of a seed become objectives, beside some whose optimum is known",
        Takes::Seed,
        Promise::Sometimes,
    )
};

/// A script has at most so many objectives more than its seed.
const MOST: usize = 4;
/// Formulas longer than this do not become soft constraints or guards.
const LONGEST: usize = 400;
/// Pareto fronts can be endless where a bound is not reached, so they are rare.
const ORDERS: [&str; 7] = ["lex", "lex", "lex", "box", "box", "box", "pareto"];
const WEIGHTS: [&str; 8] = ["1", "2", "3", "7", "10", "0.5", "2.25", "100"];

impl Mutator for Objective {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn over(&self) -> &'static [&'static dyn Mutator] {
        super::BEFORE_QUESTIONS
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.is_flat() && is_supported(&seed.script) && !terms(seed).is_empty()
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, _: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        let script = &seed.script;
        if !seed.is_flat() || !is_supported(script) {
            return None;
        }
        let check = script
            .commands()
            .iter()
            .find(|c| c.kind == CommandKind::CheckSat)?;
        let mut writer = Writer {
            seed,
            terms: terms(seed),
            formulas: seed.formulas(LONGEST),
            text: String::new(),
            trace: Vec::new(),
            values: String::new(),
            fresh: 0,
        };
        let priority = writer.priority(rng);
        for _ in 0..1 + rng.below(MOST) {
            writer.objective(rng)?;
        }
        let (before, behind) = script.source().split_at(check.span.end as usize);
        let (before, check) = before.split_at(check.span.start as usize);
        let mut text = String::with_capacity(script.source().len() + writer.text.len() + 80);
        let first = before.find('\n').map_or(0, |end| end + 1);
        text.push_str(&before[..first]);
        text.push_str(&priority);
        text.push_str(&before[first..]);
        text.push_str(&writer.text);
        text.push_str(check);
        if !script.source().contains("(get-objectives)") {
            text.push_str("\n(get-objectives)\n(get-model)");
        }
        text.push_str(behind);
        let mut mutation = Mutation::new(text, writer.trace.join("; "));
        mutation.claim = Claim::Answers(seed.expect.clone());
        mutation.witness = seed.known.model.as_deref().and_then(|model| {
            let open = model.trim_end().strip_suffix(')')?;
            Some(format!("{open}{})", writer.values))
        });
        Some(mutation)
    }
}

/// What is added to a seed.
struct Writer<'a> {
    seed: &'a Seed,
    /// Terms that can be objectives.
    terms: Vec<NodeId>,
    /// Formulas that can be soft constraints.
    formulas: Vec<NodeId>,
    text: String,
    trace: Vec<String>,
    /// A model of the new constants.
    values: String,
    /// Names were tried up to this number.
    fresh: usize,
}

impl Writer<'_> {
    /// The order among objectives, where the seed has none. It is always said: z3 keeps the last one over
    /// a `(reset)`.
    fn priority(&mut self, rng: &mut Rng) -> String {
        let order = *rng.pick(&ORDERS).unwrap_or(&"lex");
        if self.seed.script.source().contains(":opt.priority") {
            return String::new();
        }
        self.trace.push(order.to_string());
        format!("(set-option :opt.priority {order})\n")
    }

    fn objective(&mut self, rng: &mut Rng) -> Option<()> {
        match rng.below(8) {
            0..=2 => self.term(rng),
            3 => self.sum(rng),
            4 | 5 => self.known(rng),
            6 if !self.formulas.is_empty() => self.soft(rng),
            _ => self.known_soft(rng),
        }
    }

    /// A term of the seed. Bit-vectors are compared without sign, unless their order is turned.
    fn term(&mut self, rng: &mut Rng) -> Option<()> {
        let node = *rng.pick(&self.terms)?;
        let text = self.seed.script.text(node);
        let text = match self.ty(node) {
            Ty::BitVec(width) if rng.chance(1, 3) => signed(*width, text),
            _ => text.to_string(),
        };
        self.write(&text, rng);
        Some(())
    }

    /// A sum of two terms of a sort.
    fn sum(&mut self, rng: &mut Rng) -> Option<()> {
        let first = *rng.pick(&self.terms)?;
        let same: Vec<NodeId> = self
            .terms
            .iter()
            .copied()
            .filter(|n| self.ty(*n) == self.ty(first))
            .collect();
        let second = *rng.pick(&same)?;
        let (a, b) = (self.seed.script.text(first), self.seed.script.text(second));
        let factor = rng.between(2, 5);
        let sum = match self.ty(first) {
            Ty::Int if rng.chance(1, 2) => format!("(- {a} (* {factor} {b}))"),
            Ty::Int => format!("(+ {a} (* {factor} {b}))"),
            Ty::Real if rng.chance(1, 2) => format!("(- {a} (* {factor}.0 {b}))"),
            Ty::Real => format!("(+ {a} (* {factor}.0 {b}))"),
            _ => format!("(bvadd {a} {b})"),
        };
        self.write(&sum, rng);
        Some(())
    }

    /// A new constant with bounds, some of them behind formulas that hold anyway.
    fn known(&mut self, rng: &mut Rng) -> Option<()> {
        let ty = self.ty(*rng.pick(&self.terms)?).clone();
        let name = self.fresh("m")?;
        let guard = self.guard(rng);
        let Optimum {
            text,
            objective,
            least,
            value,
            witness,
        } = with_optimum(&ty, &name, guard, rng);
        self.text.push_str(&text);
        let command = if least { "minimize" } else { "maximize" };
        let _ = writeln!(self.text, "({command} {objective})");
        self.trace
            .push(format!("{command} {} {value}", clip(&objective)));
        let _ = write!(self.values, "(define-fun {name} () {ty} {witness})");
        Some(())
    }

    /// A formula that the seed asserts.
    fn guard(&self, rng: &mut Rng) -> Option<&str> {
        let script = &self.seed.script;
        let all: Vec<NodeId> = script.assertions().collect();
        let text = script.text(*rng.pick(&all)?);
        (text.len() <= LONGEST).then_some(text)
    }

    /// Formulas of the seed with weights, under one name.
    fn soft(&mut self, rng: &mut Rng) -> Option<()> {
        let id = self.fresh("g")?;
        for _ in 0..1 + rng.below(3) {
            let formula = self.seed.script.text(*rng.pick(&self.formulas)?);
            let weight = rng.pick(&WEIGHTS)?;
            let (open, close) = if rng.chance(1, 3) {
                ("(not ", ")")
            } else {
                ("", "")
            };
            let _ = writeln!(
                self.text,
                "(assert-soft {open}{formula}{close} :weight {weight} :id {id})"
            );
            self.trace
                .push(format!("soft {open}{}{close} {weight}", clip(formula)));
        }
        Some(())
    }

    /// A new truth that is wanted both ways: the lower weight is lost.
    fn known_soft(&mut self, rng: &mut Rng) -> Option<()> {
        let (name, id) = (self.fresh("p")?, self.fresh("g")?);
        let (a, b) = (rng.between(1, 9), rng.between(1, 9));
        let _ = write!(
            self.text,
            "(declare-const {name} Bool)\n(assert-soft {name} :weight {a} :id {id})\n\
             (assert-soft (not {name}) :weight {b} :id {id})\n"
        );
        self.trace.push(format!("soft {id} = {}", a.min(b)));
        let _ = write!(self.values, "(define-fun {name} () Bool true)");
        Some(())
    }

    fn write(&mut self, term: &str, rng: &mut Rng) {
        let command = ["minimize", "maximize"][rng.below(2)];
        let _ = writeln!(self.text, "({command} {term})");
        self.trace.push(format!("{command} {}", clip(term)));
    }

    fn ty(&self, node: NodeId) -> &Ty {
        self.seed.ty(self.seed.script.sort(node))
    }

    /// A name that the seed does not use.
    fn fresh(&mut self, letter: &str) -> Option<String> {
        let script = &self.seed.script;
        let mut numbers = self.fresh..;
        let (number, name) = numbers.find_map(|n| {
            let name = format!("{letter}!{n}");
            script.symbol(&name).is_none().then_some((n, name))
        })?;
        self.fresh = number + 1;
        Some(name)
    }
}

/// Whether z3's optimiser is made for what a script is about.
fn is_supported(script: &Script) -> bool {
    let sort = |node| {
        matches!(
            script.sort_kind(script.sort(node)),
            SortKind::Bool
                | SortKind::Int
                | SortKind::Real
                | SortKind::BitVec(_)
                | SortKind::Array(..)
                | SortKind::Uninterpreted(..)
        )
    };
    let head = |node| {
        let bound = matches!(
            script.head(node),
            Head::Forall | Head::Exists | Head::Lambda
        );
        !bound && script.head(node) != Head::Opaque
    };
    script.nodes().all(|node| sort(node) && head(node))
}

/// The terms of assertions that can be objectives.
fn terms(seed: &Seed) -> Vec<NodeId> {
    let (script, analysis) = (&seed.script, seed.analysis());
    let linear = linear(script);
    let fits = |node: &NodeId| {
        linear[node.index()]
            && depends(script, *node)
            && matches!(
                seed.ty(script.sort(*node)),
                Ty::Int | Ty::Real | Ty::BitVec(_)
            )
            && analysis.is_closed(*node)
            && analysis.assertion(script, *node).is_some()
    };
    analysis.places.iter().copied().filter(fits).collect()
}

/// Whether a term has a constant or function that is declared.
fn depends(script: &Script, node: NodeId) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if matches!(script.head(node), Head::Fun(_)) {
            return true;
        }
        open.extend(script.args(node));
    }
    false
}

/// For each node, whether it is a number by sums and multiples of constants and applications, or a
/// bit-vector.
fn linear(script: &Script) -> Vec<bool> {
    let mut linear = vec![false; script.len()];
    for node in script.nodes() {
        let args = script.args(node);
        let all = |args: &[NodeId]| args.iter().all(|a| linear[a.index()]);
        let literal = |a: &&NodeId| matches!(script.head(**a), Head::Literal(_));
        let bits = matches!(script.sort_kind(script.sort(node)), SortKind::BitVec(_));
        linear[node.index()] = match script.head(node) {
            Head::Literal(_) | Head::Fun(_) => true,
            Head::Op(op) => match script.op_name(op) {
                "select" => true,
                "ite" => all(&args[1..]),
                "+" | "-" | "to_real" => all(args),
                "*" => all(args) && args.iter().filter(|a| !literal(a)).count() < 2,
                _ => bits && all(args),
            },
            _ => false,
        };
    }
    linear
}
