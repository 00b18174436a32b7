//! A script's sorts as domains, and its datatypes.

use std::sync::Arc;

use dashu_int::UBig;
use gadfly_term::{FunKind, Script, SortId, SortKind};
use rustc_hash::FxHashMap;

use super::Builder;
use crate::float::Format;
use crate::value::{Constructor, Domain};

/// The domain of a sort.
pub(crate) fn domain(script: &Script, sort: SortId) -> Domain {
    substituted(script, sort, &FxHashMap::default())
}

/// The domain of a sort with sort parameters replaced.
fn substituted(script: &Script, sort: SortId, with: &FxHashMap<SortId, Domain>) -> Domain {
    if let Some(domain) = with.get(&sort) {
        return domain.clone();
    }
    let inner = |s: SortId| Arc::new(substituted(script, s, with));
    let named = |symbol, args: &[SortId]| -> Arc<str> {
        let name = gadfly_syntax::quoted(script.name(symbol)).into_owned();
        if args.is_empty() {
            return name.into();
        }
        let args: Vec<String> = args.iter().map(|a| inner(*a).to_string()).collect();
        format!("({name} {})", args.join(" ")).into()
    };
    match script.sort_kind(sort) {
        SortKind::Bool => Domain::Bool,
        SortKind::Int => Domain::Int,
        SortKind::Real => Domain::Real,
        SortKind::String => Domain::Text,
        SortKind::RegLan => Domain::RegLan,
        SortKind::RoundingMode => Domain::RoundingMode,
        SortKind::BitVec(width) => Domain::BitVec(width),
        SortKind::Float(exponent, significand) => match Format::new(exponent, significand) {
            Some(format) => Domain::Float(format),
            None => Domain::Other(script.sort_text(sort).into()),
        },
        // A function of one argument is an array of its values, as z3 has it.
        SortKind::Array(index, element) | SortKind::Fun(&[index, element]) => {
            Domain::Array(inner(index), inner(element))
        }
        SortKind::Seq(element) => Domain::sequence(inner(element)),
        SortKind::Set(element) => Domain::Set(inner(element)),
        SortKind::FiniteField(order) => field(&script.index_text(order))
            .unwrap_or_else(|| Domain::Other(script.sort_text(sort).into())),
        SortKind::Datatype(id, args) => {
            Domain::Datatype(named(script.declared_sort(id).symbol, args))
        }
        SortKind::Uninterpreted(id, args) => {
            Domain::Uninterpreted(named(script.declared_sort(id).symbol, args))
        }
        _ => Domain::Other(script.sort_text(sort).into()),
    }
}

/// The finite field of an order as it is written; one has two elements at least.
pub(crate) fn field(order: &str) -> Option<Domain> {
    let order = UBig::from_str_radix(order, 10).ok()?;
    (order > UBig::ONE).then(|| Domain::Field(Arc::new(order)))
}

/// The constructors of every datatype sort of the script, and of the sorts of their fields.
pub(crate) fn declare_datatypes(script: &Script, builder: &mut Builder) {
    if !script
        .declared_sorts()
        .any(|d| script.declared_sort(d).datatype)
    {
        return;
    }
    for sort in script.sorts() {
        let SortKind::Datatype(id, args) = script.sort_kind(sort) else {
            continue;
        };
        let Domain::Datatype(name) = domain(script, sort) else {
            continue;
        };
        let params = script.declared_sort_params(id);
        let with: FxHashMap<SortId, Domain> = params
            .iter()
            .copied()
            .zip(args.iter().map(|a| domain(script, *a)))
            .collect();
        let constructors = script.declared_sort(id).constructors.iter();
        let constructors: Vec<Constructor> = constructors
            .map(|fun| {
                let fields = script
                    .params(*fun)
                    .iter()
                    .map(|s| substituted(script, *s, &with));
                let names = selector_names(script, *fun);
                Constructor {
                    name: script.name(script.fun(*fun).symbol).into(),
                    fields: names.into_iter().zip(fields).collect(),
                }
            })
            .collect();
        builder
            .program
            .sorts
            .datatypes
            .insert(name, Arc::new(constructors));
    }
}

/// The selectors of a constructor, in the order of its fields.
fn selector_names(script: &Script, constructor: gadfly_term::FunId) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = vec!["".into(); script.params(constructor).len()];
    for fun in script.funs() {
        if let FunKind::Selector(of, field) = script.fun(fun).kind
            && of == constructor
            && let Some(name) = names.get_mut(field as usize)
        {
            *name = script.name(script.fun(fun).symbol).into();
        }
    }
    names
}
