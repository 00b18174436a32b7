//! Which rules can be tried at which nodes of a script, found once per seed.

use crate::parity::{Parity, parities};
use crate::rulebook::RuleBook;
use crate::rules::{Direction, Head as HeadPattern, Pattern, Relation, SortPattern, VarKind};
use crate::seed::Seed;
use gadfly_term::{Head, NodeId};
use rustc_hash::FxHashMap;

/// What a pattern looks for at its root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Op(String),
    Constant(String),
    Sort(String),
    AnySort,
    Bits,
    Forall,
    Exists,
    Function,
    Tester,
}

/// A rule in one direction, with the nodes where its root may match.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) rule: usize,
    pub(crate) direction: Direction,
    /// Into [`Plan::nodes`].
    pub(crate) group: usize,
}

/// Rules and nodes of one script.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) parity: Vec<Parity>,
    pub(crate) nodes: Vec<Vec<NodeId>>,
    pub(crate) entries: Vec<Entry>,
}

impl Plan {
    pub(crate) fn of(seed: &Seed, book: &RuleBook) -> Plan {
        let mut groups: FxHashMap<Key, Vec<NodeId>> = FxHashMap::default();
        for &node in &seed.analysis().places {
            for key in keys(seed, node) {
                groups.entry(key).or_default().push(node);
            }
        }
        let mut plan = Plan {
            parity: parities(&seed.script),
            nodes: Vec::new(),
            entries: Vec::new(),
        };
        let mut numbers: FxHashMap<Key, Option<usize>> = FxHashMap::default();
        for (n, rule) in book.rules.iter().enumerate() {
            for direction in rule.directions() {
                let key = pattern_key(rule.sides(direction).0, |v| &rule.vars[v].kind);
                let group = *numbers.entry(key).or_insert_with_key(|key| {
                    let nodes = groups.remove(key)?;
                    plan.nodes.push(nodes);
                    Some(plan.nodes.len() - 1)
                });
                if let Some(group) = group {
                    plan.entries.push(Entry {
                        rule: n,
                        direction,
                        group,
                    });
                }
            }
        }
        plan
    }

    /// Whether a rule in a direction may be used at a node, to weaken or to strengthen the script.
    pub(crate) fn allows(
        &self,
        relation: Relation,
        direction: Direction,
        node: NodeId,
        weaken: Option<bool>,
    ) -> bool {
        if relation == Relation::Equal {
            return true;
        }
        let Some(weaken) = weaken else { return false };
        match self.parity[node.index()] {
            Parity::Positive => (direction == Direction::Forward) == weaken,
            Parity::Negative => (direction == Direction::Forward) != weaken,
            Parity::Unset | Parity::Both => false,
        }
    }
}

fn keys(seed: &Seed, node: NodeId) -> Vec<Key> {
    let script = &seed.script;
    let mut keys = vec![
        Key::Sort(seed.ty(script.sort(node)).to_string()),
        Key::AnySort,
    ];
    match script.head(node) {
        Head::Op(op) if script.args(node).is_empty() => {
            keys.push(Key::Constant(script.op_name(op).into()))
        }
        Head::Op(op) => keys.push(Key::Op(script.op_name(op).into())),
        Head::Forall => keys.push(Key::Forall),
        Head::Exists => keys.push(Key::Exists),
        Head::Fun(fun) if matches!(script.fun(fun).kind, gadfly_term::FunKind::Tester(_)) => {
            keys.push(Key::Tester)
        }
        Head::Fun(_) if !script.args(node).is_empty() => keys.push(Key::Function),
        Head::Literal(_) => {
            keys.push(Key::Bits);
            keys.push(Key::Constant(script.text(node).into()));
        }
        _ => {}
    }
    keys
}

fn pattern_key<'a>(pattern: &Pattern, kind: impl Fn(usize) -> &'a VarKind) -> Key {
    match pattern {
        Pattern::Apply(HeadPattern::Op(name) | HeadPattern::Indexed(name, _), _) => {
            Key::Op(name.clone())
        }
        Pattern::Apply(HeadPattern::Function(_), _) => Key::Function,
        Pattern::Apply(HeadPattern::Tester(_) | HeadPattern::IsNamed(_), _) => Key::Tester,
        Pattern::Constant(text) => Key::Constant(text.clone()),
        Pattern::BitVec(..) => Key::Bits,
        Pattern::Over { forall: true, .. } => Key::Forall,
        Pattern::Over { .. } => Key::Exists,
        Pattern::Var(v) => match kind(*v) {
            VarKind::Term(SortPattern::Ground(name), _) => Key::Sort(name.clone()),
            _ => Key::AnySort,
        },
        _ => Key::AnySort,
    }
}
