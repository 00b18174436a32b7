//! Finding a rule's pattern in a script.

use crate::needed::meets;
use crate::rules::{Bindings, Head as HeadPattern, Need, Pattern, Rule, Slot, VarKind};
use crate::seed::Seed;
use crate::sorts::{bind, bind_function};
use gadfly_rng::Rng;
use gadfly_syntax::quoted;
use gadfly_term::{FunId, FunKind, Head, Literal, NodeId, Script};
use std::borrow::Cow;

/// A pattern found at a node.
pub(crate) struct Match<'a> {
    pub(crate) bindings: Bindings<'a>,
    /// The node of each variable that stands for a term.
    pub(crate) nodes: Vec<Option<NodeId>>,
    /// The quantifier whose binders a variable stands for.
    pub(crate) quantifier: Option<NodeId>,
}

/// Matches a pattern of a rule at a node; where a list can be split in several ways, `rng` picks.
pub(crate) fn matches<'a>(
    seed: &'a Seed,
    rule: &Rule,
    pattern: &Pattern,
    node: NodeId,
    rng: &mut Rng,
) -> Option<Match<'a>> {
    let mut found = Match {
        bindings: Bindings::new(rule.vars.len(), rule.sizes, rule.params),
        nodes: vec![None; rule.vars.len()],
        quantifier: None,
    };
    let mut matcher = Matcher {
        seed,
        script: &seed.script,
        rule,
        rng,
    };
    matcher.at(pattern, node, &mut found).then_some(found)
}

struct Matcher<'a, 'r> {
    seed: &'a Seed,
    script: &'a Script,
    rule: &'r Rule,
    rng: &'r mut Rng,
}

