//! Wrong words beside right answers, planted in a fake solver: each is found, named apart from all
//! others, and reduced; what nobody can judge is not found. Without cvc5 and yices there is nothing to do.

mod real;

use gadfly_examine::{Case, Order, Runner, drive};
use gadfly_exec::Limits;
use gadfly_oracle::{Given, labelled};
use gadfly_solver::{Home, Resolver, Run, Solver, join_words};
use real::equipped;
use std::time::Duration;

/// A solver that poses as another and follows rules.
fn fake(poses: &str, rules: &str) -> Solver {
    let path = gadfly_testkit::fake_solver_path()
        .to_string_lossy()
        .into_owned();
    let command = join_words(&[path, "-e".to_string(), rules.to_string()]);
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some(poses.to_string()));
    let mut solver = resolver.one(&command).expect("a command").remove(0);
    solver.spec = "fake".to_string();
    solver
}

/// A script, what the solver does where it has `(mod`, and what is found.
struct Row {
    script: &'static str,
    rules: &'static str,
    found: &'static str,
}

const fn row(script: &'static str, rules: &'static str, found: &'static str) -> Row {
    Row {
        script,
        rules,
        found,
    }
}

const VALUES: &str = "(set-option :produce-models true)(set-logic ALL)\
    (declare-const x Int)(declare-const y Int)\
    (assert (! (> x (mod y 3)) :named n))(assert (< y 8))(check-sat)";
const CORE: &str = "(set-option :produce-unsat-cores true)(set-logic ALL)\
    (declare-const x Int)(declare-const y Int)\
    (assert (! (> x (mod y 3)) :named a))(assert (! (< x 0) :named b))(assert (! (< y 8) :named c))\
    (check-sat)(get-unsat-core)";
const ASSUMED: &str = "(set-option :produce-unsat-assumptions true)(set-logic ALL)\
    (declare-const x Int)(declare-const g Bool)(declare-const h Bool)\
    (assert (=> g (> x 5)))(assert (=> h (< (mod x 7) 0)))\
    (check-sat-assuming (g h))(get-unsat-assumptions)";
const SIMPLIFY: &str = "(set-logic ALL)(declare-const x Int)(declare-const b (_ BitVec 4))\
    (assert (= (mod x 3) 1))";

const OPTIMA: &str = "(set-logic ALL)(declare-const x Int)(declare-const y Int)(declare-const r Real)\
    (assert (< 0 x 10))(assert (= (mod y 3) 1))(assert (< y x))(assert (> r 0.5))";

const ENTAILED: &str = "(set-option :produce-interpolants true)(set-option :produce-abducts true)\
    (set-logic ALL)(declare-const x Int)(declare-const y Int)(declare-const z Int)\
    (assert (> x (mod y 3)))(assert (> y 4))";

const SYNTHESIS: &str = "(set-logic LIA)(declare-var x Int)(declare-var y Int)\
    (set-info :solution ((define-fun f ((a Int) (b Int)) Int (ite (< a b) b a))))";
const MAX: &str = "(synth-fun f ((a Int) (b Int)) Int)(assume (<= 0 (mod x 3)))(constraint (<= x (f x y)))\
    (constraint (<= y (f x y)))(check-synth)";
const DERIVED: &str = "(synth-fun f ((a Int) (b Int)) Int ((I Int) (B Bool)) ((I Int (a b (ite B I I))) (B Bool ((< I I)))))\
    (assume (<= 0 (mod x 3)))(constraint (<= x (f x y)))(check-synth)";
const INVARIANT: &str = "(synth-inv i ((a Int)))(define-fun pre ((a Int)) Bool (= a 0))\
    (define-fun step ((a Int) (b Int)) Bool (= b (+ a 1)))(define-fun post ((a Int)) Bool (<= 0 (+ a (mod a 2))))\
    (inv-constraint i pre step post)(check-synth)";

