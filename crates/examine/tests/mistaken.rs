//! A fault of our evaluator is a doubt and never a finding: one operator at a time is given another
//! meaning, and real solvers contradict.

use gadfly_examine::{Case, Examiner, Settings, SolverRunner, Status};
use gadfly_exec::Limits;
use gadfly_formula::{Formula, LabelSource, Provenance};
use gadfly_oracle::{CatalogEvaluator, Evaluator, Kind, Known, ModelTruth};
use gadfly_solver::{Options, Run, Solver, resolve};
use gadfly_term::{NodeId, Script};
use gadfly_testkit::rows;
use std::time::Duration;

/// An evaluator that reads one operator as another one.
struct Mistaken {
    inner: CatalogEvaluator,
    operator: &'static str,
    taken_for: &'static str,
}

impl Mistaken {
    fn misread(&self, script: &str) -> String {
        let word = |text: &str| format!("({text} ");
        let indexed = |text: &str| format!("(_ {text} ");
        let script = script.replace(&word(self.operator), &word(self.taken_for));
        script.replace(&indexed(self.operator), &indexed(self.taken_for))
    }
}

impl Evaluator for Mistaken {
    fn evaluate(&self, script: &str, check: usize, model: &str) -> ModelTruth {
        self.inner.evaluate(&self.misread(script), check, model)
    }

    fn values(&self, script: &Script, check: usize, model: &str) -> Vec<(NodeId, String)> {
        let misread = self.misread(script.source());
        let catalog = script.catalog().clone();
        let misread = Script::parse(misread, &catalog, gadfly_term::Mode::Default);
        misread.map_or(Vec::new(), |script| {
            self.inner.values(&script, check, model)
        })
    }

    fn well_sorted(&self, script: &str) -> bool {
        self.inner.well_sorted(script)
    }
}