impl<'a> Matcher<'a, '_> {
    fn at(&mut self, pattern: &Pattern, node: NodeId, found: &mut Match<'a>) -> bool {
        match pattern {
            Pattern::Var(v) => self.variable(*v, node, found),
            Pattern::Constant(text) => self.script.text(node) == text,
            Pattern::BitVec(value, width) => bits_value(self.script, node)
                .is_some_and(|(v, w)| v == *value && width.accept(w, &mut found.bindings.numbers)),
            Pattern::Numeral(number) => {
                self.script.head(node) == Head::Literal(Literal::Numeral)
                    && self
                        .script
                        .text(node)
                        .parse()
                        .is_ok_and(|n| number.accept(n, &mut found.bindings.numbers))
            }
            Pattern::Apply(head, args) => {
                self.head(head, node, found) && self.arguments(args, node, found)
            }
            Pattern::Over {
                forall,
                binders,
                body,
            } => {
                let wanted = if *forall { Head::Forall } else { Head::Exists };
                self.script.head(node) == wanted && self.binders(*binders, node, found) && {
                    let inner = self.script.args(node)[0];
                    self.at(body, bare(self.script, inner), found)
                }
            }
            Pattern::Rest(_)
            | Pattern::Binding { .. }
            | Pattern::Bound(_)
            | Pattern::Instantiate(..)
            | Pattern::Hide(_) => false,
        }
    }

    fn variable(&mut self, var: usize, node: NodeId, found: &mut Match<'a>) -> bool {
        let text = self.script.text(node);
        if let Slot::Text(known) = &found.bindings.slots[var] {
            return *known == text;
        }
        let fits = match &self.rule.vars[var].kind {
            VarKind::Term(sort, need) => {
                (*need == Need::Any || meets(text, need))
                    && bind(
                        sort,
                        self.seed.ty(self.script.sort(node)),
                        &mut found.bindings,
                    )
            }
            VarKind::Under(_) => true,
            _ => false,
        };
        if fits {
            found.bindings.slots[var] = Slot::Text(Cow::Borrowed(text));
            found.nodes[var] = Some(node);
        }
        fits
    }

    fn head(&mut self, head: &HeadPattern, node: NodeId, found: &mut Match<'a>) -> bool {
        match (head, self.script.head(node)) {
            (HeadPattern::Op(name), Head::Op(op)) => {
                self.script.op_name(op) == name && self.script.indices(node).is_empty()
            }
            (HeadPattern::Indexed(name, numbers), Head::Op(op)) => {
                let indices = self.script.indices(node);
                self.script.op_name(op) == name
                    && indices.len() == numbers.len()
                    && numbers
                        .iter()
                        .zip(indices)
                        .all(|(n, &i)| n.accept(i, &mut found.bindings.numbers))
            }
            (HeadPattern::Function(var), Head::Fun(fun)) => self.function(*var, fun, found),
            (HeadPattern::Tester(var), Head::Fun(fun)) => match self.script.fun(fun).kind {
                FunKind::Tester(constructor) => self.function(*var, constructor, found),
                _ => false,
            },
            _ => false,
        }
    }

    fn function(&mut self, var: usize, fun: FunId, found: &mut Match<'a>) -> bool {
        let kind = &self.rule.vars[var].kind;
        let name = quoted(self.script.name(self.script.fun(fun).symbol));
        if let Slot::Text(known) = &found.bindings.slots[var] {
            return *known == name;
        }
        let fits = bind_function(kind, self.seed, fun, &mut found.bindings);
        if fits {
            found.bindings.slots[var] = Slot::Text(name);
        }
        fits
    }

    /// A quantifier's list of variables, as text.
    fn binders(&mut self, var: usize, node: NodeId, found: &mut Match<'a>) -> bool {
        let span = self.script.span(node).range();
        let body = self.script.span(self.script.args(node)[0]).start as usize;
        let list = self.script.source()[span.start + "(forall".len()..body].trim();
        found.quantifier = Some(node);
        if let Slot::Text(known) = &found.bindings.slots[var] {
            return *known == list;
        }
        found.bindings.slots[var] = Slot::Text(Cow::Borrowed(list));
        true
    }

    fn arguments(&mut self, patterns: &[Pattern], node: NodeId, found: &mut Match<'a>) -> bool {
        let script = self.script;
        let args = script.args(node);
        let lists = patterns
            .iter()
            .filter(|p| matches!(p, Pattern::Rest(_)))
            .count();
        let fixed = patterns.len() - lists;
        if args.len() < fixed || (lists == 0 && args.len() != fixed) {
            return false;
        }
        let mut spare = args.len() - fixed;
        let mut at = 0;
        let mut left = lists;
        for pattern in patterns {
            let Pattern::Rest(var) = pattern else {
                if !self.at(pattern, args[at], found) {
                    return false;
                }
                at += 1;
                continue;
            };
            left -= 1;
            let take = if left == 0 {
                spare
            } else {
                self.rng.below(spare + 1)
            };
            let items = args[at..at + take]
                .iter()
                .map(|&a| Cow::Borrowed(script.text(a)))
                .collect();
            if matches!(&found.bindings.slots[*var], Slot::List(known) if *known != items) {
                return false;
            }
            found.bindings.slots[*var] = Slot::List(items);
            at += take;
            spare -= take;
        }
        true
    }
}

/// A quantifier's body without its annotation: patterns would be misplaced elsewhere.
fn bare(script: &Script, node: NodeId) -> NodeId {
    match script.head(node) {
        Head::Annotation => script.args(node)[0],
        _ => node,
    }
}

/// The value and width of a small bit-vector literal.
fn bits_value(script: &Script, node: NodeId) -> Option<(u32, u32)> {
    match script.head(node) {
        Head::Literal(Literal::Binary | Literal::Hex | Literal::BitVec) => {
            bits_of_text(script.text(node))
        }
        _ => None,
    }
}

/// The value and width of a small bit-vector literal, as it is written.
pub(crate) fn bits_of_text(text: &str) -> Option<(u32, u32)> {
    if let Some(digits) = text.strip_prefix("#b") {
        return small(digits, 2).map(|v| (v, digits.len() as u32));
    }
    if let Some(digits) = text.strip_prefix("#x") {
        return small(digits, 16).map(|v| (v, digits.len() as u32 * 4));
    }
    let mut words = text.strip_prefix("(_ bv")?.strip_suffix(')')?.split(' ');
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

fn small(digits: &str, radix: u32) -> Option<u32> {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() {
        Some(0)
    } else {
        u32::from_str_radix(trimmed, radix).ok()
    }
}
