//! Whether a model speaks of the script's symbols: names that it gives other sorts belong to another
//! formula, and their values mean nothing here.

use std::sync::Arc;

use gadfly_term::{FunKind, Script};
use rustc_hash::{FxHashMap, FxHashSet};

use super::terms::Definition;
use crate::program::domain;
use crate::reason::Reason;
use crate::value::Domain;

/// The sorts of a symbol's parameters and of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) params: Vec<Domain>,
    pub(super) result: Domain,
}

/// The declarations of each symbol; scopes and overloading allow more than one.
pub(super) type Signatures<'s> = FxHashMap<&'s str, Vec<Signature>>;

/// The declared symbols of a script.
pub(super) fn declared(script: &Script) -> Signatures<'_> {
    let mut signatures = Signatures::default();
    for fun in script.funs() {
        if script.fun(fun).kind != FunKind::Declared {
            continue;
        }
        let params = script.params(fun).iter().map(|p| domain(script, *p));
        let signature = Signature {
            params: params.collect(),
            result: domain(script, script.fun(fun).result),
        };
        let name = script.name(script.fun(fun).symbol);
        signatures.entry(name).or_default().push(signature);
    }
    signatures
}

/// yices prints an array as a function of its index: that makes it the array of the function.
pub(super) fn array_or_function<'t>(
    mut definition: Definition<'t>,
    declared: &Signatures<'_>,
) -> Definition<'t> {
    let [(index, domain)] = definition.params.as_slice() else {
        return definition;
    };
    let array = Domain::Array(
        Arc::new(domain.clone()),
        Arc::new(definition.result.clone()),
    );
    let fits = |s: &Signature| s.params.is_empty() && same(&s.result, &array);
    if declared
        .get(definition.name)
        .is_some_and(|signatures| signatures.iter().any(fits))
    {
        definition.index = Some(index);
        definition.params.clear();
        definition.result = array;
    }
    definition
}

/// The symbols of the script whose definitions cannot be used, with why.
pub(super) fn conflicts(
    definitions: &[Definition<'_>],
    declared: &Signatures<'_>,
) -> Vec<(Arc<str>, Reason)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for definition in definitions {
        let name: Arc<str> = definition.name.into();
        if !seen.insert(definition.name) {
            // Also what solvers print of their own: `seq.nth_u` for each sort of sequences.
            found.push((Arc::clone(&name), Reason::DefinedTwice(name)));
            continue;
        }
        let Some(signatures) = declared.get(definition.name) else {
            continue;
        };
        if !signatures.iter().any(|s| s.admits(definition))
            && let Some(signature) = signatures.first()
        {
            let given = Signature::of(definition);
            let names = [Arc::clone(&name), signature.text(), given.text()];
            found.push((name, Reason::OtherSort(Box::new(names))));
        }
    }
    found
}

impl Signature {
    /// The sorts that a model gives to what it defines.
    pub(super) fn of(definition: &Definition<'_>) -> Signature {
        Signature {
            params: definition.params.iter().map(|(_, d)| d.clone()).collect(),
            result: definition.result.clone(),
        }
    }

    fn admits(&self, definition: &Definition<'_>) -> bool {
        let params = definition.params.iter().map(|(_, domain)| domain);
        self.params.len() == definition.params.len()
            && self.params.iter().zip(params).all(|(a, b)| same(a, b))
            && same(&self.result, &definition.result)
    }

    fn text(&self) -> Arc<str> {
        let params: Vec<String> = self.params.iter().map(Domain::to_string).collect();
        match params.as_slice() {
            [] => self.result.to_string().into(),
            params => format!("({}) {}", params.join(" "), self.result).into(),
        }
    }
}

/// Whether two domains may be the same; those that the evaluator does not know may be anything.
fn same(a: &Domain, b: &Domain) -> bool {
    match (a, b) {
        (Domain::Other(_), _) | (_, Domain::Other(_)) => true,
        (Domain::Array(i, e), Domain::Array(j, f)) => same(i, j) && same(e, f),
        (Domain::Seq(e), Domain::Seq(f)) | (Domain::Set(e), Domain::Set(f)) => same(e, f),
        _ => a == b,
    }
}
