//! The shipped rules and fusion functions, asked of a solver again: what it decides quickly is
//! proved, and nothing is refuted. (`gadfly rules prove` takes its time over all of them, and
//! `crates/mutate/tests/rules.rs` tests all of them by evaluation.)

mod asking;

use asking::{options, solver};
use gadfly_mutate::rules::{Obligation, of_fusion, of_rule};
use gadfly_mutate::{Proofs, RuleBook, Standing};
use gadfly_solver::{Answer, Session};
use std::time::Duration;

/// What z3 does not decide in this time is left to the long run.
const QUICK: Duration = Duration::from_millis(150);

/// Whether the solver proves all of an entry; it must refute none of it.
fn is_proved(id: &str, obligations: &[Obligation], session: &mut Session) -> bool {
    for obligation in obligations {
        let run = session.run(&format!("(set-logic ALL)\n{}", obligation.script));
        match run.answer(0) {
            Some(Answer::Unsat) => {}
            Some(Answer::Sat) => panic!("{id} is refuted:\n{}", obligation.script),
            _ => return false,
        }
    }
    !obligations.is_empty() && !obligations.iter().any(|o| o.sampled)
}

#[test]
fn quick_proofs_still_hold() {
    let Some(z3) = solver("z3@5.4.0") else {
        return;
    };
    let mut session = Session::new(&z3, &options(QUICK));
    let catalog = gadfly_testkit::catalog();
    let book = RuleBook::read(&catalog).unwrap();
    let known = Proofs::read(&catalog);
    let rules = book.rules.iter().map(|r| (&r.id, &r.text, of_rule(r)));
    let total = book.fusions.iter().filter(|f| !f.bare);
    let fusions = total.map(|f| (&f.id, &f.text, of_fusion(f)));
    let (mut proved, mut all) = (0, 0);
    for (id, text, obligations) in rules.chain(fusions) {
        let standing = known.of(id, text);
        assert_ne!(
            standing,
            Standing::Open,
            "{id} is not on record: gadfly rules prove --record"
        );
        all += 1;
        proved += usize::from(is_proved(id, &obligations, &mut session));
    }
    println!("{proved} of {all} proved");
    // Most are quick; how many exactly depends on the machine.
    assert!(proved * 2 > all, "only {proved} of {all} proved");
}
