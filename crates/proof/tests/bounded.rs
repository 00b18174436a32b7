//! Whatever stands in a proof, the check ends: with a report or an error, never a panic, and within
//! its limits.

use gadfly_catalog::Catalog;
use gadfly_proof::{Limits, ProofError, Status, check};
use gadfly_term::{Mode, Script};

const SCRIPT: &str = "(declare-const p Bool)(declare-const x Int)(declare-const c (_ BitVec 8))\
    (declare-fun f (Int) Int)(assert p)(assert (not p))(check-sat)";

fn outcome(proof: &str, limits: &Limits) -> Result<Status, ProofError> {
    let script = Script::parse(SCRIPT, &Catalog::builtin(), Mode::Default).expect("the script");
    check(&script, 0, proof, limits).map(|report| report.status())
}

fn refused(proof: &str) {
    let status = outcome(proof, &Limits::default());
    assert_ne!(
        status,
        Ok(Status::Valid),
        "{}",
        &proof[..proof.len().min(200)]
    );
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let n = 200_000;
    for (open, close) in [
        ("(not ", ")"),
        ("(= p ", ")"),
        ("(and p ", ")"),
        ("(ite p p ", ")"),
    ] {
        let term = format!("{}p{}", open.repeat(n), close.repeat(n));
        refused(&format!("((step @p1 {term} :rule evaluate))"));
        refused(&format!(
            "((step @p1 (= {term} false) :rule bv_bitblast_step))"
        ));
    }
    let sum = format!("{}x{}", "(+ 1 ".repeat(n), ")".repeat(n));
    refused(&format!("((step @p1 (= {sum} x) :rule arith_poly_norm))"));
    let word = format!("{}c{}", "(bvadd c ".repeat(n), ")".repeat(n));
    refused(&format!("((step @p1 (= {word} c) :rule bv_poly_norm))"));
    let array = format!("{}x{}", "(f ".repeat(n), ")".repeat(n));
    refused(&format!("((step @p1 (= {array} x) :rule refl))"));
}

#[test]
fn shared_terms_are_looked_at_once() {
    // 2^200 nodes when written out.
    let doubled = |first: &str, op: &str| {
        let mut proof = format!("((define @t0 () {first})");
        for n in 0..200 {
            proof.push_str(&format!("(define @t{} () ({op} @t{n} @t{n}))", n + 1));
        }
        proof
    };
    for (first, op) in [
        ("x", "+"),
        ("x", "*"),
        ("c", "bvadd"),
        ("c", "bvmul"),
        ("p", "xor"),
        ("p", "and"),
    ] {
        let proof = doubled(first, op);
        refused(&format!(
            "{proof}(step @p1 (= @t200 {first}) :rule evaluate))"
        ));
        refused(&format!(
            "{proof}(step @p1 (not (= @t200 {first})) :rule arith_poly_norm))"
        ));
    }
}

#[test]
fn odd_texts_are_errors() {
    for proof in [
        "(",
        ")",
        "((",
        "((step",
        "((step @p1",
        "((step @p1 p :rule",
        "((step @p1 p))",
        "((step-pop @p1 :rule scope :premises (@p0)))",
        "((assume-push @p1 x)(step-pop @p2 :rule scope :premises (@p1)))",
        "((define @t () @t)(assume @p1 @t))",
        "((step @p1 (forall (@list (@var \"n\" Int) (@var \"n\" Int)) p) :rule refl))",
        "((step @p1 (forall p p) :rule refl))",
        "((step @p1 (= (@var \" bound 0 0\" Int) x) :rule refl))",
        "((step @p1 (extract 9 0 c) :rule refl))",
        "((step @p1 (= (repeat 4000000000 c) c) :rule evaluate))",
        "((step @p1 (= (zero_extend 4294967295 c) c) :rule evaluate))",
        "((step @p1 (= (int.pow2 4000000000) 1) :rule evaluate))",
        "((step @p1 (= (@bv 1 4000000000) c) :rule evaluate))",
        "((step @p1 (= 1/0 1/1) :rule refl))",
        "((step @p1 (= (+ x c) x) :rule refl))",
        "((step @p1 (let ((a p) (b)) a) :rule refl))",
        "((step @p1 |unclosed :rule refl))",
        "((step @p1 \"unclosed :rule refl))",
        "((declare-const and Bool))",
        "((declare-const p Int))",
        "((frobnicate))",
        "(error \"no proof\")",
        "p",
        "\u{e9}\u{20ac}",
    ] {
        refused(proof);
    }
}

#[test]
fn limits_are_kept() {
    let many = "(step @p1 (= p p) :rule refl)".repeat(1_000);
    let few = Limits {
        steps: 100,
        ..Limits::default()
    };
    assert!(matches!(
        outcome(&format!("({many})"), &few),
        Err(ProofError::TooLarge(_))
    ));
    let short = Limits {
        bytes: 100,
        ..Limits::default()
    };
    assert!(matches!(
        outcome(&many, &short),
        Err(ProofError::TooLarge(_))
    ));
    let small = Limits {
        terms: 50,
        ..Limits::default()
    };
    let terms: String = (0..1_000)
        .map(|n| format!("(define @t{n} () (f {n}))"))
        .collect();
    assert!(outcome(&format!("({terms})"), &small).is_err());
    let shallow = Limits {
        depth: 10,
        ..Limits::default()
    };
    let nested: String = (0..100).map(|n| format!("(assume-push @p{n} p)")).collect();
    assert!(outcome(&format!("({nested})"), &shallow).is_err());
}

#[test]
fn an_assumption_about_a_variable_stays_outside_its_binder() {
    // From n = 0, assumed of a free variable, nothing follows about all n.
    let proof = "((define @n () (@var \"n\" Int))
        (assume-push @p1 (= @n 0))
        (step @p2 (= (forall (@list @n) (= @n 5)) (forall (@list @n) (= 0 5))) :rule cong :premises (@p1))
        (step @p3 false :rule evaluate))";
    refused(proof);
    // Formulas that are equal as truth values need not have the same witness.
    let proof = "((define @n () (@var \"n\" Int))
        (define @a () (forall (@list @n) (not (= @n 1))))
        (define @b () (forall (@list @n) (not (= @n 2))))
        (assume-push @p1 (= @a @b))
        (step @p2 (= (@quantifiers_skolemize @a 0) (@quantifiers_skolemize @b 0)) :rule cong :premises (@p1)))";
    let script = Script::parse(SCRIPT, &Catalog::builtin(), Mode::Default).expect("the script");
    let report = check(&script, 0, proof, &Limits::default()).expect("a report");
    assert_eq!(report.holes.get("cong"), Some(&1));
}
