//! Semantic fusion: two seeds joined through fresh variables.
//!
//! Two satisfiable seeds give a conjunction, two unsatisfiable ones a disjunction with the fusion
//! constraints, and a mixed pair either. Fusion functions are data of the catalogue; bare ones,
//! which do not recover a variable for all values, serve where all three equations are asserted
//! or a witness confirms the label.

use crate::fusable::{FRESH, Fusable};
use crate::join::{Join, shape};
use crate::kit::Kit;
use crate::needed::{inverse_bits, write_needed};
use crate::partner::Start;
use crate::rules::{Bindings, Fusion as Function, Need, Slot, SortPattern, VarKind};
use crate::seed::Seed;
use crate::sorts::bind;
use crate::strategy::{About, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_term::NodeId;
use std::fmt::Write as _;
use std::sync::Arc;

/// `fusion`
#[derive(Debug)]
pub(crate) struct Fusion;

/// At most this many pairs of variables are fused at once.
const TRIPLETS: usize = 4;
/// Partners tried.
const PARTNERS: usize = 12;

const ABOUT: About = About::new(
    "fusion",
    "two seeds are joined through fresh variables",
    Takes::TwoSeeds,
    Promise::Sometimes,
);

impl Mutator for Fusion {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.fusable().is_some_and(|f| !f.variables.is_empty())
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        for attempt in 0..PARTNERS {
            let Some(pair) = from.pair(rng, kit) else {
                continue;
            };
            let sides = pair.sides()?;
            let parts @ [first, second] = sides.map(|side| side.parts);
            // A partner with a sort in common first; any two variables can be paired in the end.
            if attempt + 2 < PARTNERS && !first.sorts.iter().any(|s| second.sorts.contains(s)) {
                continue;
            }
            let shape = shape(sides, rng);
            let mut triplets = Vec::new();
            for _ in 0..1 + rng.below(TRIPLETS) {
                triplets.extend(triplet(parts, &triplets, shape.total, rng, kit));
            }
            if triplets.is_empty() {
                continue;
            }
            let mut join = Join::new(sides, shape);
            let mut trace = String::new();
            for triplet in &triplets {
                apply(triplet, parts, &mut join, rng, &mut trace)?;
            }
            let bare = triplets.iter().any(|t| t.function.bare);
            let used = triplets.iter().map(|t| t.function.id.clone()).collect();
            let mut mutation = join.finish(pair.second.number, trace, bare);
            mutation.used = used;
            return Some(mutation);
        }
        None
    }
}

/// Two variables, a function and everything it needs.
pub(crate) struct Triplet {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) function: Arc<Function>,
    bindings: Bindings<'static>,
    z: String,
    sort: String,
    declarations: String,
    /// Other variables of the first seed that the function's terms mention.
    mentioned: Vec<usize>,
    /// Values for fresh variables other than z, for a model.
    values: String,
}

fn triplet(
    [first, second]: [&Fusable; 2],
    others: &[Triplet],
    total: bool,
    rng: &mut Rng,
    kit: &mut Kit,
) -> Option<Triplet> {
    for _ in 0..8 {
        let x = rng.below(first.variables.len());
        let mut y = rng.below(second.variables.len().max(1));
        if second.variables.is_empty() {
            return None;
        }
        let wanted = &first.variables[x].ty;
        // Equal sorts first: most functions take two of a kind.
        let equal: Vec<usize> = (0..second.variables.len())
            .filter(|&v| second.variables[v].ty == *wanted)
            .collect();
        if !equal.is_empty() && rng.chance(7, 8) {
            y = equal[rng.below(equal.len())];
        }
        // A variable is fused once: a second inversion would speak of the first one's term.
        if others.iter().any(|t| t.x == x || t.y == y) {
            continue;
        }
        let functions = kit.fusions(wanted, &second.variables[y].ty, total);
        let Some(function) = rng.pick(&functions) else {
            continue;
        };
        if let Some(triplet) = instantiate([first, second], [x, y], function, others.len(), rng) {
            return Some(triplet);
        }
    }
    None
}

