//! Which operators of the catalogue fit in one another's places.

use gadfly_catalog::signature::known;
use gadfly_catalog::{Catalog, Pattern, Signature};

/// Operators with a signature that takes and gives what one of `name` does, the shortest names
/// first. Without indices, and only such that the standard has, unless `name` is an extension.
pub(crate) fn operators_like<'a>(catalog: &'a Catalog, name: &str) -> Vec<&'a str> {
    let Some(id) = catalog.op_named(name) else {
        return Vec::new();
    };
    let own = &catalog.op(id).signatures;
    let standard = own.iter().any(|signature| signature.since.is_some());
    let fits = |other: &Signature| {
        (other.since.is_some() || !standard)
            && other.indices.is_empty()
            && own
                .iter()
                .any(|signature| takes_and_gives_the_same(signature, other))
    };
    let others = catalog
        .ops()
        .iter()
        .filter(|op| op.name != name && op.signatures.iter().any(fits));
    let mut names: Vec<&str> = others.map(|op| op.name.as_str()).collect();
    names.sort_by_key(|name| (name.len(), *name));
    names
}

/// For each argument of `name` that has the sort of the result, where a unary operator takes and
/// gives this sort: the argument's place and the shortest such operator. Negation aside, which says
/// nothing new.
pub(crate) fn unary_like<'a>(catalog: &'a Catalog, name: &str) -> Vec<(usize, &'a str)> {
    let Some(id) = catalog.op_named(name) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, &str)> = Vec::new();
    for own in &catalog.op(id).signatures {
        let same = |(_, argument): &(usize, &Pattern)| **argument == own.result;
        for (place, argument) in own.args.iter().enumerate().filter(same) {
            let fits = |other: &Signature| {
                other.since.is_some()
                    && other.indices.is_empty()
                    && other.args.len() == 1
                    && (&other.args[0], &other.result) == (argument, &own.result)
            };
            let others = catalog
                .ops()
                .iter()
                .filter(|op| op.name != name && op.name != "not" && op.signatures.iter().any(fits));
            let names = others.map(|op| op.name.as_str());
            found.extend(
                names
                    .min_by_key(|name| (name.len(), *name))
                    .map(|name| (place, name)),
            );
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Signatures with sort variables, as that of `=`, fit wherever all arguments have one sort.
fn takes_and_gives_the_same(one: &Signature, other: &Signature) -> bool {
    if one.args.len() != other.args.len() || one.result != other.result {
        return false;
    }
    let any = |signature: &Signature| {
        signature.result == Pattern::Ground(known::BOOL)
            && signature.args.iter().all(|arg| *arg == Pattern::Var(0))
    };
    let one_sort = |signature: &Signature| signature.args.windows(2).all(|pair| pair[0] == pair[1]);
    one.args == other.args || any(other) && one_sort(one) || any(one) && one_sort(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(name: &str) -> Vec<&'static str> {
        let catalog: &'static Catalog = Box::leak(Box::new(Catalog::builtin()));
        operators_like(catalog, name)
    }

    #[test]
    fn operators_of_the_same_kind() {
        assert!(like("mod").contains(&"+"));
        assert_eq!(like("bvadd")[0], "bvor");
        assert_eq!(like("str.prefixof")[0], "=");
        assert!(like("re.inter").contains(&"re.++"));
        assert!(like("fp.lt").contains(&"fp.eq"));
        assert!(!like("+").contains(&"="));
        assert!(like("no-such-operator").is_empty());
    }

    #[test]
    fn unary_operators_that_fit() {
        let catalog = Catalog::shared();
        let unary = |name| unary_like(&catalog, name);
        assert_eq!(unary("re.union"), [(0, "re.*"), (1, "re.*")]);
        assert_eq!(unary("re.loop"), [(0, "re.*")]);
        assert_eq!(unary("div"), [(0, "-"), (1, "-")]);
        assert_eq!(unary("str.substr"), []);
        assert_eq!(unary("and"), []);
        assert_eq!(unary("no-such-operator"), []);
    }
}
