//! cvc5 in a process of ours: a session serves many formulas in the memory of a few.

use gadfly_exec::Limits;
use gadfly_solver::{After, Answer, Options, Restarts, Session, resolve};

#[test]
fn a_session_of_cvc5_does_not_grow() {
    gadfly_testkit::catalog();
    let Some(solvers) = gadfly_testkit::installed(resolve(&["cvc5@1.4.2".to_string()])) else {
        return;
    };
    let options = Options {
        limits: Limits {
            memory: Some(1 << 30),
            ..Options::default().limits
        },
        ..Options::default()
    };
    let restarts = Restarts {
        calls: u64::MAX,
        ..Restarts::default()
    };
    let mut session = Session::with(&solvers[0], &options, restarts, After::Reset);
    for n in 0..400 {
        let text = format!("(declare-const x Int)(assert (= (* 2 x) {n}))(check-sat)");
        let even = if n % 2 == 0 {
            Answer::Sat
        } else {
            Answer::Unsat
        };
        assert_eq!(session.run(&text).answers, [even], "{text}");
    }
    // A process that has used half of its memory is replaced.
    assert_eq!(session.stats().starts, 1);
}