const ROWS: &[Row] = &[
    // Values.
    row(
        "VALUES(get-value (x y))(get-model)",
        r#"reply get-value "((x 5) (y 2))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(get-value ((+ x 1)))",
        r#"reply get-value "(((+ x 1) 6))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(get-assignment)(get-model)",
        r#"reply get-assignment "((n false))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(eval (* 2 x) :completion true)(get-model)",
        r#"reply eval "7"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(get-value ((* 2 x) x))(get-model)",
        r#"reply get-value "(((* 2 x) 8) (x 4))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "",
    ),
    // Nobody knows what the solver makes of zero.
    row(
        "VALUES(get-value ((div x 0)))(get-model)",
        r#"reply get-value "(((div x 0) 8))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "",
    ),
    // Not what was asked.
    row(
        "VALUES(get-value (x))(get-model)",
        r#"reply get-value "((x 4) (y 3))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "",
    ),
    // Cores.
    row(
        CORE,
        r#"core "(a z)"; answer unsat"#,
        "obligation:core:subset observed",
    ),
    row(
        CORE,
        r#"core "(a c)"; answer unsat"#,
        "invalid-core checked-model",
    ),
    row(
        CORE,
        r#"core "()"; answer unsat"#,
        "invalid-core checked-model",
    ),
    row(CORE, r#"core "(b a)"; answer unsat"#, ""),
    row(CORE, r#"core "(a b c)"; answer unsat"#, ""),
    // Assumptions.
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(h (not g))"; answer unsat"#,
        "obligation:assumptions:subset observed",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(g)"; answer unsat"#,
        "obligation:assumptions:unsatisfiable checked-model",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "()"; answer unsat"#,
        "obligation:assumptions:unsatisfiable checked-model",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(h)"; answer unsat"#,
        "",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(h g)"; answer unsat"#,
        "",
    ),
    // Simplified terms.
    row(
        "SIMPLIFY(check-sat)(simplify (+ x (mod x 3) 1))",
        r#"reply simplify "(+ x (mod x 3))""#,
        "obligation:simplify:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (bvadd b b) :som true)",
        r#"reply simplify "(bvmul #x3 b)""#,
        "obligation:simplify:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (= x 77))",
        r#"reply simplify "false""#,
        "obligation:simplify:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (bvadd b b))",
        r#"reply simplify "(bvmul #x2 b)""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (bvudiv b b))",
        r#"reply simplify "(bvudiv_i b b)""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (div x 0))",
        r#"reply simplify "7""#,
        "",
    ),
    // Goals of tactics.
    row(
        "SIMPLIFY(check-sat)(apply simplify)",
        r#"reply apply "(goals (goal (= x 1) :precision precise :depth 1))""#,
        "obligation:tactic:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(assert (or (< x 3) (< 4 x)))(check-sat)(apply (then simplify split-clause))",
        r#"reply apply "(goals (goal (< x 3) :precision precise :depth 1))""#,
        "obligation:tactic:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(apply (using-params simplify :som true))",
        r#"reply apply "(goals (goal false :precision precise :depth 1))""#,
        "obligation:tactic:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(apply solve-eqs)",
        r#"reply apply "(goals (goal false :precision precise :depth 1))""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(apply simplify)",
        r#"reply apply "(goals (goal false :precision under :depth 1))""#,
        "",
    ),
    // Optima.
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 8))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 12))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (y oo))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(minimize r)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (r 0.5))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(minimize r)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (r (+ (/ 3.0 4.0) epsilon)))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(set-option :opt.priority box)(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 1) (y 4))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 1) (y 7))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(set-option :opt.priority pareto)(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 6) (y 4))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(assert-soft (> x 5) :weight 2 :id g)(assert-soft (< x 3) :weight 0.5 :id g)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (g 2.0))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)(get-model)",
        r#"reply get-objectives "(objectives (x 9))"; model "((define-fun x () Int 8)(define-fun y () Int 1)(define-fun r () Real 1.0))""#,
        "obligation:optimum:attained checked-model",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 9))""#,
        "",
    ),
    row(
        "OPTIMA(minimize r)(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (r (+ 0.5 epsilon)) (x 4))""#,
        "",
    ),
    row(
        "OPTIMA(minimize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (y (* (- 1) oo)))""#,
        "",
    ),
    row(
        "OPTIMA(set-option :opt.priority pareto)(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 5) (y 4))""#,
        "",
    ),
    row(
        "OPTIMA(assert-soft (> x 5) :weight 2 :id g)(assert-soft (< x 3) :weight 0.5 :id g)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (g (/ 1.0 2.0)))""#,
        "",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x (interval 3 12)))""#,
        "",
    ),
    row(
        "OPTIMA(maximize x)(minimize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 12))""#,
        "",
    ),
    // Interpolants and abducts.
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (> x 1))""#,
        "obligation:interpolant:follows checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (> x (- 7)))""#,
        "obligation:interpolant:entails checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (and (> x (- 1)) (> y 4)))""#,
        "obligation:interpolant:shared observed",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (> x (- 1)))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (>= x 0))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "fail""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (> z 6))""#,
        "obligation:abduct:entails checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (< x 0))""#,
        "obligation:abduct:consistent resolved-core",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (= z y))""#,
        "obligation:abduct:entails checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (and (= z y) (> y 7)))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (> z 8))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7) ((B Bool)) ((B Bool ((> z 8)))))",
        r#"reply get-abduct "(define-fun A () Bool (< z 0))""#,
        "",
    ),
    // Functions that are searched for.
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int b))""#,
        "obligation:synthesis:solves checked-model",
    ),
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (ite (= a 4711) (- 9) (ite (< a b) b a))))""#,
        "obligation:synthesis:solves checked-model",
    ),
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int)) Int a))""#,
        "obligation:synthesis:signature observed",
    ),
    row(
        "SYNTHESIS DERIVED",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (+ a 1)))""#,
        "obligation:synthesis:grammar observed",
    ),
    row(
        "SYNTHESIS DERIVED",
        r#"reply check-synth "infeasible""#,
        "obligation:synthesis:unsolvable resolved-core",
    ),
    row(
        "SYNTHESIS INVARIANT",
        r#"reply check-synth "((define-fun i ((a Int)) Bool (< a 99)))""#,
        "obligation:synthesis:solves checked-model",
    ),
    row(
        "SYNTHESIS INVARIANT",
        r#"reply check-synth "((define-fun i ((a Int)) Bool (<= 0 a)))""#,
        "",
    ),
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (ite (< b a) a b)))""#,
        "",
    ),
    row(
        "SYNTHESIS DERIVED",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (ite (< a b) a a)))""#,
        "",
    ),
    row("SYNTHESIS MAX", r#"reply check-synth "fail""#, ""),
    // Nothing is known of this one.
    row(
        "(synth-fun f ((a Int)) Int)(declare-var x Int)(constraint (< (mod x 3) (f x)))(check-synth)",
        r#"reply check-synth "infeasible""#,
        "",
    ),
];

