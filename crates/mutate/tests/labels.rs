//! Labels: by construction, by witness, by core; and wrong rules are caught.

use gadfly_formula::{Expect, LabelSource};
use gadfly_mutate::rules::{of_fusion, of_rule, read_fusions, read_rules};
use gadfly_mutate::{
    Kit, Known, Options, Position, RuleBook, SeedPool, Trial, make, strategy, try_out,
};
use std::sync::Arc;

const SAT: &str = "(set-info :status sat)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (and (> x 0) (< y x)))\n(assert (or (= y 3) (>= x 5)))\n(check-sat)\n";
const UNSAT: &str = "(set-logic QF_LIA)(declare-const x Int)(declare-const w Int)\n\
    (assert (> x 0))\n(assert (> w 1))\n(assert (< x 0))\n(check-sat)\n";

fn pool(texts: &[(&str, &str)]) -> SeedPool {
    let (pool, refused) = SeedPool::read(texts.iter().copied(), &gadfly_testkit::catalog());
    assert!(refused.is_empty(), "{refused:?}");
    pool
}

/// One seed of which something is known.
fn with_known(text: &str, known: Known) -> SeedPool {
    let mut pool = pool(&[("x.smt2", text)]);
    pool.seeds_mut()[0].set_known(known);
    pool
}

/// One satisfiable seed with its model.
fn witnessed(text: &str, model: &str) -> SeedPool {
    let known = Known {
        answer: Some(Expect::Sat),
        model: Some(model.to_string()),
        core: None,
        proved: false,
    };
    with_known(text, known)
}

fn kit(book: RuleBook) -> Kit {
    Kit::new(
        &gadfly_testkit::catalog(),
        Arc::new(book),
        Options::default(),
    )
}

fn book() -> RuleBook {
    RuleBook::read(&gadfly_testkit::catalog()).unwrap()
}

#[test]
fn claims_come_from_header_status_and_folder() {
    let text = "(declare-const p Bool)(assert p)(check-sat)";
    let header =
        format!("; gadfly 0 catalog=a strategy=op seed=1 index=0\n; expect: unsat\n{text}");
    let pool = pool(&[
        ("a/sat/x.smt2", text),
        ("b/unsat/x.smt2", text),
        ("c/x.smt2", text),
        ("sat/x.smt2", &header),
        ("x", SAT),
    ]);
    let claims: Vec<Expect> = pool.seeds().iter().map(|s| s.expect[0]).collect();
    assert_eq!(
        claims,
        [
            Expect::Sat,
            Expect::Unsat,
            Expect::Unknown,
            Expect::Unsat,
            Expect::Sat
        ]
    );
}

#[test]
fn a_witness_labels_mutants_of_every_strategy() {
    let pool = witnessed(SAT, "((define-fun x () Int 5)(define-fun y () Int 3))");
    let mut kit = kit(book());
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        let mut strategy = strategy(name).unwrap();
        let made: Vec<_> = (0..200)
            .filter_map(|index| {
                make(&mut *strategy, &pool, Position { seed: 3, index }, &mut kit).unwrap()
            })
            .collect();
        let witnessed = made
            .iter()
            .filter(|f| match f.expect.as_slice() {
                [Expect::Sat] => f.label == LabelSource::Witness,
                // A part is denied.
                [Expect::Unsat] => f.label == LabelSource::Construction,
                [Expect::Unknown] => false,
                // What several checks answer follows from the seeds' answers.
                all => f.label == LabelSource::Construction && !all.contains(&Expect::Unknown),
            })
            .count();
        assert!(
            witnessed * 2 > made.len(),
            "{name}: {witnessed} of {}",
            made.len()
        );
    }
    assert!(kit.refused.is_empty(), "{:?}", kit.refused);
}

