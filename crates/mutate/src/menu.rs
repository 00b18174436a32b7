//! What can be built of each sort with what a seed holds: operators, functions, constructors.

use crate::analysis::Analysis;
use crate::kit::Kit;
use crate::literal::has_literals;
use crate::types::Ty;
use gadfly_syntax::quoted;
use gadfly_term::{FunKind, Script, SortId, SortKind};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A head with the sorts of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Production {
    pub(crate) head: String,
    /// Each argument's sort, and its number in the script if it occurs there.
    pub(crate) args: Vec<(Ty, Option<SortId>)>,
    /// The command after which the head is known.
    pub(crate) command: u32,
    /// The command at which it is forgotten.
    pub(crate) until: u32,
}

/// The sorts of a script that have terms, and their numbers.
pub(crate) fn sorts_at_hand(script: &Script, analysis: &Analysis) -> FxHashMap<Ty, SortId> {
    let mut found: Vec<SortId> = analysis.terms.keys().copied().collect();
    found.sort_unstable();
    found
        .into_iter()
        .map(|sort| (Ty::of(script, sort), sort))
        .collect()
}

/// Everything that gives `ty`.
pub(crate) fn productions(
    script: &Script,
    analysis: &Analysis,
    sorts: &FxHashMap<Ty, SortId>,
    ty: &Ty,
    kit: &mut Kit,
) -> Arc<[Production]> {
    let mut at_hand: Vec<Ty> = sorts.keys().cloned().collect();
    at_hand.sort_unstable();
    at_hand.truncate(12);
    let mut out: Vec<Production> = Vec::new();
    for application in kit.producing(ty, &at_hand).iter() {
        let args: Vec<_> = application
            .args
            .iter()
            .map(|a| (a.clone(), sorts.get(a).copied()))
            .collect();
        // Every argument can be filled: from the seed, or with a literal of a related sort.
        let filled = |(ty, sort): &(Ty, Option<SortId>)| {
            sort.is_some() || (has_literals(ty) && is_related(ty, &at_hand))
        };
        if args.iter().all(filled) {
            out.push(Production {
                head: application.head.clone(),
                args,
                command: 0,
                until: u32::MAX,
            });
        }
    }
    out.extend(functions(script, analysis, ty));
    out.into()
}

/// Whether literals of a sort belong beside terms of the sorts at hand: a script over reals gets
/// no strings, and no float format of its own.
fn is_related(ty: &Ty, at_hand: &[Ty]) -> bool {
    let has = |wanted: fn(&Ty) -> bool| at_hand.iter().any(wanted);
    match ty {
        Ty::Bool => true,
        Ty::RoundingMode => has(|t| matches!(t, Ty::Float(..))),
        Ty::BitVec(width) => *width <= 128 && has(|t| matches!(t, Ty::BitVec(_))),
        Ty::RegLan | Ty::Int => has(|t| matches!(t, Ty::String | Ty::Seq(_))),
        _ => false,
    }
}

fn functions(script: &Script, analysis: &Analysis, ty: &Ty) -> Vec<Production> {
    let mut out = Vec::new();
    for fun in script.funs() {
        let data = script.fun(fun);
        if !script.sort_params(fun).is_empty() {
            continue;
        }
        let name = || quoted(script.name(data.symbol)).into_owned();
        let tester = matches!(data.kind, FunKind::Constructor(..)) && *ty == Ty::Bool;
        let plain = matches!(
            data.kind,
            FunKind::Declared
                | FunKind::Constructor(..)
                | FunKind::Selector(..)
                | FunKind::Defined {
                    recursive: false,
                    ..
                }
        );
        let mut add = |head: String, sorts: &[SortId]| {
            let args = sorts
                .iter()
                .map(|&s| (Ty::of(script, s), Some(s)))
                .collect();
            out.push(Production {
                head,
                args,
                command: data.command + 1,
                until: analysis.forgotten(data.command),
            });
        };
        if plain && Ty::of(script, data.result) == *ty {
            add(name(), script.params(fun));
        }
        if tester && matches!(script.sort_kind(data.result), SortKind::Datatype(..)) {
            add(format!("(_ is {})", name()), &[data.result]);
        }
    }
    out
}
