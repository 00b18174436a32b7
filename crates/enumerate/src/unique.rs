//! Formulas that equal no earlier one up to renaming of variables of one sort and, on demand, up
//! to the order of commutative operators' arguments.
//!
//! A class is represented by the formula with the smallest index. Whether a formula is that one
//! is seen on its own derivation, without remembering others:
//!
//! - It uses no alternative that repeats an earlier one of its rule.
//! - New variables appear in the order of their declarations: where the alternatives for the
//!   variables of a sort correspond to each other and stand in that order, renaming by first use
//!   gives the smallest index.
//! - Arguments of commutative operators are sorted by size, then by order; and no renaming of the
//!   variables in use followed by sorting gives a smaller formula.
//! - Where the grammar is not so regular, the ranks of the formula's renamings are compared.

use crate::ambiguity::may_repeat;
use crate::cursor::{Choice, Cursor};
use crate::declared::{Group, groups, uses};
use crate::enumerator::{EnumerateError, Enumerator, Formulas};
use crate::grammar::{Alternative, Grammar, RuleId};
use crate::lexeme::lexemes;
use crate::permutations::permutations;
use dashu_int::UBig;

/// Which formulas count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// Renaming variables of the same sort.
    Renaming,
    /// Renaming, and the order of the arguments of commutative operators.
    RenamingAndOrder,
}

/// Operators whose arguments may be put in any order.
const COMMUTATIVE: &[&str] = &[
    "and", "or", "xor", "=", "distinct", "+", "*", "bvand", "bvor", "bvxor", "bvnand", "bvnor",
    "bvxnor", "bvadd", "bvmul", "bvcomp", "fp.add", "fp.mul", "fp.eq", "re.union", "re.inter",
];

/// What is known of one alternative.
#[derive(Clone, Debug, Default)]
struct Role {
    /// It equals an earlier alternative of its rule.
    repeats: bool,
    /// The variable it mentions: its sort's number, and its number in the sort.
    variable: Option<(usize, usize)>,
    /// For each variable of the sort, the alternative that mentions it instead.
    renamed: Vec<usize>,
    /// Slots from here to the last are arguments whose order does not matter...
    arguments: Option<usize>,
    /// ... if the leaf in slot 0 is a commutative operator (else the text before says so).
    operator_in_slot: bool,
}

/// How to tell the first formula of each class.
#[derive(Clone, Debug)]
pub(crate) struct Canon {
    roles: Vec<Vec<Role>>,
    groups: Vec<Group>,
    /// Renaming by first use gives the smallest index.
    is_regular: bool,
    may_repeat: bool,
    with_order: bool,
}

impl Canon {
    pub(crate) fn new(grammar: &Grammar, equivalence: Equivalence) -> Self {
        let groups = groups(grammar);
        let with_order = equivalence == Equivalence::RenamingAndOrder;
        let mut is_regular = true;
        let mut roles: Vec<Vec<Role>> = Vec::new();
        for rule in &grammar.rules {
            let mut of_rule: Vec<Role> = Vec::new();
            for (position, alternative) in rule.alternatives.iter().enumerate() {
                let before = &rule.alternatives[..position];
                let mut role = Role {
                    repeats: before.contains(alternative),
                    ..Role::default()
                };
                is_regular &= mark_variable(&mut role, &groups, alternative, &rule.alternatives);
                if with_order {
                    mark_arguments(&mut role, grammar, alternative);
                }
                of_rule.push(role);
            }
            roles.push(of_rule);
        }
        Canon {
            roles,
            groups,
            is_regular,
            may_repeat: may_repeat(grammar),
            with_order,
        }
    }
}

/// Finds the variable that an alternative mentions, and the alternatives for the others of its
/// sort; false where these are not there, or not in order.
fn mark_variable(
    role: &mut Role,
    groups: &[Group],
    alternative: &Alternative,
    all: &[Alternative],
) -> bool {
    let place = |word: &str| {
        let sorts = groups.iter().enumerate();
        let mut found = sorts.filter_map(|(sort, g)| Some((sort, position(&g.names, word)?)));
        found.next()
    };
    let is_variable = |word: &str| place(word).is_some();
    let segments = alternative.segments.iter();
    let mut used: Vec<&str> = segments
        .flat_map(|s| uses(s, is_variable))
        .map(|(_, word)| word)
        .collect();
    used.dedup();
    let word = match used[..] {
        [] => return true,
        [word] => word,
        _ => return false,
    };
    let Some((sort, number)) = place(word) else {
        return true;
    };
    role.variable = Some((sort, number));
    for name in &groups[sort].names {
        let renamed = renamed(alternative, word, name);
        match all.iter().position(|other| *other == renamed) {
            Some(at) => role.renamed.push(at),
            None => return false,
        }
    }
    role.renamed.is_sorted()
}

fn position(names: &[String], word: &str) -> Option<usize> {
    names.iter().position(|name| name == word)
}

