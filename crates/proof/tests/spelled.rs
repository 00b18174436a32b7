//! What a proof assumes in another spelling than the script's is still the script's assertion, and
//! what means something else is not.

use gadfly_catalog::Catalog;
use gadfly_proof::{Limits, ProofError, Report, check};
use gadfly_term::{Mode, Script};

const SCRIPT: &str = "(set-logic ALL)
(declare-const a (_ FloatingPoint 5 11))
(declare-const x Real)(declare-const i Int)
(declare-const s String)
(declare-const b (_ BitVec 16))
(declare-const q (Seq Int))(declare-const t (Set Int))
(declare-const u (Array Int Bool))
";

/// The script's assertion, and how a proof writes it.
const SAME: &[(&str, &str)] = &[
    ("(= a (_ -oo 5 11))", "(= a (fp #b1 #b11111 #b0000000000))"),
    ("(= a (_ NaN 5 11))", "(= a (fp #b0 #b11111 #b1000000000))"),
    (
        "(= a (_ -zero 5 11))",
        "(= a (fp #b1 #b00000 #b0000000000))",
    ),
    ("(= x (/ 3 2))", "(= x (/ 3 2))"),
    (
        "(= 1 i x)",
        "(and (= (to_real 1) (to_real i)) (= (to_real i) x))",
    ),
    (
        "(= 1 x (- 2))",
        "(and (= (to_real 1) x) (= x (to_real (- 2))))",
    ),
    ("(<= 1 i x)", "(and (<= 1 i) (<= (to_real i) x))"),
    ("(= a ((_ to_fp 5 11) b))", "(= a (to_fp_bv 5 11 b))"),
    (
        "(= a ((_ to_fp 5 11) RNE x))",
        "(= a (to_fp 5 11 roundNearestTiesToEven x))",
    ),
    (
        "(= q (as seq.empty (Seq Int)))",
        "(= q (as seq.empty (Seq Int)))",
    ),
    (
        "(= t (as set.empty (Set Int)))",
        "(= t (as set.empty (Set Int)))",
    ),
    (
        "(= t (setminus (union t (singleton i)) t))",
        "(= t (set.minus (set.union t (set.singleton i)) t))",
    ),
    ("(= x (/ i 2 3))", "(= x (/ (/ i 2) 3))"),
    (
        "(str.in_re s (re.diff re.all re.none re.allchar))",
        "(str.in_re s (re.diff (re.diff re.all re.none) re.allchar))",
    ),
    ("(= (u 1) (select u i))", "(= (select u 1) (select u i))"),
    (
        "(forall ((v (Array Int Bool))) (or (v 1) (u i)))",
        "(forall (@list (@var \"v\" (Array Int Bool))) (or (select (@var \"v\" (Array Int Bool)) 1) (select u i)))",
    ),
    (r#"(= s "\u{1F600}")"#, r#"(= s "\u{1f600}")"#),
];

/// The script's assertion, and another formula.
const OTHER: &[(&str, &str)] = &[
    ("(= a (_ -oo 5 11))", "(= a (fp #b0 #b11111 #b0000000000))"),
    ("(= a (_ NaN 5 11))", "(= a (fp #b0 #b11111 #b0000000000))"),
    ("(= x (/ 3 2))", "(= x (/ 2 3))"),
    ("(= 1 i x)", "(and (= (to_real 1) (to_real i)) (= i x))"),
    ("(= a ((_ to_fp 5 11) RNE x))", "(= a (to_fp_bv 5 11 b))"),
    (
        "(str.in_re s (re.diff re.all re.none re.allchar))",
        "(str.in_re s (re.diff re.all (re.diff re.none re.allchar)))",
    ),
];

fn assumed(assertion: &str, assumption: &str) -> Result<Report, ProofError> {
    let text = format!("{SCRIPT}(assert {assertion})(check-sat)");
    let script = Script::parse(&text, &Catalog::builtin(), Mode::Default).expect("a script");
    let proof = format!("((assume @p1 {assumption}))");
    check(&script, 0, &proof, &Limits::default())
}

#[test]
fn an_assertion_in_another_spelling_is_assumed() {
    for (assertion, assumption) in SAME {
        let report = assumed(assertion, assumption).unwrap_or_else(|e| panic!("{assertion}: {e}"));
        // It refutes nothing, and that is all that is wrong.
        assert_eq!(report.steps, 1, "{assertion}: {report:?}");
    }
}

#[test]
fn an_applied_variable_of_a_let_is_not_read() {
    let unread = assumed(
        "(let ((v u)) (= (v 1) (v 2)))",
        "(= (select u 1) (select u 2))",
    );
    assert!(unread.is_err(), "{unread:?}");
}

/// The difference of two integers is converted, not each of them.
#[test]
fn a_mixed_difference_is_not_compared() {
    let differs = assumed("(< (- i 2 x) 0.0)", "(< (- (to_real (- i 2)) x) 0.0)");
    assert!(differs.is_err(), "{differs:?}");
    let wrong = assumed("(< (- x 2.0 x) 0.0)", "(< (- x 3.0 x) 0.0)");
    assert!(wrong.is_ok_and(|report| report.steps == 0));
}

#[test]
fn another_formula_is_not() {
    for (assertion, assumption) in OTHER {
        let accepted = assumed(assertion, assumption).is_ok_and(|report| report.steps > 0);
        assert!(!accepted, "{assertion}: {assumption}");
    }
}
