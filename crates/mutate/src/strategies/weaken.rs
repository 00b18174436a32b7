//! Weakening and strengthening: a subformula of a satisfiable seed is weakened, one of an
//! unsatisfiable seed strengthened, as its parity asks, by rules of the catalogue.

use crate::kit::Kit;
use crate::literal::{has_literals, write_literal};
use crate::matching::{Match, matches};
use crate::needed::{inverse_bits, write_needed};
use crate::partner::Start;
use crate::place::splice;
use crate::rules::{
    Bindings, Condition, Direction, Need, Pattern, Rule, Slot, SortPattern, VarKind,
};
use crate::seed::Seed;
use crate::sorts::{bind, make};
use crate::strategies::swap::clip;
use crate::strategy::{About, Change, Claim, Mutation, Mutator, Promise, Takes};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_syntax::quoted;
use gadfly_term::{FunId, FunKind, Head, NodeId};
use std::fmt::Write as _;

/// `weaken`
#[derive(Debug)]
pub(crate) struct Weaken;

/// Rules and places tried for one mutant.
const TRIES: usize = 200;

const ABOUT: About = About::new(
    "weaken",
    "a subformula is weakened or strengthened by a rule (gadfly rules list)",
    Takes::Seed,
    Promise::Kept,
);

impl Mutator for Weaken {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        let book = kit.book.clone();
        let plan = seed.plan(&book);
        let (weaken, claim) = aim(seed, rng);
        for _ in 0..TRIES {
            let entry = rng.pick(&plan.entries)?;
            let rule = &book.rules[entry.rule];
            if book.is_quarantined(&rule.id) {
                continue;
            }
            // Quantifiers are costly for solvers: rules that bring one in get a smaller share.
            if brings_quantifier(rule.sides(entry.direction).1) && !rng.chance(1, 4) {
                continue;
            }
            let Some(&node) = rng.pick(&plan.nodes[entry.group]) else {
                continue;
            };
            if !plan.allows(rule.relation, entry.direction, node, weaken) {
                continue;
            }
            let Some(new) = rewrite(seed, rule, entry.direction, node, rng) else {
                continue;
            };
            let arrow = match entry.direction {
                Direction::Forward => "",
                Direction::Backward => " backwards",
            };
            let trace = format!("{}{arrow} at {}", rule.id, clip(seed.script.text(node)));
            let mut mutation = Mutation::new(splice(&seed.script, node, &new), trace);
            mutation.claim = claim;
            mutation.change = Change::Term(node);
            mutation.used.push(rule.id.clone());
            return Some(mutation);
        }
        None
    }
}

/// Whether to weaken or to strengthen, and what follows for the answers. Where a script's checks
/// have different answers only equivalences keep them all.
fn aim(seed: &Seed, rng: &mut Rng) -> (Option<bool>, Claim) {
    let has = |answer| seed.expect.contains(&answer);
    let weaken = match (has(Expect::Sat), has(Expect::Unsat)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        (true, true) => None,
        (false, false) => return (Some(rng.chance(1, 2)), Claim::Nothing),
    };
    (weaken, Claim::Answers(seed.expect.clone()))
}

/// Whether a template brings a quantifier into a script.
pub(crate) fn brings_quantifier(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Binding { .. } | Pattern::Hide(_))
}

/// How many rules apply somewhere in a script whose answer is known.
pub(crate) fn applicable(seed: &Seed, known: Option<Expect>, kit: &Kit) -> usize {
    let plan = seed.plan(&kit.book);
    let weaken = match known {
        Some(Expect::Sat) => Some(true),
        Some(Expect::Unsat) => Some(false),
        _ => None,
    };
    let mut rules: Vec<usize> = Vec::new();
    for entry in &plan.entries {
        let rule = &kit.book.rules[entry.rule];
        let applies = |&node: &NodeId| {
            plan.allows(rule.relation, entry.direction, node, weaken)
                && rewrite(seed, rule, entry.direction, node, &mut Rng::new(0, 0, 0)).is_some()
        };
        if rules.last() != Some(&entry.rule) && plan.nodes[entry.group].iter().any(applies) {
            rules.push(entry.rule);
        }
    }
    rules.len()
}

