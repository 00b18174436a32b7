//! One bug under many guises is confirmed, reduced and named once; several bugs stay several.

use gadfly_campaign::{Examined, Examiner, Reduced, SolverExaminer, lone_examiner};
use gadfly_exec::Limits;
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use gadfly_store::{VerdictRow, VerdictState};
use gadfly_vocabulary::{Evidence, Kind, LabelSource, Signature};
use std::collections::BTreeSet;
use std::time::Duration;

fn examiner(solver: Solver, references: Vec<Solver>, resolver: Resolver) -> SolverExaminer {
    let limits = Limits {
        cpu: Some(Duration::from_secs(5)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    lone_examiner(vec![solver], references, resolver, limits).unwrap()
}

/// A fake solver that poses as z3.
fn planted(rules: &str) -> (SolverExaminer, String) {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some("z3".into()));
    let command = gadfly_testkit::fake_solver_command(rules);
    let solver = resolver.one(&command).unwrap().remove(0);
    let spec = solver.spec.clone();
    (examiner(solver, Vec::new(), resolver), spec)
}

/// Releases that a test needs, or nothing where they are not installed and need not be.
fn installed(specs: &[&str], resolver: &Resolver) -> Option<Vec<Solver>> {
    let found = specs.iter().map(|spec| resolver.one(spec));
    let found: Result<Vec<Vec<Solver>>, _> = found.collect();
    gadfly_testkit::installed(found).map(|all| all.concat())
}

/// A verdict on a formula, confirmed and reduced.
fn reduced(examiner: &mut SolverExaminer, solver: &str, kind: Kind, script: &str) -> Reduced {
    let header = "; gadfly 0.1.0 catalog=0 strategy=op seed=0 index=0\n";
    let formula = &format!("{header}{script}");
    let verdict = VerdictRow {
        id: 1,
        index: 0,
        n: 0,
        kind,
        solver: solver.into(),
        family: "z3".into(),
        check: 0,
        evidence: Evidence::None,
        sentence: String::new(),
        signature: Signature::Kind(kind),
        group: String::new(),
        label: LabelSource::None,
        formula: Some(formula.clone()),
        state: VerdictState::Pending,
        finding: None,
        outputs: Vec::new(),
        history: Vec::new(),
    };
    let real = match examiner.confirm(&verdict) {
        Examined::Confirmed(real) => real,
        other => panic!("not confirmed: {formula}: {other:?}"),
    };
    let reduced = examiner.reduce(&real.finding, formula);
    reduced.unwrap_or_else(|| panic!("not reduced: {formula}"))
}

/// Regular expressions around a string, among other assertions, names and literals.
fn around(string: &str) -> Vec<String> {
    let r = format!("(str.to_re {string})");
    [
        format!("(re.* {r})"),
        format!("(re.+ {r})"),
        format!("(re.comp {r})"),
        format!("(re.union {r} (str.to_re \"c\"))"),
        format!("(re.inter (re.* (str.to_re \"b\")) {r})"),
        format!("(re.diff (re.* re.allchar) {r})"),
        format!("((_ re.^ 3) {r})"),
        format!("((_ re.loop 1 4) {r})"),
    ]
    .into()
}

#[test]
fn a_crash_of_z3_has_one_name_whatever_stands_around_it() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let Some(mut solvers) = installed(&["z3@5.4.0"], &resolver) else {
        return;
    };
    let mut examiner = examiner(solvers.remove(0), Vec::new(), resolver);
    let mut formulas = Vec::new();
    let tested = "(ite ((_ is red) hue) \"b\" \"\")";
    for (n, regex) in around(tested).into_iter().enumerate() {
        let word = ["\"b\"", "w"][n % 2];
        formulas.push(format!(
            "(declare-datatypes ((Hue 0)) (((red) (blue (depth Int)))))\n(declare-const hue Hue)\n\
             (declare-const w String)\n(declare-const k{n} Int)\n(assert (> k{n} {n}))\n\
             (assert (str.in_re {word} {regex}))\n(check-sat)\n"
        ));
    }
    // The tester may stand deeper, and its datatype may have another name.
    formulas.push(
        "(declare-datatypes ((Leaf 0)) (((one) (two))))\n(declare-const v Leaf)\n\
         (declare-const s String)\n(assert (not (str.in_re \"ab\" (re.+ (str.to_re (str.substr s 0 \
         (ite ((_ is two) v) 1 2)))))))\n(check-sat)\n"
            .into(),
    );
    let mut names = BTreeSet::new();
    let mut frames = BTreeSet::new();
    for formula in &formulas {
        let reduced = reduced(&mut examiner, "z3@5.4.0", Kind::Crash, formula);
        eprintln!(
            "{} checks: {}",
            reduced.finding.reduction.as_ref().map_or(0, |r| r.tried),
            reduced.case.replace('\n', "")
        );
        names.insert(reduced.finding.identity);
        frames.insert(reduced.finding.frames);
    }
    assert_eq!(names.len(), 1, "{names:#?}");
    // With a debugger all died in one place; without one there are no frames.
    assert_eq!(frames.len(), 1, "{frames:#?}");
}

