//! Proofs as evidence: a planted `sat` is convicted by cvc5's proof alone, and reduced; planted proofs are
//! found where another family refutes a step, and are doubts where nobody does. Without cvc5 and z3 there
//! is nothing to do.

mod posing;
mod real;

use gadfly_examine::{Case, Equipment, Examination, Order, Runner, Status, drive};
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{Evaluator, Evidence, Given, Kind, ModelTruth, labelled};
use gadfly_solver::{Run, Solver, resolve};
use gadfly_term::{NodeId, Script};
use posing::fake;
use real::equipped;
use std::sync::Arc;
use std::time::Duration;

/// The fake solver beside real ones, and what is made of a script.
struct Bench {
    equipment: Equipment<Vec<Arc<Solver>>>,
    specs: Vec<String>,
    limits: Limits,
}

impl Bench {
    fn new(fake: Solver, others: &[&str]) -> Option<Bench> {
        let others: Vec<String> = others.iter().map(ToString::to_string).collect();
        let mut solvers = vec![fake];
        solvers.extend(gadfly_testkit::installed(resolve(&others))?);
        let limits = Limits {
            cpu: Some(Duration::from_secs(10)),
            wall: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let (specs, equipment) = equipped(solvers, 2, limits);
        Some(Bench {
            equipment,
            specs,
            limits,
        })
    }

    fn examine(&self, script: &str, kind: Option<Kind>) -> (Examination, Formula, Vec<Run>) {
        let formula = labelled(script, Given::File);
        let runner = &self.equipment.runner;
        let run = |spec: &String| runner.fresh(spec, script, &self.limits).expect("a run");
        let runs: Vec<Run> = self.specs.iter().map(run).collect();
        let case = Case::new(&formula, &runs);
        let found = self.equipment.examiner().examine_for(&case, kind);
        (found, formula, runs)
    }
}

const REFUTED: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (declare-const z Int)\n(assert (< x y))\n(assert (< (+ z 1) (+ x 12)))\n\
    (assert (>= (* 2 x) (- (* 2 y) 1)))\n(assert (or (> z 3) (< z 3)))\n(check-sat)\n";

#[test]
fn a_wrong_sat_is_convicted_by_a_proof_alone_and_reduced() {
    let fake = fake(
        "z3",
        r#"always: answer sat; reply get-model "(error \"no\")""#,
    );
    let Some(bench) = Bench::new(fake, &["cvc5@1.4.2"]) else {
        return;
    };
    let (found, _, runs) = bench.examine(REFUTED, None);
    let [confirmed] = &found.confirmed[..] else {
        panic!("{found:?}");
    };
    let verdict = &confirmed.verdict;
    assert_eq!(confirmed.status, Status::Confirmed);
    assert_eq!(
        (verdict.kind, verdict.evidence, verdict.solver.as_str()),
        (Kind::Soundness, Evidence::CheckedProof, "fake"),
    );
    let witness = confirmed.witnesses[0].to_string();
    assert!(
        witness.starts_with("cvc5@1.4.2 answers unsat, with a proof of "),
        "{witness}"
    );
    let text = confirmed.proof.as_ref().and_then(|proof| proof.text());
    assert!(text.is_some_and(|text| text.contains(":rule ")));
    // The case has a proof of its own.
    let equipment = &bench.equipment;
    let means = equipment.means(verdict.kind, &runs, Duration::from_millis(500));
    let bug = equipment.same_bug(&means, confirmed, REFUTED, None);
    let driven = drive(REFUTED, REFUTED, &bug.ways(), Order::default()).expect("a reduction");
    assert!(driven.confirmed);
    let case = driven.reduction.text;
    assert!(case.len() < REFUTED.len() / 2, "{case}");
    let (again, ..) = bench.examine(&case, None);
    assert_eq!(again.confirmed[0].verdict.evidence, Evidence::CheckedProof);
}

/// An evaluator that finds every model true.
struct Gullible;

impl Evaluator for Gullible {
    fn evaluate(&self, _: &str, _: usize, _: &str) -> ModelTruth {
        ModelTruth::True
    }

    fn values(&self, _: &Script, _: usize, _: &str) -> Vec<(NodeId, String)> {
        Vec::new()
    }

    fn well_sorted(&self, _: &str) -> bool {
        true
    }
}

#[test]
fn a_proof_and_a_true_model_are_a_doubt() {
    let fake = fake(
        "z3",
        r#"always: answer sat; model "((define-fun x () Int 0))""#,
    );
    let Some(mut bench) = Bench::new(fake, &["cvc5@1.4.2"]) else {
        return;
    };
    bench.equipment.evaluator = Arc::new(Gullible);
    let (found, ..) = bench.examine(REFUTED, None);
    assert!(!found.confirmed.is_empty());
    for confirmed in &found.confirmed {
        let Status::Doubt(doubt) = &confirmed.status else {
            panic!("{confirmed:?}");
        };
        assert!(doubt.why.contains("passes our checker"), "{doubt:?}");
    }
}

const TWO: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (< x y))\n(assert (< y x))\n(check-sat)\n";

/// A proof of `TWO` that goes on with these steps.
fn proof(steps: &str) -> Solver {
    let proof = format!(
        "((declare-const x Int)(declare-const y Int)(assume @p1 (< x y))(assume @p2 (< y x)){steps})"
    );
    fake(
        "cvc5",
        &format!("always: answer unsat; reply get-proof \"{proof}\""),
    )
}

/// What is found and its signature, what is a doubt, or nothing.
fn judged(solver: Solver) -> Option<String> {
    let bench = Bench::new(solver, &["z3@5.4.0"])?;
    let (found, ..) = bench.examine(TWO, Some(Kind::InvalidProof));
    let said = found.confirmed.iter().map(|one| {
        let status = match one.status {
            Status::Confirmed => "found",
            Status::Doubt(_) => "doubt",
            _ => "other",
        };
        format!("{status} {} {}", one.verdict.kind, one.verdict.signature)
    });
    Some(said.collect::<Vec<_>>().join(", "))
}

#[test]
fn a_wrong_step_needs_a_model_of_another_family() {
    let rows = [
        // The step does not follow, and z3 has a model.
        (
            "(step @p3 (< x 0) :rule trans :premises (@p1))",
            "found invalid-proof proof:trans",
        ),
        // Not asserted: the script may say it in words that our checker does not know.
        ("(assume @p3 (< x 0))", "doubt invalid-proof proof:assume"),
        // It follows, but not by what its rule may use: the fault may be ours.
        (
            "(step @p3 false :rule contra :premises (@p1 @p2))",
            "doubt invalid-proof proof:contra",
        ),
        // Nothing follows from nothing, and no script says so.
        ("", "doubt invalid-proof proof:"),
        // A hole, and what cannot be read.
        ("(step @p3 false :rule trust :premises (@p1 @p2))", ""),
        ("(frobnicate)", ""),
    ];
    for (steps, expect) in rows {
        let Some(said) = judged(proof(steps)) else {
            return;
        };
        assert_eq!(said, expect, "{steps}");
    }
}