/// Gives all variables of a fusion function values.
fn instantiate(
    [first, second]: [&Fusable; 2],
    [x, y]: [usize; 2],
    function: &Arc<Function>,
    number: usize,
    rng: &mut Rng,
) -> Option<Triplet> {
    let mut bindings = Bindings::new(function.vars.len(), function.sizes, function.params);
    bind(function.sort(0)?, &first.variables[x].ty, &mut bindings).then_some(())?;
    bind(function.sort(1)?, &second.variables[y].ty, &mut bindings).then_some(())?;
    let unused = |stem: &str| format!("{stem}{FRESH}{}", first.fresh + number);
    let mut declarations = String::new();
    for declaration in &function.declare {
        let text = crate::rules::replace_symbols(declaration, |word| {
            if word.starts_with("declare-") {
                return None;
            }
            if let Some(param) = function.param_names.iter().position(|p| p == word) {
                return bindings.sorts[param].as_ref().map(ToString::to_string);
            }
            let new = unused(word);
            bindings.fresh.push((word.into(), new.clone()));
            Some(new)
        });
        declarations.push_str(&text);
        declarations.push('\n');
    }
    let z = unused("z");
    let mut z_sort = String::new();
    let mut mentioned = Vec::new();
    let mut values = String::new();
    bindings.slots[0] = Slot::Text(first.variables[x].name.clone().into());
    bindings.slots[1] = Slot::Text(second.variables[y].name.clone().into());
    bindings.slots[2] = Slot::Text(z.clone().into());
    for (n, var) in function.vars.iter().enumerate().skip(2) {
        match &var.kind {
            VarKind::Nat(low, high) => {
                bindings.numbers.vars[n] =
                    Some(rng.between(i64::from(*low), i64::from(*high)) as u32);
            }
            VarKind::Term(sort, need) => {
                let mut written = String::new();
                bindings.write_sort(sort, &mut written)?;
                let fresh = n == 2 || *need == Need::Fresh;
                if fresh {
                    let name = if n == 2 { z.clone() } else { unused(&var.name) };
                    let _ = writeln!(declarations, "(declare-fun {name} () {written})");
                    if n == 2 {
                        z_sort = written;
                    } else {
                        values
                            .push_str(&any_value(sort, &name, &bindings, rng).unwrap_or_default());
                    }
                    bindings.slots[n] = Slot::Text(name.into());
                    continue;
                }
                let ty = crate::sorts::make(sort, &bindings)?;
                let text = match need {
                    Need::Inverse(of) => match &bindings.slots[*of] {
                        Slot::Text(literal) => inverse_bits(literal)?,
                        _ => return None,
                    },
                    Need::Any => any_term(first, &ty, rng, &mut mentioned)?,
                    _ => {
                        let mut text = String::new();
                        write_needed(&ty, need, rng, &mut text)?;
                        text
                    }
                };
                bindings.slots[n] = Slot::Text(text.into());
            }
            _ => return None,
        }
    }
    Some(Triplet {
        x,
        y,
        function: function.clone(),
        bindings,
        z,
        sort: z_sort,
        declarations,
        mentioned,
        values,
    })
}

/// A fresh variable may have any value.
fn any_value(
    sort: &SortPattern,
    name: &str,
    bindings: &Bindings<'_>,
    rng: &mut Rng,
) -> Option<String> {
    let ty = crate::sorts::make(sort, bindings)?;
    let mut value = String::new();
    crate::literal::write_literal(&ty, rng, &mut value)?;
    Some(format!("(define-fun {name} () {ty} {value})\n"))
}

/// A variable of the sort, else a literal.
fn any_term(first: &Fusable, ty: &Ty, rng: &mut Rng, mentioned: &mut Vec<usize>) -> Option<String> {
    let fitting: Vec<usize> = (0..first.variables.len())
        .filter(|&v| first.variables[v].ty == *ty)
        .collect();
    if let Some(&variable) = rng.pick(&fitting) {
        mentioned.push(variable);
        return Some(first.variables[variable].name.clone());
    }
    let mut text = String::new();
    crate::literal::write_literal(ty, rng, &mut text)?;
    Some(text)
}

/// Adds a triplet's declarations, replacements and constraints to the joint script.
fn apply<'a>(
    triplet: &Triplet,
    [first, second]: [&'a Fusable; 2],
    join: &mut Join<'a>,
    rng: &mut Rng,
    trace: &mut String,
) -> Option<()> {
    let function = &triplet.function;
    let term = |pattern| {
        let mut out = String::new();
        triplet.bindings.write(pattern, &mut out)?;
        Some(out)
    };
    let (fuse, x, y) = (
        term(&function.fuse)?,
        term(&function.x)?,
        term(&function.y)?,
    );
    let (vx, vy) = (&first.variables[triplet.x], &second.variables[triplet.y]);
    [vx, vy].into_iter().for_each(|v| join.mention(v));
    triplet
        .mentioned
        .iter()
        .for_each(|&v| join.mention(&first.variables[v]));
    join.declare(&triplet.declarations);
    join.define(&triplet.values);
    let some_x = some(&vx.occurrences, rng);
    let some_y = some(&vy.occurrences, rng);
    if !trace.is_empty() {
        trace.push_str(", ");
    }
    let _ = write!(
        trace,
        "{} {} {} -> {}, replaced {}/{} {}, {}/{} {}",
        function.id,
        vx.name,
        vy.name,
        triplet.z,
        some_x.len(),
        vx.occurrences.len(),
        vx.name,
        some_y.len(),
        vy.occurrences.len(),
        vy.name
    );
    join.constrain(
        [&triplet.z, &triplet.sort, &fuse],
        [&vx.name, &x],
        [&vy.name, &y],
    );
    join.replace(true, &some_x, x);
    join.replace(false, &some_y, y);
    Some(())
}

/// Some of the occurrences, at least one.
fn some(all: &[NodeId], rng: &mut Rng) -> Vec<NodeId> {
    let mut chosen: Vec<NodeId> = all.iter().copied().filter(|_| rng.chance(1, 2)).collect();
    if chosen.is_empty() {
        chosen.extend(rng.pick(all));
    }
    chosen
}