#[test]
fn mutations_outside_a_core_stay_unsatisfiable() {
    let known = Known {
        answer: Some(Expect::Unsat),
        model: None,
        core: Some(vec![0, 2]),
        proved: false,
    };
    let pool = with_known(UNSAT, known);
    let mut kit = kit(book());
    for name in ["op", "type", "swap"] {
        let mut strategy = strategy(name).unwrap();
        let mut labelled = 0;
        for index in 0..100 {
            let Some(formula) =
                make(&mut *strategy, &pool, Position { seed: 3, index }, &mut kit).unwrap()
            else {
                continue;
            };
            if formula.expect == [Expect::Unsat] {
                labelled += 1;
                assert_eq!(formula.label, LabelSource::Construction);
                assert!(
                    formula.text.contains("(assert (> x 0))")
                        && formula.text.contains("(assert (< x 0))"),
                    "{}",
                    formula.text
                );
            }
        }
        assert!(labelled > 10, "{name}: {labelled}");
    }
}

#[test]
fn construction_needs_a_confirmed_seed() {
    let mut pool = pool(&[("x.smt2", SAT)]);
    let mut kit = kit(book());
    let mut weaken = strategy("weaken").unwrap();
    let mut label = |pool: &SeedPool| {
        let at = Position { seed: 1, index: 0 };
        let first = make(&mut *weaken, pool, at, &mut kit).unwrap().unwrap();
        (first.expect[0], first.label)
    };
    assert_eq!(label(&pool), (Expect::Sat, LabelSource::Claimed));
    pool.seeds_mut()[0].set_known(Known {
        answer: Some(Expect::Sat),
        model: None,
        core: None,
        proved: false,
    });
    assert_eq!(label(&pool), (Expect::Sat, LabelSource::Construction));
}

const WRONG_RULE: &str = "(rule wrong-le-strict (vars (x Int) (y Int)) (implies (<= x y) (< x y)) (applies (<= i j)) (not p))";
const WRONG_STRING: &str = "(rule wrong-not-longer (vars (s String) (t String) (u String)) \
    (implies (= s t) (not (= s (str.++ t u)))) (applies (= s t)) (not p))";
const WRONG_FUSION: &str =
    "(fusion wrong-mul (vars (x Int) (y Int) (z Int)) (fuse (* x y)) (x (div z y)) (y (div z x)))";

#[test]
fn evaluation_refutes_wrong_rules_and_fusions() {
    let catalog = gadfly_testkit::catalog();
    for text in [WRONG_RULE, WRONG_STRING] {
        let rules = read_rules("rules/test/a.rule", text).unwrap();
        let refuted = of_rule(&rules[0])
            .iter()
            .any(|o| matches!(try_out(o, &catalog, 2000), Trial::Refuted(_)));
        assert!(refuted, "{text}");
    }
    // Where y is 0 the value of the division is open, so evaluation says nothing of it; a value
    // that a sum loses is found.
    let fusions = read_fusions("fusions/a.fusion", "(fusion wrong-add (vars (x Int) (y Int) (z Int)) (fuse (+ x (* 2 y))) (x (- z y)) (y (- z x)))").unwrap();
    assert!(
        of_fusion(&fusions[0])
            .iter()
            .any(|o| matches!(try_out(o, &catalog, 2000), Trial::Refuted(_)))
    );
}

#[test]
fn the_witness_catches_a_wrong_rule_in_a_run() {
    let mut wrong = RuleBook::default();
    wrong.add("rules/test/a.rule", WRONG_RULE).unwrap();
    let pool = witnessed(
        "(declare-const x Int)(assert (<= x 4))(check-sat)",
        "((define-fun x () Int 4))",
    );
    let mut kit = kit(wrong);
    let mut weaken = strategy("weaken").unwrap();
    let caught = (0..20)
        .find_map(|index| make(&mut *weaken, &pool, Position { seed: 1, index }, &mut kit).err());
    let caught = caught.unwrap();
    assert!(caught.trace.starts_with("wrong-le-strict"));
    // A hunt takes the rule out of use and goes on.
    assert_eq!(caught.suspects, ["wrong-le-strict"]);
    for suspect in &caught.suspects {
        assert!(kit.quarantine(suspect));
    }
    assert_eq!(
        kit.book.quarantined().collect::<Vec<_>>(),
        ["wrong-le-strict"]
    );
    assert!(!kit.quarantine("no-such-rule"));
    for index in 0..20 {
        let after = make(&mut *weaken, &pool, Position { seed: 1, index }, &mut kit);
        assert!(after.unwrap().is_none(), "there is no other rule");
    }
}

