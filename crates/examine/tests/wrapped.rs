//! Bugs planted around real solvers. Without an installed z3 and cvc5 there is nothing to do.

use gadfly_examine::{Case, Examiner, Runner, Settings, SolverRunner};
use gadfly_exec::Limits;
use gadfly_oracle::{CatalogEvaluator, Evidence, Given, Kind, Known, Policy, labelled};
use gadfly_solver::{Home, Options, Resolver, Run, Solver};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// A program that does `lie` where a script contains a text, and else what the solver does.
fn wrapped(folder: &Path, real: &Solver, text: &str, lie: &str) -> Solver {
    let path = folder.join(format!("wrapped-{}", real.family));
    let real_program = real.launch.program.display();
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *version*) exec '{real_program}' \"$@\";; esac\nfile=$(mktemp)\ncat > \"$file\"\n\
         if grep -qF '{text}' \"$file\"; then rm \"$file\"; {lie}; fi\n\
         '{real_program}' \"$@\" < \"$file\"\ncode=$?\nrm \"$file\"\nexit $code\n"
    );
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some(real.family.clone()));
    let mut solver = resolver
        .one(&path.display().to_string())
        .expect("a command")
        .remove(0);
    solver.spec = "wrapped".into();
    solver
}

#[test]
fn lies_around_real_solvers_are_named_by_evidence() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let (Ok(mut z3), Ok(mut cvc5)) = (resolver.one("z3"), resolver.one("cvc5")) else {
        let required = std::env::var_os("GADFLY_REQUIRE_SOLVERS").is_some();
        assert!(!required, "z3 and cvc5 are not installed");
        eprintln!("skipped: z3 and cvc5 are not installed");
        return;
    };
    let (z3, cvc5) = (z3.remove(0), cvc5.remove(0));
    let folder = tempfile::tempdir().expect("a folder");
    let lies = "echo unsat; exit 0";
    let rows = [
        (
            "(declare-fun x () Int)(assert (= (mod x 3) 1))(check-sat)",
            lies,
            Some((Kind::Soundness, Evidence::CheckedModel)),
        ),
        (
            "(declare-fun x () Int)(assert (= (mod x 3) 4))(check-sat)",
            "echo sat; exit 0",
            Some((Kind::Soundness, Evidence::ResolvedCore)),
        ),
        (
            "(declare-fun x () Int)(assert (= (mod x 3) 1))(check-sat)",
            "kill -SEGV $$",
            Some((Kind::Crash, Evidence::Observed)),
        ),
        (
            "(declare-fun x () Int)(assert (= (mod x 3) 1))(check-sat)",
            "echo sat; echo '((define-fun x () Int 2))'; exit 0",
            Some((Kind::InvalidModel, Evidence::CheckedModel)),
        ),
        (
            "(declare-fun x () Int)(assert (= (mod x 3) 1))(check-sat)",
            "echo unknown; exit 0",
            None,
        ),
        (
            "(declare-fun x () Int)(assert (= (div x 3) 1))(check-sat)",
            lies,
            None,
        ),
    ];
    for (script, lie, expected) in rows {
        let liar = wrapped(folder.path(), &z3, "(mod", lie);
        let found = examine(vec![liar, z3.clone(), cvc5.clone()], script);
        assert_eq!(found, expected, "{script} with {lie}");
    }
}

/// The kind and evidence of what is found about the wrapped solver.
fn examine(solvers: Vec<Solver>, script: &str) -> Option<(Kind, Evidence)> {
    let specs: Vec<String> = solvers.iter().map(|solver| solver.spec.clone()).collect();
    let runner = SolverRunner::new(solvers, Options::default());
    let catalog = gadfly_testkit::catalog();
    let known = Known::of(&catalog).expect("known issues");
    let evaluator = CatalogEvaluator::new(catalog);
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let settings = Settings {
        tries: 2,
        limits,
        policy: Policy::default(),
    };
    let examiner = Examiner {
        runner: &runner,
        evaluator: &evaluator,
        known: &known,
        settings: &settings,
    };
    let formula = labelled(script, Given::File);
    let runs: Vec<Run> = specs
        .iter()
        .map(|spec| runner.fresh(spec, script, &limits).expect("a run"))
        .collect();
    let case = Case {
        formula: &formula,
        runs: &runs,
        history: &[],
        parents: &[],
        seeds: &[],
    };
    let found = examiner
        .examine_for(&case, Some(Kind::InvalidModel))
        .confirmed;
    let findings: Vec<_> = found.iter().filter(|c| c.verdict.is_finding()).collect();
    assert!(
        findings.iter().all(|c| c.verdict.solver == "wrapped"),
        "{findings:?}"
    );
    findings
        .first()
        .map(|c| (c.verdict.kind, c.verdict.evidence))
}