#[test]
fn planted_crashes_stay_apart_and_their_guises_do_not() {
    let rules = "when \"re.\": crash SEGV\nwhen \"(mod\": crash SEGV\nwhen \"(bvsdiv\": crash SEGV";
    let (mut examiner, spec) = planted(rules);
    let mut formulas: Vec<String> = around("s").into_iter().take(5).collect();
    formulas.iter_mut().for_each(|regex| {
        *regex = format!("(declare-const s String)(assert (str.in_re s {regex}))");
    });
    for n in 0..4 {
        let name = ["i", "Interval", "x", "k"][n];
        formulas.push(format!(
            "(declare-const {name} Int)(declare-const unused Real)\
             (assert (and (> {name} {n}) (= (mod (+ {name} {n}) 3) 1)))"
        ));
        let width = [8, 16, 4, 32][n];
        formulas.push(format!(
            "(declare-const {name} (_ BitVec {width}))(declare-const w (_ BitVec {width}))\
             (assert (bvult w (bvadd (bvsdiv w {name}) {name})))"
        ));
    }
    let mut names = BTreeSet::new();
    for formula in &formulas {
        let script = format!("{formula}\n(check-sat)\n");
        let reduced = reduced(&mut examiner, &spec, Kind::Crash, &script);
        names.insert(reduced.finding.identity);
    }
    let operators: Vec<&str> = names.iter().filter_map(|n| n.rsplit('/').next()).collect();
    assert_eq!(names.len(), 3, "{names:#?}");
    assert!(operators[0].contains("bvsdiv"), "{operators:?}");
    assert!(operators[1].contains("mod"), "{operators:?}");
    assert!(operators[2].contains("re."), "{operators:?}");
}

#[test]
fn real_bugs_of_an_old_release_stay_apart() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let needed = ["z3@4.8.7", "z3@5.4.0", "cvc5@1.4.2"];
    let Some(mut solvers) = installed(&needed, &resolver) else {
        return;
    };
    let mut examiner = examiner(solvers.remove(0), solvers, resolver);
    let mut names = BTreeSet::new();
    let bugs = [
        (Kind::Soundness, "(str.< \"a\" \"aa\")"),
        (Kind::Soundness, "(str.suffixof \"be\" (str.++ w \"be\"))"),
        (Kind::Soundness, "(not (str.<= (str.++ \"a\" w) \"a\"))"),
        (
            Kind::InvalidModel,
            "(not (str.suffixof \"a\" (str.replace \"a\" \"\" w)))",
        ),
    ];
    for (kind, term) in bugs {
        let script = format!(
            "(declare-const w String)\n(declare-const n Int)\n(assert (> n 1))\n\
             (assert {term})\n(check-sat)\n"
        );
        let reduced = reduced(&mut examiner, "z3@4.8.7", kind, &script);
        names.insert(reduced.finding.identity);
    }
    assert_eq!(names.len(), bugs.len(), "{names:#?}");
}
