//! Equality saturation: a term grows into an e-graph by the catalogue's equivalences, and a random
//! term comes out of it. It equals the first one by construction.
//!
//! All is bounded by counts, and every choice comes from the given random numbers.

mod build;
mod extract;
mod graph;
pub(crate) mod region;
mod search;

use crate::kit::Kit;
use crate::rulebook::RuleBook;
use crate::rules::{Direction, Head, Pattern, Relation, VarKind};
use crate::seed::Seed;
use crate::strategies::weaken::{brings_quantifier, holds};
use build::Builder;
use extract::Smallest;
use gadfly_rng::Rng;
use gadfly_term::NodeId;
use graph::{Class, Graph, Kind, Number};
use rustc_hash::FxHashMap;
use search::{Found, Search};

/// Attempts to use a rule.
const ATTEMPTS: usize = 112;
/// A graph has at most so many nodes that are not of the term.
const NODES: usize = 96;
/// So many unions are made before equal terms are looked for again.
const UNIONS: usize = 24;

/// A rule in one direction.
#[derive(Clone, Copy, Debug)]
struct Use {
    rule: u32,
    direction: Direction,
}

/// The equivalences of a rule book, by what they look for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equivalences {
    /// By the operator at the root.
    ops: FxHashMap<String, Vec<Use>>,
    /// By a literal or constant.
    constants: FxHashMap<String, Vec<Use>>,
    /// With a function of the script at the root.
    functions: Vec<Use>,
    /// Rules that rewrite any term of a sort.
    anything: Vec<Use>,
}

impl Equivalences {
    /// The equivalences of a book.
    pub(crate) fn of(book: &RuleBook) -> Equivalences {
        let mut all = Equivalences::default();
        for (number, rule) in book.rules.iter().enumerate() {
            if rule.relation != Relation::Equal {
                continue;
            }
            for direction in rule.directions() {
                let (from, to) = rule.sides(direction);
                let found = from.variables();
                // A function or a list that the found side does not have is not invented.
                let open = |var: &usize| {
                    !found.contains(var)
                        && !matches!(rule.vars[*var].kind, VarKind::Term(..) | VarKind::Nat(..))
                };
                if to.variables().iter().any(open) {
                    continue;
                }
                let one = Use {
                    rule: number as u32,
                    direction,
                };
                match from {
                    Pattern::Apply(Head::Op(name) | Head::Indexed(name, _), _) => {
                        all.ops.entry(name.clone()).or_default().push(one);
                    }
                    Pattern::Apply(..) => all.functions.push(one),
                    Pattern::Constant(text) => {
                        all.constants.entry(text.clone()).or_default().push(one);
                    }
                    Pattern::Var(_) | Pattern::BitVec(..) | Pattern::Numeral(_) => {
                        all.anything.push(one);
                    }
                    _ => {}
                }
            }
        }
        all
    }

    /// What may rewrite a node: rules for its head, rarely one for any term of its sort.
    fn pick(&self, graph: &Graph, node: Number, rng: &mut Rng) -> Option<Use> {
        let label = graph.label(node);
        let own = match &label.kind {
            Kind::Op(name, _) => self.ops.get(&**name),
            Kind::Fun(_) => Some(&self.functions),
            Kind::Leaf => self.constants.get(&*label.text),
            Kind::Other => None,
        };
        let some = own.filter(|uses| !uses.is_empty() && !rng.chance(1, 4));
        rng.pick(some.unwrap_or(&self.anything)).copied()
    }
}

/// A term that equals another one.
#[derive(Debug)]
pub(crate) struct Equal {
    /// The new term.
    pub(crate) text: String,
    /// All rules that were used, by their numbers, each once: what it equals the old one by is among
    /// them, and a rule that turns out wrong makes it doubtful.
    pub(crate) used: Vec<u32>,
}

/// A term that equals a node's; `None` where none but itself was found.
pub(crate) fn equal_term(seed: &Seed, node: NodeId, rng: &mut Rng, kit: &mut Kit) -> Option<Equal> {
    let (mut graph, root) = region::graph_of(seed, node);
    let used = saturate(seed, &mut graph, rng, kit);
    let smallest = Smallest::of(&graph);
    let size = seed.script.size(node);
    let least = smallest.class(&graph, root);
    let budget = least.max(size) + 8 + rng.below(size as usize * 2 + 24) as u32;
    let text = smallest.write(&graph, root, budget, Some(rng))?;
    (text != seed.script.text(node)).then_some(Equal { text, used })
}

/// Uses random rules at random nodes, up to the bounds. Returns those that were used.
fn saturate(seed: &Seed, graph: &mut Graph, rng: &mut Rng, kit: &mut Kit) -> Vec<u32> {
    let book = kit.book.clone();
    let rules = book.equivalences();
    let (most, mut unions) = (graph.nodes.len() + NODES, 0);
    let mut used = Vec::new();
    let mut found = Found::default();
    for attempt in 0..ATTEMPTS {
        if graph.nodes.len() >= most {
            break;
        }
        let node = rng.below(graph.nodes.len());
        let Some(one) = rules.pick(graph, node, rng) else {
            continue;
        };
        if apply(seed, graph, node, one, attempt, &mut found, rng, kit) {
            used.push(one.rule);
            unions += 1;
            if unions % UNIONS == 0 {
                graph.rebuild();
            }
        }
    }
    graph.rebuild();
    used.sort_unstable();
    used.dedup();
    used
}

/// Uses a rule at a node; whether it made two classes one.
#[allow(
    clippy::too_many_arguments,
    reason = "one step of a loop with its whole state"
)]
fn apply(
    seed: &Seed,
    graph: &mut Graph,
    node: Number,
    one: Use,
    attempt: usize,
    found: &mut Found,
    rng: &mut Rng,
    kit: &mut Kit,
) -> bool {
    let book = kit.book.clone();
    let rule = &book.rules[one.rule as usize];
    let (from, to) = rule.sides(one.direction);
    let quantified = brings_quantifier(to);
    if book.is_quarantined(&rule.id) || quantified && !rng.chance(1, 8) {
        return false;
    }
    found.clear(rule);
    let mut search = Search {
        seed,
        graph,
        rule,
        rng,
    };
    if !search.node(from, node, found) {
        return false;
    }
    let class = graph.class(node);
    let mut builder = Builder {
        seed,
        graph,
        rule,
        rng,
        kit,
    };
    if builder.choose(to, found).is_none()
        || !rule.conditions.iter().all(|c| holds(c, &found.bindings))
    {
        return false;
    }
    let new: Option<Class> = if quantified {
        let ty = builder.graph.ty(class).clone();
        builder.quantified(to, &ty, found, attempt)
    } else {
        builder.build(to, found)
    };
    new.is_some_and(|new| graph.union(class, new))
}