/// The text that a rule puts in a node's place; `None` where it does not apply.
pub(crate) fn rewrite(
    seed: &Seed,
    rule: &Rule,
    direction: Direction,
    node: NodeId,
    rng: &mut Rng,
) -> Option<String> {
    let (from, to) = rule.sides(direction);
    let mut found = matches(seed, rule, from, node, rng)?;
    choose(seed, rule, to, node, &mut found, rng)?;
    if !rule.conditions.iter().all(|c| holds(c, &found.bindings)) {
        return None;
    }
    let mut out = String::new();
    match to {
        Pattern::Instantiate(_, body) => out = instantiate(seed, &found, *body, rng)?,
        Pattern::Hide(_) => hide(seed, node, rng, &mut out)?,
        _ => {
            rename_bound(seed, to, &mut found);
            found.bindings.write(to, &mut out)?;
        }
    }
    (out != seed.script.text(node)).then_some(out)
}

/// Whether a side condition holds of what a rule's variables stand for.
pub(crate) fn holds(condition: &Condition, bindings: &Bindings<'_>) -> bool {
    let numbers = &bindings.numbers;
    let character = |var: usize| match &bindings.slots[var] {
        Slot::Text(text) => gadfly_syntax::string_code_points(text).first().copied(),
        _ => None,
    };
    let both = match condition {
        Condition::AtMost(a, b) => a.value(numbers).zip(b.value(numbers)).map(|(a, b)| a <= b),
        Condition::Above(a, b) => a.value(numbers).zip(b.value(numbers)).map(|(a, b)| a > b),
        Condition::CharAtMost(a, b) => character(*a).zip(character(*b)).map(|(a, b)| a <= b),
    };
    both == Some(true)
}

/// Gives the variables that the match leaves open values: terms of the script in scope at the
/// node, else literals.
fn choose(
    seed: &Seed,
    rule: &Rule,
    to: &Pattern,
    node: NodeId,
    found: &mut Match<'_>,
    rng: &mut Rng,
) -> Option<()> {
    for var in to.variables() {
        let open = matches!(found.bindings.slots[var], Slot::Empty);
        match &rule.vars[var].kind {
            VarKind::Nat(low, high) if found.bindings.numbers.vars[var].is_none() => {
                found.bindings.numbers.vars[var] =
                    Some(rng.between(i64::from(*low), i64::from(*high)) as u32);
            }
            VarKind::Term(sort, need) if open => {
                let text = choose_term(seed, sort, need, node, found, rng)?;
                found.bindings.slots[var] = Slot::Text(text.into());
            }
            VarKind::Function {
                args,
                result,
                constructor,
            } if open => {
                let fitting: Vec<FunId> = seed
                    .script
                    .funs()
                    .filter(|&f| fits(seed, f, args.len(), *constructor, node))
                    .collect();
                let &fun = rng.pick(&fitting)?;
                let params = seed.script.params(fun);
                let sorts = args
                    .iter()
                    .zip(params)
                    .all(|(p, &s)| bind(p, seed.ty(s), &mut found.bindings))
                    && bind(
                        result,
                        seed.ty(seed.script.fun(fun).result),
                        &mut found.bindings,
                    );
                sorts.then_some(())?;
                let name = quoted(seed.script.name(seed.script.fun(fun).symbol)).into_owned();
                found.bindings.slots[var] = Slot::Text(name.into());
            }
            _ => {}
        }
    }
    Some(())
}

fn fits(seed: &Seed, fun: FunId, arity: usize, constructor: bool, node: NodeId) -> bool {
    let script = &seed.script;
    let data = script.fun(fun);
    let command = script.command_of(node) as u32;
    let kind = match data.kind {
        FunKind::Constructor(..) => true,
        FunKind::Declared | FunKind::Selector(..) => !constructor,
        _ => false,
    };
    kind && script.params(fun).len() == arity
        && script.sort_params(fun).is_empty()
        && data.command < command
        && command < seed.analysis().forgotten(data.command)
}

