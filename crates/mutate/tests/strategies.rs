//! The list of strategies: names are unique, and each keeps to what it says of itself.

use gadfly_catalog::Catalog;
use gadfly_formula::{Expect, LabelSource};
use gadfly_mutate::{
    Kit, Known, Options, Position, Promise, RuleBook, SeedPool, Source, ablation_of, strategies,
    strategy,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Seeds whose files say what the answer is.
const SEEDS: [(&str, &str); 3] = [
    (
        "sat.smt2",
        "(set-info :status sat)(declare-const x Int)(declare-const y Int)\
         (assert (or (> (+ x 1) y) (= x (* 2 y))))(assert (< x 40))(check-sat)",
    ),
    (
        "unsat.smt2",
        "(set-info :status unsat)(declare-const x Int)(declare-const p Bool)\
         (assert (=> p (< x 3)))(assert (and p (> x (+ 3 1))))(assert (or p (< x 7)))(check-sat)",
    ),
    (
        "both.smt2",
        "(declare-const a Int)(declare-const b Int)(set-info :status sat)(assert (< a b))(check-sat)\
         (set-info :status unsat)(push 1)(assert (> a (+ b 1)))(check-sat)(pop 1)",
    ),
];

fn kit(catalog: &Arc<Catalog>) -> Kit {
    let book = Arc::new(RuleBook::read(catalog).unwrap());
    Kit::new(catalog, book, Options::default())
}

#[test]
fn names_are_unique_and_find_their_strategy() {
    gadfly_testkit::catalog();
    let names: Vec<&str> = strategies().map(|s| s.about().name).collect();
    let set: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(set.len(), names.len(), "{names:?}");
    for one in strategies() {
        let about = one.about();
        assert_eq!(strategy(about.name).unwrap().about(), about);
        assert!(
            !about.help.is_empty() && !about.help.ends_with('.'),
            "{about:?}"
        );
        let of = about.ablation_of;
        assert!(of.is_none_or(|of| strategy(of).is_some()), "{about:?}");
    }
    assert!(strategy("nonsense").is_none());
    assert!(ablation_of("op").is_none());
    assert_eq!(ablation_of("fusion").unwrap().about().name, "concat");
}

#[test]
fn every_strategy_keeps_its_promise() {
    let catalog = gadfly_testkit::catalog();
    let (mut pool, refused) = SeedPool::read(SEEDS, &catalog);
    assert!(refused.is_empty(), "{refused:?}");
    pool.seeds_mut()[0].set_known(Known {
        answer: Some(Expect::Sat),
        model: Some("((define-fun x () Int 0)(define-fun y () Int 0))".into()),
        core: None,
        proved: false,
    });
    pool.seeds_mut()[1].set_known(Known {
        answer: Some(Expect::Unsat),
        model: None,
        core: Some(vec![0, 1]),
        proved: false,
    });
    let known: BTreeMap<String, Vec<Expect>> = pool
        .seeds()
        .iter()
        .map(|seed| (seed.parent.path.clone(), seed.expect.clone()))
        .collect();
    let pools = BTreeMap::from([("QF_LIA".to_string(), pool)]);
    for mut one in strategies() {
        let about = one.about();
        let mut kit = kit(&catalog);
        let taken = |pool: &SeedPool| pool.seeds().iter().filter(|seed| one.takes(seed)).count();
        let sizes = pools
            .iter()
            .map(|(logic, pool)| (logic.clone(), taken(pool) as u32));
        let groups = one.groups(&sizes.collect(), &catalog);
        let group = groups.first().map(|(group, _)| group.clone()).unwrap();
        let from = Source {
            group: &group,
            seeds: pools.get(&group),
            without: &[],
        };
        let (mut made, mut labelled) = (0, 0);
        for index in 0..400 {
            let at = Position { seed: 1, index };
            let Some(formula) = one.make(from, at, &mut kit).unwrap() else {
                continue;
            };
            made += 1;
            labelled += usize::from(formula.label != LabelSource::None);
            assert_eq!(formula.provenance.strategy, about.name);
            assert_eq!(formula.provenance.index, index);
            if about.promise == Promise::Kept {
                let seed = &formula.provenance.parents[0].path;
                assert_eq!(formula.expect, known[seed], "{}", formula.text);
            }
        }
        assert!(made > 100, "{}: {made}", about.name);
        match about.promise {
            Promise::Nothing => assert_eq!(labelled, 0, "{}", about.name),
            Promise::Sometimes => assert!(labelled > 0, "{}", about.name),
            Promise::Kept => assert_eq!(labelled, made, "{}", about.name),
        }
        assert!(kit.refused.is_empty(), "{}: {:?}", about.name, kit.refused);
    }
}