fn renamed(alternative: &Alternative, old: &str, new: &str) -> Alternative {
    let mut out = alternative.clone();
    for segment in &mut out.segments {
        let text = segment.clone();
        for (at, word) in uses(&text, |word| word == old).into_iter().rev() {
            segment.replace_range(at..at + word.len(), new);
        }
    }
    out
}

/// Finds the arguments whose order does not matter: the last slots, two or more, of one rule.
fn mark_arguments(role: &mut Role, grammar: &Grammar, alternative: &Alternative) {
    let Alternative {
        slots, segments, ..
    } = alternative;
    let Some(&last) = slots.last() else { return };
    let mut from = slots.len() - 1;
    while from > 0 && slots[from - 1] == last && segments[from].is_empty() {
        from -= 1;
    }
    let closes = lexemes(&segments[slots.len()]).first() == Some(&")");
    if !closes || slots.len() - from < 2 {
        return;
    }
    match lexemes(&segments[0])[..] {
        [.., "(", operator] => {
            let between = segments[1..=from].iter().all(String::is_empty);
            if COMMUTATIVE.contains(&operator) && between {
                role.arguments = Some(from);
            }
        }
        [.., "("] if from > 0 => {
            let is_leaf = |a: &Alternative| a.leaf().is_some();
            if grammar.rules[slots[0]].alternatives.iter().all(is_leaf) {
                role.arguments = Some(from);
                role.operator_in_slot = true;
            }
        }
        _ => {}
    }
}

/// A derivation in the order of its text, as a list of trees.
struct Tree {
    rule: RuleId,
    alternative: usize,
    size: usize,
    /// The sizes of the slots.
    sizes: Vec<usize>,
    /// The position after the last node of the subtree.
    end: usize,
}

/// What orders subtrees of one rule and size: alternative and divisions of the size, in the
/// order of the text.
type Key = Vec<usize>;

impl Tree {
    fn write_key(&self, alternative: usize, sizes: &[usize], key: &mut Key) {
        key.push(alternative);
        let total: usize = sizes.iter().sum();
        let mut left = total;
        for size in sizes.iter().skip(1).rev() {
            left -= size;
            key.push(left);
        }
    }
}

impl Canon {
    /// Whether no equivalent formula stands earlier. `cursor` must have no blocks.
    fn keeps(&self, enumerator: &Enumerator, cursor: &Cursor) -> bool {
        let mut used = vec![0; self.groups.len()];
        for frame in cursor.frames() {
            let Choice::Alternative { position, .. } = frame.choice else {
                continue;
            };
            let role = &self.roles[frame.rule][position];
            if role.repeats {
                return false;
            }
            if let Some((sort, number)) = role.variable
                && self.is_regular
            {
                if number > used[sort] {
                    return false;
                }
                used[sort] = used[sort].max(number + 1);
            }
        }
        !self.with_order || self.is_least_ordered(enumerator, cursor, &used)
    }

    fn is_least_ordered(&self, enumerator: &Enumerator, cursor: &Cursor, used: &[usize]) -> bool {
        let trees = trees(enumerator, cursor);
        let identity: Vec<Vec<usize>> = used.iter().map(|&n| (0..n).collect()).collect();
        let own = self.key(enumerator, &trees, 0, &identity, false);
        if self.key(enumerator, &trees, 0, &identity, true) != own {
            return false;
        }
        if !self.is_regular {
            return true;
        }
        permutations(used)
            .skip(1)
            .all(|renaming| self.key(enumerator, &trees, 0, &renaming, true) >= own)
    }

    /// The key of a subtree after a renaming, with commutative arguments sorted or as they are.
    fn key(
        &self,
        enumerator: &Enumerator,
        trees: &[Tree],
        at: usize,
        renaming: &[Vec<usize>],
        sorted: bool,
    ) -> Key {
        let tree = &trees[at];
        let role = &self.roles[tree.rule][tree.alternative];
        let alternative = match role.variable {
            Some((sort, number)) if self.is_regular => {
                role.renamed[*renaming[sort].get(number).unwrap_or(&number)]
            }
            _ => tree.alternative,
        };
        let mut children = Vec::with_capacity(tree.sizes.len());
        let mut child = at + 1;
        while child < tree.end {
            children.push((
                trees[child].size,
                self.key(enumerator, trees, child, renaming, sorted),
            ));
            child = trees[child].end;
        }
        if sorted
            && let Some(from) = role.arguments
            && self.commutes(enumerator, trees, at)
        {
            children[from..].sort();
        }
        let sizes: Vec<usize> = children.iter().map(|(size, _)| *size).collect();
        let mut key = Vec::new();
        tree.write_key(alternative, &sizes, &mut key);
        key.extend(children.into_iter().flat_map(|(_, key)| key));
        key
    }