#[test]
fn the_witness_catches_a_wrong_fusion_in_a_run() {
    let mut wrong = RuleBook::default();
    wrong.add("fusions/a.fusion", "(fusion wrong-add (vars (x Int) (y Int) (z Int)) (fuse (+ x y)) (x (+ z y)) (y (- z x)))").unwrap();
    wrong.add("fusions/b.fusion", WRONG_FUSION).unwrap();
    let pool = witnessed(
        "(declare-const x Int)(assert (= x 4))(check-sat)",
        "((define-fun x () Int 4))",
    );
    let mut kit = kit(wrong);
    let mut fusion = strategy("fusion").unwrap();
    let caught = (0..50)
        .find_map(|index| make(&mut *fusion, &pool, Position { seed: 1, index }, &mut kit).err());
    let caught = caught.unwrap();
    assert!(caught.trace.starts_with("wrong-add"));
    assert!(caught.suspects.contains(&"wrong-add".to_string()));
    assert!(kit.quarantine("wrong-add"));
    for index in 0..50 {
        let after = make(&mut *fusion, &pool, Position { seed: 1, index }, &mut kit).unwrap();
        let used = after.map_or(String::new(), |f| f.provenance.trace.concat());
        assert!(!used.contains("wrong-add"), "{used}");
    }
}

/// The unguarded product loses a variable where the other one is 0. One such place leaves the
/// mutant satisfiable, with a suitable value of 0 divided by 0; two may not.
#[test]
fn the_witness_catches_the_unguarded_product() {
    for (sort, zero, three, divide) in [("Int", "0", "3", "div"), ("Real", "0.0", "3.0", "/")] {
        let text = format!(
            "(declare-const x {sort})(declare-const y {sort})\
             (assert (= x {zero}))(assert (= y {three}))(check-sat)"
        );
        let model = format!("((define-fun x () {sort} {zero})(define-fun y () {sort} {three}))");
        let product = format!(
            "(fusion wrong-mul (vars (x {sort}) (y {sort}) (z {sort})) (fuse (* x y)) \
             (x ({divide} z y)) (y ({divide} z x)))"
        );
        let pool = witnessed(&text, &model);
        let mut fusion = strategy("fusion").unwrap();
        let mut run = |text: &str| {
            let mut book = RuleBook::default();
            book.add("fusions/a.fusion", text).unwrap();
            let mut kit = kit(book);
            let mut made = (0..60)
                .map(|index| make(&mut *fusion, &pool, Position { seed: 1, index }, &mut kit));
            made.find_map(Result::err)
        };
        assert_eq!(run(&product).unwrap().suspects[0], "wrong-mul");
        // The same function as a bare one claims nothing, and the guarded one holds.
        assert!(run(&product.replace("(fuse", "(bare) (fuse")).is_none());
        let guarded = product
            .replace(
                &format!("({divide} z y)"),
                &format!("(ite (= y {zero}) x ({divide} z y))"),
            )
            .replace(
                &format!("({divide} z x)"),
                &format!("(ite (= x {zero}) y ({divide} z x))"),
            );
        assert!(run(&guarded).is_none());
    }
}

#[test]
fn what_is_known_reads_back() {
    let known = Known {
        answer: Some(Expect::Unsat),
        model: None,
        core: Some(vec![1, 4]),
        proved: false,
    };
    assert_eq!(Known::from_text(&known.to_text()), Some(known));
    let known = Known {
        answer: Some(Expect::Sat),
        model: Some("(\n(define-fun x () Int 1)\n)".into()),
        core: None,
        proved: false,
    };
    assert_eq!(Known::from_text(&known.to_text()), Some(known));
    assert_eq!(Known::from_text("something else"), None);
}
