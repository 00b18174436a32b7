//! Each rule with a step that holds and one that does not (`rules.txt`).

use gadfly_catalog::Catalog;
use gadfly_proof::{Limits, Report, check};
use gadfly_term::{Mode, Script};

const SCRIPT: &str = "(set-logic ALL)
(declare-datatypes ((List 0) (One 0)) (((nil) (cons (hd Int) (tl List))) ((one))))
(declare-fun f (Int) Int)
(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const s Bool)
(declare-const x Int)(declare-const y Int)(declare-const z Int)
(declare-const i Int)(declare-const j Int)(declare-const k Int)
(declare-const u Real)(declare-const v Real)(declare-const w Real)
(declare-const a (Array Int Int))(declare-const b (Array Int Int))
(declare-const c (_ BitVec 4))(declare-const d (_ BitVec 4))(declare-const e (_ BitVec 8))
(declare-const g String)(declare-const h String)
(declare-const l List)(declare-const m List)(declare-const t One)
";

/// Checks one step whose premises are assumed.
fn step(rule: &str, line: &str) -> Result<Report, String> {
    let script = Script::parse(SCRIPT, &Catalog::builtin(), Mode::Default).expect("the script");
    let (premises, rest) = line.split_once('⊢').expect("a turnstile");
    let (goal, args) = rest.split_once(" | ").unwrap_or((rest, ""));
    let mut proof = String::from("(");
    let mut names = Vec::new();
    for (n, premise) in premises
        .split(" ; ")
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .enumerate()
    {
        proof.push_str(&format!("(assume-push @a{n} {premise})\n"));
        names.push(format!("@a{n}"));
    }
    proof.push_str(&format!(
        "(step @goal {goal} :rule {rule} :premises ({}) :args ({args}))\n)",
        names.join(" ")
    ));
    check(&script, 0, &proof, &Limits::default()).map_err(|e| e.to_string())
}

/// Whether the step itself was accepted: what is left to say is that nothing was refuted.
fn accepted(report: &Report) -> bool {
    let fault = report.fault.as_ref().is_some_and(|f| f.step == "@goal");
    !fault && report.holes.is_empty()
}

#[test]
fn every_rule_has_a_step_that_holds_and_one_that_does_not() {
    let text = include_str!("rules.txt");
    let mut rule = "";
    let (mut rules, mut held, mut refused) = (0, 0, 0);
    for line in text
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with(';'))
    {
        match line.split_at(1) {
            ("+", line) => {
                let report = step(rule, line).unwrap_or_else(|e| panic!("{rule}: {e}"));
                assert!(accepted(&report), "{rule}: {line}\n{report:?}");
                held += 1;
            }
            ("-", line) => {
                // What is ill-sorted is refused as such.
                let wrong = step(rule, line).is_ok_and(|report| accepted(&report));
                assert!(!wrong, "{rule} accepts {line}");
                refused += 1;
            }
            _ => {
                rule = line;
                rules += 1;
            }
        }
    }
    assert_eq!((held, refused), (rules, rules));
    assert!(rules > 100, "{rules}");
}

/// Whether a proof may assume a formula where the script asserts another.
fn assumes(asserted: &str, assumed: &str) -> bool {
    let text = format!("{SCRIPT}(assert {asserted})(check-sat)");
    let script = Script::parse(&text, &Catalog::builtin(), Mode::Default).expect("the script");
    let proof = format!("((assume @p1 {assumed}))");
    let report = check(&script, 0, &proof, &Limits::default()).expect("a proof");
    report.fault.is_none_or(|fault| fault.step != "@p1")
}

#[test]
fn a_proof_assumes_what_the_solver_read() {
    for (asserted, assumed) in [
        ("(and p)", "p"),
        ("(=> (and p) (or q))", "(=> p q)"),
        ("(str.in.re g (str.to.re h))", "(str.in_re g (str.to_re h))"),
        ("(= g (int.to.str x))", "(= g (str.from_int x))"),
        ("(> 0 (bv2nat c))", "(> 0 (ubv_to_int c))"),
        ("(= ((_ int2bv 4) x) c)", "(= (int_to_bv 4 x) c)"),
        ("(= RNE RTZ)", "(= roundNearestTiesToEven roundTowardZero)"),
        ("(<= u x y)", "(and (<= u (to_real x)) (<= x y))"),
        ("(> u 7 9 v)", "(and (> u 7/1) (> 7 9) (> 9/1 v))"),
        ("(< x y z)", "(and (< x y) (< y z))"),
    ] {
        assert!(assumes(asserted, assumed), "{asserted} as {assumed}");
    }
    for (asserted, assumed) in [
        ("(and p)", "q"),
        ("(<= u x y)", "(and (<= u (to_real x)) (<= y x))"),
        ("(> 0 (bv2nat c))", "(> 0 (bv2nat d))"),
        (
            "(= RNE RTZ)",
            "(= roundNearestTiesToEven roundTowardPositive)",
        ),
    ] {
        assert!(!assumes(asserted, assumed), "{asserted} as {assumed}");
    }
}