    fn commutes(&self, enumerator: &Enumerator, trees: &[Tree], at: usize) -> bool {
        let role = &self.roles[trees[at].rule][trees[at].alternative];
        if !role.operator_in_slot {
            return true;
        }
        let operator = &trees[at + 1];
        let rule = &enumerator.tables.grammar.rules[operator.rule];
        let text = rule.alternatives[operator.alternative].leaf().unwrap_or("");
        COMMUTATIVE.contains(&text.trim())
    }
}

/// The derivation that a cursor without blocks stands at.
fn trees(enumerator: &Enumerator, cursor: &Cursor) -> Vec<Tree> {
    let rules = &enumerator.tables.grammar.rules;
    let mut out: Vec<Tree> = Vec::with_capacity(cursor.frames().len());
    let mut open: Vec<(usize, usize)> = Vec::new();
    for frame in cursor.frames() {
        let Choice::Alternative { position, sizes } = frame.choice else {
            continue;
        };
        let slots = rules[frame.rule].alternatives[position].slots.len();
        out.push(Tree {
            rule: frame.rule,
            alternative: position,
            size: frame.size,
            sizes: cursor.sizes(sizes, slots).to_vec(),
            end: 0,
        });
        open.push((out.len() - 1, slots));
        // A node is complete when its last slot is.
        while let Some((node, 0)) = open.last().copied() {
            out[node].end = out.len();
            open.pop();
            if let Some(parent) = open.last_mut() {
                parent.1 -= 1;
            }
        }
    }
    out
}

/// Formulas that equal no earlier one, with the indices that they have among all.
#[derive(Debug)]
pub struct UniqueFormulas<'e> {
    formulas: Formulas<'e>,
    canon: Canon,
    /// Ranks texts where the derivation alone does not tell; has counts of its own.
    ranking: Option<Enumerator>,
}

impl Enumerator {
    /// Formulas from an index on that equal no earlier one of the whole enumeration.
    pub fn unique_from(
        &mut self,
        index: UBig,
        equivalence: Equivalence,
    ) -> Result<UniqueFormulas<'_>, EnumerateError> {
        let canon = Canon::new(&self.tables.grammar, equivalence);
        let ranking = (canon.may_repeat || !canon.is_regular).then(|| self.clone());
        Ok(UniqueFormulas {
            formulas: self.iter_with(index, Cursor::new(false))?,
            canon,
            ranking,
        })
    }
}

impl UniqueFormulas<'_> {
    /// The next formula that equals no earlier one.
    #[expect(
        clippy::should_implement_trait,
        reason = "a lent text outlives no step"
    )]
    pub fn next(&mut self) -> Option<&str> {
        self.next_before(None)
    }

    /// The next one among the formulas with an index below `end`.
    pub fn next_before(&mut self, end: Option<&UBig>) -> Option<&str> {
        while self.formulas.forward() {
            if end.is_some_and(|end| self.formulas.index() >= *end) {
                return None;
            }
            if self.keeps() {
                return Some(self.formulas.text());
            }
        }
        None
    }

    fn keeps(&mut self) -> bool {
        let (enumerator, cursor) = self.formulas.parts();
        if !self.canon.keeps(enumerator, cursor) {
            return false;
        }
        let Some(ranking) = &mut self.ranking else {
            return true;
        };
        let (text, index) = (self.formulas.text(), self.formulas.index());
        if self.canon.is_regular {
            return ranking.rank(text).is_none_or(|rank| rank >= index);
        }
        let counts: Vec<usize> = self.canon.groups.iter().map(|g| g.names.len()).collect();
        permutations(&counts).all(|renaming| {
            let renamed = rename_text(text, &self.canon.groups, &renaming);
            ranking.rank(&renamed).is_none_or(|rank| rank >= index)
        })
    }

    /// The current formula.
    pub fn text(&self) -> &str {
        self.formulas.text()
    }

    /// The current formula's index among all formulas.
    pub fn index(&self) -> UBig {
        self.formulas.index()
    }

    /// Whether the order of arguments is taken into account together with renaming. It is not in
    /// grammars whose alternatives for the variables of a sort do not correspond to each other.
    pub fn is_exact(&self) -> bool {
        self.canon.is_regular || !self.canon.with_order
    }
}

/// A formula with its variables renamed; its declarations stay.
fn rename_text(text: &str, groups: &[Group], renaming: &[Vec<usize>]) -> String {
    let place = |word: &str| {
        let sorts = groups.iter().enumerate();
        let mut found = sorts.filter_map(|(sort, g)| Some((sort, position(&g.names, word)?)));
        found.next()
    };
    let mut out = text.to_string();
    for (at, word) in uses(text, |word| place(word).is_some()).into_iter().rev() {
        if let Some((sort, number)) = place(word) {
            out.replace_range(
                at..at + word.len(),
                &groups[sort].names[renaming[sort][number]],
            );
        }
    }
    out
}
