//! The conformance suite against our own evaluator, and the suite's own form.

use gadfly_eval::conformance::{Claim, cases};
use gadfly_eval::{Model, Truth, active_assertions, evaluate};
use gadfly_term::{Mode, Script};

#[test]
fn every_case_is_well_sorted_and_every_value_is_ours() {
    let catalog = gadfly_testkit::catalog();
    let all = cases(&catalog).unwrap();
    assert!(all.len() >= 400, "{} cases", all.len());
    for case in &all {
        let text = case.script();
        let script = match Script::parse(text.as_str(), &catalog, Mode::Default) {
            Ok(script) => script,
            Err(errors) => panic!("{}/{}: {errors:?}", case.theory, case.name),
        };
        assert!(!active_assertions(&script, 0).is_empty(), "{}", case.name);
        let truth = evaluate(&script, &Model::empty(&script)).overall;
        match case.claim {
            Claim::Value { .. } => {
                assert_eq!(truth, Truth::False, "{}/{}: {text}", case.theory, case.name)
            }
            // Our evaluator never contradicts the claim either.
            Claim::Satisfiable(true, _) => {
                assert_ne!(truth, Truth::False, "{}/{}", case.theory, case.name)
            }
            Claim::Satisfiable(false, _) => {
                assert_ne!(truth, Truth::True, "{}/{}", case.theory, case.name)
            }
            Claim::Open(_) => {}
        }
        assert!(!case.why.is_empty() && !case.reference.is_empty());
    }
}

/// With a model that says nothing, what the standard leaves open stays open.
#[test]
fn open_cases_are_undetermined_or_completed() {
    let catalog = gadfly_testkit::catalog();
    for case in cases(&catalog)
        .unwrap()
        .iter()
        .filter(|c| matches!(c.claim, Claim::Open(_)))
    {
        let script = Script::parse(case.script(), &catalog, Mode::Default).unwrap();
        let evaluation = evaluate(&script, &Model::empty(&script));
        let settled = evaluation.overall == Truth::True && !evaluation.completed;
        assert!(
            evaluation.overall != Truth::False && !settled,
            "{}",
            case.name
        );
    }
}
