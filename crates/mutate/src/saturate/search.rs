//! Finding a rule's pattern among the classes of an e-graph.
//!
//! A pattern is found at a node; below it, each part of the pattern is looked for among the nodes of
//! a class, and the first that fits is taken, from a random one on. Not every match is found in one
//! attempt: many are made.

use super::graph::{Class, Graph, Kind, Number};
use crate::matching::bits_of_text;
use crate::needed::meets;
use crate::rules::{Bindings, Head as HeadPattern, Need, Pattern, Rule, Slot, VarKind};
use crate::seed::Seed;
use crate::sorts::{bind, bind_function};
use gadfly_rng::Rng;
use gadfly_syntax::quoted;
use gadfly_term::{FunId, FunKind};

/// What a variable of a rule stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Held {
    /// Nothing yet.
    #[default]
    Nothing,
    /// A term.
    Class(Class),
    /// Neighbouring arguments.
    List(Vec<Class>),
    /// A function.
    Fun(FunId),
}

/// The values of a rule's variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) held: Vec<Held>,
    /// Numbers, sorts, and the texts of literals and functions.
    pub(super) bindings: Bindings<'static>,
}

impl Found {
    /// Nothing, for a rule.
    pub(super) fn clear(&mut self, rule: &Rule) {
        self.held.clear();
        self.held.resize_with(rule.vars.len(), Held::default);
        self.bindings
            .clear(rule.vars.len(), rule.sizes, rule.params);
    }
}

/// A search for one rule.
pub(super) struct Search<'a> {
    pub(super) seed: &'a Seed,
    pub(super) graph: &'a Graph,
    pub(super) rule: &'a Rule,
    pub(super) rng: &'a mut Rng,
}

impl Search<'_> {
    /// Whether a node is what a pattern says.
    pub(super) fn node(&mut self, pattern: &Pattern, node: Number, found: &mut Found) -> bool {
        let graph = self.graph;
        match pattern {
            Pattern::Var(var) => self.variable(*var, graph.class(node), found),
            Pattern::Constant(text) => is_leaf(graph, node) && *graph.label(node).text == **text,
            Pattern::BitVec(value, width) => {
                let bits = is_leaf(graph, node).then(|| bits_of_text(&graph.label(node).text));
                bits.flatten().is_some_and(|(v, w)| {
                    v == *value && width.accept(w, &mut found.bindings.numbers)
                })
            }
            Pattern::Numeral(number) => {
                let value = graph.label(node).text.parse();
                is_leaf(graph, node)
                    && value.is_ok_and(|n| number.accept(n, &mut found.bindings.numbers))
            }
            Pattern::Apply(head, args) => {
                self.head(head, node, found) && self.arguments(args, node, found)
            }
            // Quantifiers are leaves of the graph.
            _ => false,
        }
    }

    /// Whether some node of a class is what a pattern says.
    fn class(&mut self, pattern: &Pattern, class: Class, found: &mut Found) -> bool {
        if let Pattern::Var(var) = pattern {
            return self.variable(*var, class, found);
        }
        let members = self.graph.members(class);
        let from = self.rng.below(members.len());
        for n in 0..members.len() {
            let node = members[(from + n) % members.len()] as Number;
            if !self.may_fit(pattern, node) {
                continue;
            }
            let before = found.clone();
            if self.node(pattern, node, found) {
                return true;
            }
            *found = before;
        }
        false
    }

    /// A quick look, before what was found so far is put aside.
    fn may_fit(&self, pattern: &Pattern, node: Number) -> bool {
        let kind = &self.graph.label(node).kind;
        match (pattern, kind) {
            (
                Pattern::Apply(HeadPattern::Op(name) | HeadPattern::Indexed(name, _), _),
                Kind::Op(op, _),
            ) => **op == **name,
            (Pattern::Apply(..), Kind::Fun(_)) => true,
            (Pattern::Apply(..), _) => false,
            _ => *kind == Kind::Leaf,
        }
    }

    fn variable(&mut self, var: usize, class: Class, found: &mut Found) -> bool {
        let class = self.graph.find(class);
        if let Held::Class(known) = found.held[var] {
            return self.graph.find(known) == class;
        }
        let VarKind::Term(sort, need) = &self.rule.vars[var].kind else {
            return false;
        };
        if !bind(sort, self.graph.ty(class), &mut found.bindings) {
            return false;
        }
        if *need != Need::Any {
            let leaves = self.graph.members(class).iter().map(|&n| n as Number);
            let mut texts = leaves
                .filter(|&node| is_leaf(self.graph, node))
                .map(|node| &self.graph.label(node).text);
            let Some(text) = texts.find(|text| meets(text, need)) else {
                return false;
            };
            found.bindings.slots[var] = Slot::Text(text.to_string().into());
        }
        found.held[var] = Held::Class(class);
        true
    }

    fn head(&mut self, head: &HeadPattern, node: Number, found: &mut Found) -> bool {
        let label = self.graph.label(node);
        match (head, &label.kind) {
            (HeadPattern::Op(name), Kind::Op(..)) => *label.text == **name,
            (HeadPattern::Indexed(name, numbers), Kind::Op(op, indices)) => {
                **op == **name
                    && indices.len() == numbers.len()
                    && (numbers.iter().zip(indices))
                        .all(|(n, &i)| n.accept(i, &mut found.bindings.numbers))
            }
            (HeadPattern::Function(var), Kind::Fun(fun)) => self.function(*var, *fun, found),
            (HeadPattern::Tester(var), Kind::Fun(fun)) => match self.seed.script.fun(*fun).kind {
                FunKind::Tester(constructor) => self.function(*var, constructor, found),
                _ => false,
            },
            _ => false,
        }
    }

    fn function(&mut self, var: usize, fun: FunId, found: &mut Found) -> bool {
        if let Held::Fun(known) = found.held[var] {
            return known == fun;
        }
        let kind = &self.rule.vars[var].kind;
        let fits = bind_function(kind, self.seed, fun, &mut found.bindings);
        if fits {
            found.held[var] = Held::Fun(fun);
            let script = &self.seed.script;
            let name = quoted(script.name(script.fun(fun).symbol)).into_owned();
            found.bindings.slots[var] = Slot::Text(name.into());
        }
        fits
    }

    fn arguments(&mut self, patterns: &[Pattern], node: Number, found: &mut Found) -> bool {
        let graph = self.graph;
        let args = graph.args(node);
        let is_list = |pattern: &&Pattern| matches!(pattern, Pattern::Rest(_));
        let mut lists = patterns.iter().filter(is_list).count();
        let fixed = patterns.len() - lists;
        if args.len() < fixed || (lists == 0 && args.len() != fixed) {
            return false;
        }
        let (mut spare, mut at) = (args.len() - fixed, 0);
        for pattern in patterns {
            let Pattern::Rest(var) = pattern else {
                if !self.class(pattern, args[at], found) {
                    return false;
                }
                at += 1;
                continue;
            };
            lists -= 1;
            let take = match lists {
                0 => spare,
                _ => self.rng.below(spare + 1),
            };
            let items: Vec<Class> = args[at..at + take].iter().map(|&a| graph.find(a)).collect();
            if matches!(&found.held[*var], Held::List(known) if *known != items) {
                return false;
            }
            found.held[*var] = Held::List(items);
            at += take;
            spare -= take;
        }
        true
    }
}

fn is_leaf(graph: &Graph, node: Number) -> bool {
    graph.label(node).kind == Kind::Leaf
}