#[test]
fn wrong_words_are_found_and_reduced() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec| gadfly_testkit::installed(resolver.one(spec));
    let (Some(z3), Some(cvc5), Some(yices)) = (found("z3"), found("cvc5"), found("yices")) else {
        return;
    };
    let (mut wrong, mut cases) = (String::new(), String::new());
    for row in ROWS {
        // What z3 does not have is asked of cvc5.
        let of_cvc5 = ["get-abduct", "SYNTHESIS", "check-synth"];
        let (poses, other) = match of_cvc5.iter().any(|it| row.script.contains(it)) {
            true => ("cvc5", &z3),
            false => ("z3", &cvc5),
        };
        let mut solvers = vec![fake(poses, &format!("when \"(mod\": {}", row.rules))];
        solvers.extend(other.iter().chain(&yices).cloned());
        let script = row
            .script
            .replace("VALUES", VALUES)
            .replace("SIMPLIFY", SIMPLIFY)
            .replace("OPTIMA", OPTIMA)
            .replace("ENTAILED", ENTAILED)
            .replace("SYNTHESIS", SYNTHESIS)
            .replace("MAX", MAX)
            .replace("DERIVED", DERIVED)
            .replace("INVARIANT", INVARIANT);
        let (said, reduced) = examine(solvers, &script);
        if said != row.found {
            wrong.push_str(&format!("{script}\n  {}\n  {said}\n", row.rules));
        }
        if !reduced.is_empty() {
            cases.push_str(&format!("{said}: {reduced}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/obliged.golden");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(golden, &cases).expect("the golden file");
    }
    let known = std::fs::read_to_string(golden).unwrap_or_default();
    assert_eq!(cases, known, "reduced cases differ; BLESS=1 rewrites them");
}

/// What is found about the fake solver, and what the script reduces to.
fn examine(solvers: Vec<Solver>, script: &str) -> (String, String) {
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let (specs, equipment) = equipped(solvers, 2, limits);
    let formula = labelled(script, Given::File);
    let runs: Vec<Run> = specs[..1]
        .iter()
        .map(|spec| {
            equipment
                .runner
                .fresh(spec, script, &limits)
                .expect("a run")
        })
        .collect();
    let examination = equipment.examiner().examine(&Case::new(&formula, &runs));
    let sure = |one: &&gadfly_examine::Confirmed| one.status == gadfly_examine::Status::Confirmed;
    let [confirmed] = examination
        .confirmed
        .iter()
        .filter(sure)
        .collect::<Vec<_>>()[..]
    else {
        let all = examination
            .confirmed
            .iter()
            .map(|it| it.verdict.sentence.clone());
        return (all.collect::<Vec<_>>().join("; "), String::new());
    };
    let verdict = &confirmed.verdict;
    assert_eq!(verdict.solver, "fake");
    let means = equipment.means(verdict.kind, &runs, Duration::from_secs(5));
    let bug = equipment.same_bug(&means, confirmed, script, None);
    let order = Order {
        checks: Some(600),
        ..Order::default()
    };
    let driven = drive(script, script, &bug.ways(), order).expect("a reduction");
    assert!(driven.confirmed, "{script}");
    let reduced = driven.reduction.text.replace('\n', "");
    (
        format!("{} {}", verdict.signature, verdict.evidence),
        reduced,
    )
}
