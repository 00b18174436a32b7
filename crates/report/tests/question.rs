//! The program in `repro.sh` that puts what a solver said into a script: what it asks, and what it says at once.

use std::io::Write;
use std::process::Command;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/repro/question.py");
const XY: &str = "(declare-const x Int)(declare-const y Int)";

/// What it prints, and the assertions of the question, where it writes one.
fn asked(mode: &str, script: &str, output: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::File::create(&path)
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        path
    };
    let question = folder.path().join("question.smt2");
    let ran = Command::new("python3")
        .args([PROGRAM, mode])
        .args([file("case", script), file("out", output)])
        .arg("0")
        .arg(&question)
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let text = std::fs::read_to_string(question).unwrap_or_default();
    let asserted = text.lines().filter(|line| line.starts_with("( assert"));
    let asserted: Vec<String> = asserted
        .map(|line| line.replace("( ", "(").replace(" )", ")"))
        .collect();
    (
        String::from_utf8(ran.stdout).unwrap().trim().into(),
        asserted.join(""),
    )
}

#[test]
fn each_kind_of_response_becomes_what_it_implies() {
    let optimum =
        format!("{XY}(assert (< x y 5))(maximize x)(minimize y)(check-sat)(get-objectives)");
    let boxed = optimum.replace("(maximize", "(set-option :opt.priority box)(maximize");
    let pareto = boxed.replace("box", "pareto");
    let found = "sat\n(objectives\n (x 3)\n (y 4)\n)";
    let core =
        "(assert (! p :named a))(assert (! q :named b))(assert r)(check-sat)(get-unsat-core)";
    let assumed = "(assert p)(check-sat-assuming (q (not r)))(get-unsat-assumptions)";
    for (mode, script, output, bad, asserts) in [
        (
            "values",
            format!("{XY}(assert (< x y))(check-sat)(get-value (x (+ x y)))"),
            "sat\n((x 1)\n ((+ x y) (- 2)))",
            "unsat-is-bad",
            "(assert (< x y))(assert (= x 1))(assert (= (+ x y) (- 2)))",
        ),
        (
            "values",
            format!("{XY}(assert (< x y))(check-sat)(eval (+ x 1))(get-model)"),
            "sat\n7\n(model (define-fun x () Int 1) (define-fun y () Int 2))",
            "unsat-is-bad",
            "(assert (= (+ x 1) 7))",
        ),
        (
            "simplified",
            format!("{XY}(simplify (+ x 0))(check-sat)"),
            "x\nsat",
            "sat-is-bad",
            "(assert (not (= (+ x 0) x)))",
        ),
        (
            "core",
            core.into(),
            "unsat\n(a)",
            "sat-is-bad",
            "(assert (! p :named a))(assert r)",
        ),
        (
            "assumptions",
            assumed.into(),
            "unsat\n((not r))",
            "sat-is-bad",
            "(assert p)(assert (not r))",
        ),
        (
            "best",
            optimum.clone(),
            found,
            "sat-is-bad",
            "(assert (< x y 5))(assert (or false (and (> x 3)) (and (< y 4) (= x 3))))",
        ),
        (
            "best",
            boxed,
            found,
            "sat-is-bad",
            "(assert (< x y 5))(assert (or false (and (> x 3)) (and (< y 4))))",
        ),
        (
            "best",
            pareto,
            found,
            "sat-is-bad",
            "(assert (< x y 5))(assert (or false (and (> x 3)) (and (< y 4))))(assert (>= x 3))(assert (<= y 4))",
        ),
        (
            "attained",
            optimum.clone(),
            found,
            "unsat-is-bad",
            "(assert (< x y 5))(assert (= x 3))(assert (= y 4))",
        ),
        (
            "evaluated",
            format!("{optimum}(get-model)"),
            "sat\n(objectives\n (x 3)\n (y 4)\n)\n((define-fun x () Int 1) (define-fun y () Int 2))",
            "unsat-is-bad",
            "(assert (= x 3))(assert (= y 4))",
        ),
    ] {
        let wanted = (bad.to_string(), asserts.to_string());
        assert_eq!(asked(mode, &script, output), wanted, "{mode}: {output}");
    }
}

#[test]
fn what_is_only_come_near_is_better_where_it_is_reached() {
    let script = "(declare-const x Real)(assert (< x 1.0))(maximize x)(check-sat)(get-objectives)";
    let near = "sat\n(objectives\n (x (+ 1.0 (* (- 1.0) epsilon)))\n)";
    let (bad, asserts) = asked("best", script, near);
    assert_eq!(bad, "sat-is-bad");
    assert!(
        asserts.contains("(>= x (+ 1.0 (* (- 1.0) 0.0)))"),
        "{asserts}"
    );
    let endless = "sat\n(objectives\n (x oo)\n)";
    let between = "sat\n(objectives\n (x (interval 0 1))\n)";
    assert!(
        asked("best", script, endless)
            .1
            .ends_with("(assert (or false))")
    );
    for (said, reached) in [
        (near, "(> x (- (+ 1.0 (* (- 1.0) 0.0)) (/ 1.0 1000000.0)))"),
        (endless, "(> x 1000000.0)"),
        (between, "(>= x 0.0)"),
    ] {
        let (bad, asserts) = asked("attained", script, said);
        assert_eq!(bad, "unsat-is-bad");
        assert!(asserts.contains(reached), "{asserts}");
    }
    // Between two ends: what it says is only that nothing is beyond the better one.
    let (_, asserts) = asked("best", script, between);
    assert!(asserts.contains("(or false (and (> x 1.0)))"), "{asserts}");
    let with_model = format!("{script}(get-model)");
    let endless = format!("{endless}\n((define-fun x () Real 0.0))");
    let (said, _) = asked("evaluated", &with_model, &endless);
    assert!(said.starts_with("gone: "), "{said}");
}

