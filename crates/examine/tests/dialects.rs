//! Whoever asks a release asks in its language, in fresh processes and in those that live on.

use gadfly_examine::{Runner, SolverRunner};
use gadfly_exec::{Limits, guardian_entry};
use gadfly_solver::{Answer, Options, resolve};
use std::time::Duration;

/// The release spells the operators `str.in.re` and `str.to.re`.
const SCRIPT: &str = "(set-logic QF_S)\n(declare-const s String)\n\
    (assert (str.in_re s (re.+ (str.to_re \"ab\"))))\n(check-sat)\n";

#[test]
fn every_runner_speaks_the_language_of_the_release() {
    gadfly_testkit::catalog();
    guardian_entry();
    let spec = "z3@4.8.7";
    let Some(solvers) = gadfly_testkit::installed(resolve(&[spec.to_string()])) else {
        return;
    };
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let verbatim = solvers[0].run_fresh(
        SCRIPT,
        &Options {
            limits,
            ..Options::default()
        },
    );
    assert_eq!(verbatim.answer(0), None, "the spelling matters");
    let fresh = SolverRunner::new(solvers.clone(), Options::default());
    let lasting = SolverRunner::new(solvers, Options::default()).sessions();
    for (runner, is_fresh) in [(&fresh, true), (&lasting, false)] {
        for _ in 0..2 {
            let run = runner.fresh(spec, SCRIPT, &limits).expect("a run");
            assert_eq!(run.answer(0), Some(&Answer::Sat), "{:?}", run.outcome);
            assert_eq!(run.fresh, is_fresh);
        }
        let served = runner.session(spec, &[SCRIPT, SCRIPT], &limits);
        let run = served.expect("a run").expect("a session");
        assert_eq!(run.answer(0), Some(&Answer::Sat));
    }
}
