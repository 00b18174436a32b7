//! Seeds are put to a release in its own spelling: an old one would refuse the standard's names.

use gadfly_formula::Expect;
use gadfly_known::{Finder, LIMIT, Store};
use gadfly_mutate::SeedPool;
use gadfly_solver::resolve;

#[test]
fn an_old_release_is_asked_in_its_own_words() {
    gadfly_testkit::catalog();
    let specs = ["z3@4.8.7", "cvc5@1.4.2"].map(String::from);
    let Some(solvers) = gadfly_testkit::installed(resolve(&specs)) else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let text = |n: u32| {
        format!(
            "(declare-const s String)(declare-const x Int)(assert (> x {n}))\
             (assert (str.in_re s (re.+ (str.to_re \"ab\"))))\
             (assert (= (str.to_int s) (- {n} 2)))(check-sat)"
        )
    };
    let old = &solvers[..1];
    let (sat, unsat) = (text(1), text(5));
    let files = [("sat.smt2", sat.as_str()), ("unsat.smt2", unsat.as_str())];
    let (pool, refused) = SeedPool::read(files, &gadfly_testkit::catalog());
    assert!(refused.is_empty(), "{refused:?}");
    let mut finder = Finder::new(old, LIMIT, Store::at(home.path(), old));
    let known = finder.find(&pool.seeds()[0]);
    assert_eq!(known.answer, Some(Expect::Sat));
    assert!(known.model.is_some());
    // Two families: the old one must have answered too, and both refute the core alone.
    let mut finder = Finder::new(&solvers, LIMIT, Store::at(home.path(), &solvers));
    let known = finder.find(&pool.seeds()[1]);
    assert_eq!(known.answer, Some(Expect::Unsat));
    assert_eq!(known.core, Some(vec![1, 2]));
    // Other solvers' answers are others' answers.
    assert_eq!(Store::at(home.path(), old).load(&pool.seeds()[1]), None);
    assert_eq!(
        Store::at(home.path(), &solvers).load(&pool.seeds()[1]),
        Some(known)
    );
}