#[test]
fn an_objective_has_the_sort_that_its_term_tells() {
    let declared = "(declare-const n Int)(declare-const r Real)(declare-const b (_ BitVec 8))";
    for (term, said, better) in [
        ("(+ n 1)", "3", "(> (+ n 1) 3)"),
        ("(+ r 1)", "3", "(> (+ r 1) 3.0)"),
        ("(to_real n)", "(/ 3 2)", "(> (to_real n) (/ 3.0 2.0))"),
        (
            "(ite (> r 0.5) n (let ((m n)) (* 2 m)))",
            "3",
            "(> (ite (> r 0.5) n (let ((m n)) (* 2 m))) 3)",
        ),
        ("(bvadd b b)", "3", "(> (bv2nat (bvadd b b)) 3)"),
        (
            "(bvadd b b)",
            "#x03",
            "(> (bv2nat (bvadd b b)) (bv2nat #x03))",
        ),
    ] {
        let script = format!("{declared}(maximize {term})(check-sat)(get-objectives)");
        let (_, asserts) = asked("best", &script, &format!("sat (objectives (x {said}))"));
        let wanted = format!("(assert (or false (and {better})))");
        assert_eq!(asserts, wanted, "{term}");
    }
    let odd = format!("{declared}(maximize (seq.len n))(check-sat)(get-objectives)");
    let (said, _) = asked("best", &odd, "sat (objectives (x 3))");
    assert!(said.starts_with("cannot: "), "{said}");
}

/// Each objective of a box has a question of its own.
#[test]
fn objectives_that_stand_alone_are_asked_about_alone() {
    let script = format!(
        "{XY}(set-option :opt.priority box)(maximize x)(maximize y)(check-sat)(get-objectives)"
    );
    let (bad, asserts) = asked("attained", &script, "sat (objectives (x 3) (y 4))");
    assert_eq!(
        (bad.as_str(), asserts.as_str()),
        ("unsat-is-bad", "(assert (= x 3))(assert (= y 4))")
    );
}

#[test]
fn quantifiers_over_few_values_are_asked_about_case_by_case() {
    let script = "(declare-fun p (Bool) Bool)(assert (forall ((a Bool)) (! (p a) :weight 0)))(check-sat)(get-model)";
    let model =
        "sat ((define-fun p ((x Bool)) Bool (exists ((b (_ BitVec 1))) (and x (= b #b1)))))";
    let (bad, asserts) = asked("model", script, model);
    assert_eq!(bad, "unsat-is-bad");
    let each = "(and (let ((a false)) (p a)) (let ((a true)) (p a)))";
    assert_eq!(asserts, format!("(assert {each})"));
    // Too many are left as they are.
    let wide = script.replace("Bool)) (!", "Int)) (!");
    assert!(asked("model", &wide, model).1.contains("forall"));
}

#[test]
fn what_needs_no_other_solver_is_said_at_once() {
    let core = "(assert (! p :named a))(assert (! q :named b))(check-sat)(get-unsat-core)";
    let model = "(declare-const x Int)(assert (< x 1))(check-sat)(get-model)";
    let mutual = "(declare-fun f (Int) Int)(declare-fun g (Int) Int)(check-sat)(get-model)";
    for (mode, script, output, said) in [
        (
            "core",
            core,
            "unsat\n(a c)",
            "shows: the core names what is no assertion",
        ),
        (
            "core",
            core,
            "unsat\n(a b)",
            "gone: the core is all that is asserted",
        ),
        (
            "core",
            core,
            "sat\n(error \"none\")",
            "gone: it answers sat",
        ),
        ("core", core, "unknown", "cannot: it does not answer"),
        (
            "model",
            model,
            "unsat\n(error \"none\")",
            "gone: it gives no model",
        ),
        (
            "model",
            model,
            "sat\n(error \"none\")",
            "cannot: no response to get-model",
        ),
        ("model", model, "timeout", "cannot: it does not answer"),
        (
            "model",
            model,
            "sat\n((define-fun x () U @a0))",
            "cannot: the model has elements that no script can name",
        ),
        (
            "model",
            mutual,
            "sat\n((define-fun f ((a Int)) Int (g a)) (define-fun g ((a Int)) Int (f a)))",
            "cannot: the model defines functions by one another",
        ),
    ] {
        assert_eq!(asked(mode, script, output).0, said, "{mode}: {output}");
    }
}
