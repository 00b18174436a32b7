//! Bugs planted around real solvers. Without an installed z3 and cvc5 there is nothing to do.

mod real;

use gadfly_examine::{Case, Runner};
use gadfly_exec::Limits;
use gadfly_oracle::{Given, Kind, labelled};
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Run, Solver};
use real::equipped;
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

/// What is asserted, what the wrapped solver does where it reads `mod`, and what is found.
const LIES: &str = "
    (= (mod x 3) 1) | echo unsat; exit 0   | soundness checked-model
    (= (mod x 3) 4) | echo sat; exit 0     | soundness checked-proof
    (= (mod x 3) 1) | kill -SEGV $$        | crash observed
    (= (mod x 3) 1) | echo sat; echo '((define-fun x () Int 2))'; exit 0 | invalid-model checked-model
    (= (mod x 3) 1) | echo unknown; exit 0 |
    (= (div x 3) 1) | echo unsat; exit 0   |
";

#[test]
fn lies_around_real_solvers_are_named_by_evidence() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec| gadfly_testkit::installed(resolver.one(spec));
    let (Some(mut z3), Some(mut cvc5)) = (found("z3"), found("cvc5")) else {
        return;
    };
    let (z3, cvc5) = (z3.remove(0), cvc5.remove(0));
    let folder = tempfile::tempdir().expect("a folder");
    for [assertion, lie, expected] in gadfly_testkit::rows(LIES) {
        let liar = wrapped(folder.path(), &z3, "(mod", lie);
        let script = format!("(declare-fun x () Int)(assert {assertion})(check-sat)");
        let found = examine(vec![liar, z3.clone(), cvc5.clone()], &script);
        assert_eq!(found, expected, "{script} with {lie}");
    }
}

/// The kind and evidence of what is found about the wrapped solver, where anything is.
fn examine(solvers: Vec<Solver>, script: &str) -> String {
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let (specs, equipment) = equipped(solvers, 2, limits);
    let formula = labelled(script, Given::File);
    let run = |spec| equipment.runner.fresh(spec, script, &limits);
    let runs: Vec<Run> = specs.iter().map(|s| run(s).expect("a run")).collect();
    let case = Case::new(&formula, &runs);
    let found = equipment
        .examiner()
        .examine_for(&case, Some(Kind::InvalidModel))
        .confirmed;
    let findings: Vec<_> = found.iter().filter(|c| c.verdict.is_finding()).collect();
    assert!(
        findings.iter().all(|c| c.verdict.solver == "wrapped"),
        "{findings:?}"
    );
    let first = findings.first().map(|c| &c.verdict);
    first.map_or(String::new(), |v| format!("{} {}", v.kind, v.evidence))
}