/// Operator, what it is taken for, declarations, a satisfiable assertion that becomes false under
/// every model that satisfies it.
const FAULTS: &str = r#"
    <            | >             | (declare-fun x () Int)                         | (< x 3)
    +            | -             | (declare-fun x () Int)                         | (= (+ x 2) 5)
    *            | +             | (declare-fun x () Int)                         | (and (= (* x 3) 12) (> x 1))
    div          | mod           | (declare-fun x () Int)                         | (= (div x 3) 7)
    mod          | div           | (declare-fun x () Int)                         | (and (= (mod x 7) 6) (< 0 x 9))
    <=           | >=            | (declare-fun r () Real)                        | (and (<= r 1.5) (distinct r 1.5))
    /            | *             | (declare-fun r () Real)                        | (= (/ r 4.0) 0.25)
    to_int       | is_int        | (declare-fun r () Real)                        | (= (to_int r) 3)
    bvadd        | bvsub         | (declare-fun b () (_ BitVec 8))                | (= (bvadd b #x03) #x10)
    bvult        | bvugt         | (declare-fun b () (_ BitVec 8))                | (bvult b #x03)
    bvslt        | bvult         | (declare-fun b () (_ BitVec 8))                | (and (bvslt b #x01) (bvugt b #x80))
    bvlshr       | bvshl         | (declare-fun b () (_ BitVec 8))                | (= (bvlshr b #x04) #x0a)
    bvudiv       | bvurem        | (declare-fun b () (_ BitVec 8))                | (= (bvudiv b #x10) #x0f)
    sign_extend  | zero_extend   | (declare-fun b () (_ BitVec 4))                | (= ((_ sign_extend 4) b) #xf8)
    rotate_left  | rotate_right  | (declare-fun b () (_ BitVec 8))                | (= ((_ rotate_left 1) b) #x02)
    fp.lt        | fp.gt         | (declare-fun f () Float32)                     | (fp.lt f ((_ to_fp 8 24) RNE 1.0))
    fp.isNaN     | fp.isInfinite | (declare-fun f () Float32)                     | (fp.isNaN f)
    fp.neg       | fp.abs        | (declare-fun f () Float32)                     | (fp.lt (fp.neg f) ((_ to_fp 8 24) RNE (- 2.0)))
    str.<        | str.<=        | (declare-fun s () String)                      | (not (str.< s s))
    str.prefixof | str.suffixof  | (declare-fun s () String)                      | (and (str.prefixof "ab" s) (= (str.len s) 3))
    str.len      | str.to_code   | (declare-fun s () String)                      | (= (str.len s) 2)
    str.contains | str.prefixof  | (declare-fun s () String)                      | (and (str.contains s "ab") (> (str.len s) 4))
    re.union     | re.inter      | (declare-fun s () String)                      | (str.in_re s (re.union (str.to_re "ab") (str.to_re "cd")))
    re.+         | re.opt        | (declare-fun s () String)                      | (and (str.in_re s (re.+ (str.to_re "a"))) (> (str.len s) 3))
    seq.prefixof | seq.suffixof  | (declare-fun q () (Seq Int))                   | (and (seq.prefixof (seq.unit 1) q) (seq.suffixof (seq.unit 2) q) (= (seq.len q) 2))
    and          | or            | (declare-fun p () Bool)(declare-fun o () Bool) | (not (and p (and o (not o))))
    =>           | xor           | (declare-fun p () Bool)(declare-fun o () Bool) | (and (=> p o) p)
    distinct     | =             | (declare-fun x () Int)                         | (distinct x 1)
    select       | store         | (declare-fun a () (Array Int Int))             | (= (select a 1) 4)
    forall       | exists        | (declare-fun x () (_ BitVec 2))                | (not (forall ((y (_ BitVec 2))) (bvult y x)))
"#;

fn formula(declarations: &str, assertion: &str) -> Formula {
    Formula {
        text: format!("{declarations}\n(assert {assertion})\n(check-sat)\n"),
        expect: Vec::new(),
        label: LabelSource::None,
        provenance: Provenance::default(),
    }
}

#[test]
fn a_fault_of_the_evaluator_is_never_a_finding() {
    gadfly_testkit::catalog();
    let found = resolve(&["z3@5.4.0".into(), "cvc5@1.4.2".into()]);
    let Some(solvers) = gadfly_testkit::installed(found) else {
        return;
    };
    let limits = Limits {
        cpu: Some(Duration::from_secs(10)),
        wall: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let settings = Settings::new(1, limits);
    let runner = SolverRunner::new(
        solvers.clone(),
        Options {
            limits,
            ..Options::default()
        },
    );
    let known = Known::default();
    let (mut doubts, mut silent) = (0, Vec::new());
    for [operator, taken_for, declarations, assertion] in rows(FAULTS) {
        let evaluator = Mistaken {
            inner: CatalogEvaluator::new(gadfly_testkit::catalog()),
            operator,
            taken_for,
        };
        let examiner = Examiner {
            runner: &runner,
            evaluator: &evaluator,
            known: &known,
            settings: &settings,
        };
        let formula = formula(declarations, assertion);
        let options = Options {
            limits,
            ..Options::default()
        };
        let run = |solver: &Solver| solver.run(&formula.text, &options);
        let runs: Vec<Run> = solvers.iter().map(run).collect();
        let case = Case::new(&formula, &runs);
        let found = examiner
            .examine_for(&case, Some(Kind::InvalidModel))
            .confirmed;
        let real: Vec<_> = found
            .iter()
            .filter(|c| c.status == Status::Confirmed)
            .collect();
        assert!(
            real.is_empty(),
            "{operator} taken for {taken_for}: {real:#?}"
        );
        let doubted = found
            .iter()
            .filter(|c| matches!(c.status, Status::Doubt(_)))
            .count();
        if doubted == 0 {
            silent.push(operator);
        }
        doubts += usize::from(doubted > 0);
    }
    // Where the mistaken meaning does not apply, nothing is said at all; that must stay rare.
    assert!(
        doubts >= 20,
        "only {doubts} faults were noticed; not: {silent:?}"
    );
}