/// The two-step process: a term of the script, else a literal.
fn choose_term(
    seed: &Seed,
    sort: &SortPattern,
    need: &Need,
    node: NodeId,
    found: &mut Match<'_>,
    rng: &mut Rng,
) -> Option<String> {
    let ty = match make(sort, &found.bindings) {
        Some(ty) => ty,
        None => {
            // A sort variable that nothing fixes yet: any sort at hand.
            let mut sorts: Vec<_> = seed.analysis().sorts.keys().collect();
            sorts.retain(|ty| bind(sort, ty, &mut found.bindings.clone()));
            sorts.sort_unstable();
            let ty = (*rng.pick(&sorts)?).clone();
            bind(sort, &ty, &mut found.bindings);
            ty
        }
    };
    let mut text = String::new();
    match need {
        Need::Any => {
            let known = seed.analysis().sorts.get(&ty);
            if let Some(term) = known.and_then(|&s| seed.random_term(s, node, rng)) {
                return Some(seed.script.text(term).into());
            }
            // A sort that the script does not have brings its theory in: less often.
            (has_literals(&ty) && rng.chance(1, 4)).then_some(())?;
            write_literal(&ty, rng, &mut text)?;
        }
        Need::Inverse(of) => match &found.bindings.slots[*of] {
            Slot::Text(literal) => text = inverse_bits(literal)?,
            _ => return None,
        },
        _ => write_needed(&ty, need, rng, &mut text)?,
    }
    Some(text)
}

/// New names for the variables that a template binds.
fn rename_bound(seed: &Seed, to: &Pattern, found: &mut Match<'_>) {
    let mut names = Vec::new();
    bound_names(to, &mut names);
    for name in names {
        let new = (0..)
            .map(|n| format!("{name}!{n}"))
            .find(|n| seed.script.symbol(n).is_none());
        found.bindings.fresh.push((name, new.unwrap_or_default()));
    }
}

/// Adds the names of the variables that a template binds.
pub(crate) fn bound_names(pattern: &Pattern, names: &mut Vec<String>) {
    match pattern {
        Pattern::Binding { bound, body, .. } => {
            names.extend(bound.iter().map(|(name, _)| name.clone()));
            bound_names(body, names);
        }
        Pattern::Apply(_, args) => args.iter().for_each(|a| bound_names(a, names)),
        Pattern::Over { body, .. } => bound_names(body, names),
        _ => {}
    }
}

/// A quantifier's body with a term in the place of each variable.
fn instantiate(seed: &Seed, found: &Match<'_>, body: usize, rng: &mut Rng) -> Option<String> {
    let script = &seed.script;
    let (quantifier, body) = (found.quantifier?, found.nodes[body]?);
    let mut terms = Vec::new();
    for var in script.bound(quantifier) {
        let sort = script.var(var).sort;
        let text = match seed.random_term(sort, quantifier, rng) {
            Some(term) => script.text(term).to_string(),
            None => {
                let mut text = String::new();
                write_literal(seed.ty(sort), rng, &mut text)?;
                text
            }
        };
        terms.push((Head::Var(var), text));
    }
    let replacements: Vec<(Head, &str)> = terms
        .iter()
        .map(|(head, text)| (*head, text.as_str()))
        .collect();
    Some(script.substitute(body, &replacements))
}

/// `(exists ((b S)) t')`, with one subterm of the node's term replaced by b.
fn hide(seed: &Seed, node: NodeId, rng: &mut Rng, out: &mut String) -> Option<()> {
    let (script, analysis) = (&seed.script, seed.analysis());
    let size = script.size(node);
    for _ in 0..8 {
        let term = NodeId(node.0 - rng.below(size as usize) as u32);
        if term == node || analysis.places.binary_search(&term).is_err() {
            continue;
        }
        let sort = seed.ty(script.sort(term));
        let movable = analysis
            .free_vars(script, term)
            .iter()
            .all(|&v| analysis.is_bound_outside(script, v, node));
        if !movable || *sort == crate::types::Ty::RegLan {
            continue;
        }
        let name = (0..)
            .map(|n| format!("b!{n}"))
            .find(|n| script.symbol(n).is_none())?;
        let (whole, part) = (script.span(node).range(), script.span(term).range());
        let source = script.source();
        let _ = write!(
            out,
            "(exists (({name} {sort})) {}{name}{})",
            &source[whole.start..part.start],
            &source[part.end..whole.end]
        );
        return Some(());
    }
    None
}
