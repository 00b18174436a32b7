//! Which seeds are one: they differ in names, spaces, comments, the order of declarations, or in
//! declarations that nothing uses.

use gadfly_catalog::Catalog;
use gadfly_mutate::{Seed, renaming_hash};
use gadfly_syntax::loose;
use gadfly_term::{CommandKind, Script};
use rustc_hash::FxHashMap;

/// A hash that is the same for seeds that are one.
pub(crate) fn hash(seed: &Seed, catalog: &Catalog) -> u128 {
    let script = &seed.script;
    if !seed.is_flat() {
        return renaming_hash(script.source(), catalog);
    }
    renaming_hash(&by_use(script), catalog)
}

/// What is asserted, then the declarations in the order in which they are used.
fn by_use(script: &Script) -> String {
    let declaring = declaring(script);
    let asserted = script.commands().iter().enumerate();
    let asserted = asserted.filter(|(_, c)| c.kind == CommandKind::Assert);
    let mut order: Vec<usize> = asserted.map(|(at, _)| at).collect();
    let mut taken = vec![false; script.commands().len()];
    let mut text = String::new();
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        let command = &script.commands()[at];
        let spelt = script.command_text(command);
        let constant = command.kind == CommandKind::DeclareConst;
        for (number, (_, word)) in loose::words(spelt).enumerate() {
            // A constant is a function without arguments.
            match number {
                1 if constant => text.push_str("declare-fun"),
                3 if constant => text.push_str(&format!("() {word}")),
                _ => text.push_str(word),
            }
            text.push(' ');
            if let Some(&at) = declaring.get(word.trim_matches('|'))
                && !std::mem::replace(&mut taken[at], true)
            {
                order.push(at);
            }
        }
    }
    text
}

/// The commands that declare or define names.
fn declaring(script: &Script) -> FxHashMap<&str, usize> {
    let mut declaring = FxHashMap::default();
    for (at, command) in script.commands().iter().enumerate() {
        if command.kind == CommandKind::Assert {
            continue;
        }
        let funs = script.command_funs(command);
        let funs = funs.map(|fun| script.name(script.fun(fun).symbol));
        let sorts = script.command_sorts(command);
        let sorts = sorts.map(|sort| script.name(script.declared_sort(sort).symbol));
        let defined = (command.kind == CommandKind::DefineSort)
            .then(|| loose::words(script.command_text(command)).nth(2))
            .flatten();
        let defined = defined.map(|(_, name)| name.trim_matches('|'));
        declaring.extend(funs.chain(sorts).chain(defined).map(|name| (name, at)));
    }
    declaring
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_mutate::SeedPool;

    fn hash_of(text: &str) -> u128 {
        let catalog = Catalog::builtin();
        let (pool, refused) = SeedPool::read([("a.smt2", text)], &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        hash(&pool.seeds()[0], &catalog)
    }

    #[test]
    fn names_orders_and_unused_declarations_do_not_count() {
        let one = hash_of(
            "(declare-sort A 0)(declare-fun f (A) Int)(declare-const a A)(declare-const n Int)
            (assert (< (f a) n))(check-sat)",
        );
        let same = "; why
            (set-logic ALL)(declare-fun |k l| () Int)(declare-sort B 0)(define-sort C () B)(declare-const b B)
            (declare-fun unused () Real)(declare-fun g (B) Int)(assert (< (g b) |k l|))(check-sat)";
        assert_eq!(one, hash_of(same));
        for other in [
            "(declare-sort A 0)(declare-fun f (A) Int)(declare-const a A)(declare-const n Int)
             (assert (< n (f a)))(check-sat)",
            "(declare-fun f (Int) Int)(declare-const a Int)(declare-const n Int)
             (assert (< (f a) n))(check-sat)",
            "(declare-sort A 0)(declare-fun f (A) Int)(declare-const a A)
             (assert (< (f a) (f a)))(check-sat)",
        ] {
            assert_ne!(one, hash_of(other), "{other}");
        }
    }

    #[test]
    fn scopes_count() {
        let flat = "(declare-const p Bool)(assert p)(check-sat)";
        assert_ne!(hash_of(flat), hash_of(&format!("(push 1){flat}(pop 1)")));
    }
}
