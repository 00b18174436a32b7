//! Every rule of the catalogue: its examples, and that it says what it can be used for.

use gadfly_mutate::rules::{of_fusion, of_rule};
use gadfly_mutate::{RuleBook, Seed, Trial, rule_examples, try_out};
use gadfly_term::{Mode, Parser};

#[test]
fn each_rule_applies_to_its_example_and_not_to_the_other() {
    let catalog = gadfly_testkit::catalog();
    let book = RuleBook::read(&catalog).unwrap();
    let samples = catalog.file("rules/samples.smt2").unwrap();
    let mut parser = Parser::new(&catalog, Mode::Default);
    let mut wrong = Vec::new();
    for rule in &book.rules {
        for (example, wanted) in [(&rule.applies, true), (&rule.not, false)] {
            let text = rule_examples::script(samples, example);
            match Seed::read("example", &text, &mut parser) {
                Err(error) => wrong.push(format!("{}: {example}: {error}", rule.id)),
                Ok(seed) => {
                    if rule_examples::applies(&seed, rule) != wanted {
                        wrong.push(format!("{}: {example} should apply: {wanted}", rule.id));
                    }
                }
            }
        }
        assert!(
            rule.directions().next().is_some(),
            "{} can never be used",
            rule.id
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_rules_for_every_theory() {
    let catalog = gadfly_testkit::catalog();
    let book = RuleBook::read(&catalog).unwrap();
    let wanted = [
        "core",
        "ints",
        "reals",
        "strings",
        "regex",
        "bitvectors",
        "floats",
        "arrays",
        "sequences",
        "datatypes",
        "functions",
    ];
    for theory in wanted {
        assert!(
            book.rules.iter().any(|rule| rule.theory == theory),
            "{theory}"
        );
    }
    assert!(book.rules.len() >= 200, "{}", book.rules.len());
    let mut ids: Vec<&str> = book
        .rules
        .iter()
        .map(|r| r.id.as_str())
        .chain(book.fusions.iter().map(|f| f.id.as_str()))
        .collect();
    ids.sort_unstable();
    assert!(
        ids.windows(2).all(|pair| pair[0] != pair[1]),
        "two rules share a name"
    );
}

#[test]
fn a_faulty_rule_file_says_where() {
    let error = gadfly_mutate::rules::read_rules(
        "rules/x/a.rule",
        "(rule a\n  (vars (x Int))\n  (implies (< x y) true)\n  (applies p))",
    )
    .unwrap_err();
    assert_eq!(
        (error.line, error.message.as_str()),
        (1, "rule a has no (not …)")
    );
    let error =
        gadfly_mutate::rules::read_rules("rules/x/a.rule", "(rule a\n  (vars (x Int odd even)))")
            .unwrap_err();
    assert!(error.line > 0);
    let error =
        gadfly_mutate::rules::read_rules("rules/x/a.rule", "(rule a\n  (vars (x Int strange)))")
            .unwrap_err();
    assert_eq!((error.line, error.column), (2, 9));
}

/// What solvers proved once is tried again by evaluation, without any solver.
#[test]
fn no_value_refutes_a_rule_or_a_fusion() {
    let catalog = gadfly_testkit::catalog();
    let book = RuleBook::read(&catalog).unwrap();
    let rules = book
        .rules
        .iter()
        .map(|rule| (rule.id.as_str(), of_rule(rule)));
    let fusions = book
        .fusions
        .iter()
        .filter(|f| !f.bare)
        .map(|f| (f.id.as_str(), of_fusion(f)));
    let mut tested = 0;
    for (id, obligations) in rules.chain(fusions) {
        for obligation in obligations.iter().take(3) {
            match try_out(obligation, &catalog, 40) {
                Trial::Refuted(model) => panic!("{id} is wrong:\n{}{model}", obligation.script),
                Trial::Passed(_) => tested += 1,
                Trial::Untestable => {}
            }
        }
    }
    assert!(tested > 500, "{tested}");
}
