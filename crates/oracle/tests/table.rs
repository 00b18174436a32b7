//! Every oracle in every position: a table of runs and what they mean.

mod words;

use gadfly_oracle::{
    Facts, Judged, ModelFact, ModelTruth, Obligation, ObligationFact, ParentFact, ParentRelation,
    Policy, judge,
};
use gadfly_solver::Run;
use std::time::Duration;
use words::{answer, formula, run};

fn facts(text: &str) -> (Facts, Policy) {
    let (mut facts, mut policy) = (Facts::default(), Policy::default());
    for fact in text
        .split(';')
        .map(str::trim)
        .filter(|fact| !fact.is_empty())
    {
        let words: Vec<&str> = fact.split(' ').collect();
        match words[0] {
            "well-sorted" => facts.well_sorted = true,
            "no-slow" => policy.slow.enabled = false,
            "ref" => policy.references.push(words[1].into()),
            "gate" => facts
                .gated
                .push((words[1].into(), "another meaning".into())),
            "model" => facts.models.push(ModelFact {
                spec: words[1].into(),
                check: 0,
                truth: match words[2] {
                    "true" => ModelTruth::True,
                    "false" => ModelTruth::False("(= x 0)".into()),
                    _ => ModelTruth::Undetermined("division by zero".into()),
                },
                model: String::new(),
            }),
            "core" => facts.obligations.push(core(&words)),
            "parent" => facts.parents.push(ParentFact {
                spec: words[1].into(),
                answer: answer(words[2]).expect("an answer"),
                cpu: Duration::from_secs_f64(words[3].parse().expect("seconds")),
                relation: if words[4] == "step" {
                    ParentRelation::Step
                } else {
                    ParentRelation::Equivalent
                },
            }),
            other => panic!("what is {other}?"),
        }
    }
    (facts, policy)
}

fn core(words: &[&str]) -> ObligationFact {
    let solved = words[2..].iter().filter_map(|word| word.split_once('='));
    ObligationFact {
        answers: solved
            .map(|(family, word)| {
                (
                    format!("{family}@1"),
                    family.to_string(),
                    answer(word).expect("an answer"),
                )
            })
            .collect(),
        model_checked: words.last() == Some(&"checked"),
        ..ObligationFact::new(words[1], Obligation::of_core(String::new()))
    }
}

#[test]
fn table() {
    // Who shares code with whom stands in solver profiles.
    gadfly_testkit::catalog();
    let (mut rows, mut innocent, mut wrong) = (0, 0, Vec::new());
    for line in include_str!("data/verdicts.table").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [label, runs, given, expected] = columns[..] else {
            panic!("four columns: {line}")
        };
        let runs: Vec<Run> = runs.split(' ').map(run).collect();
        let (formula, (facts, policy)) = (formula(label), facts(given));
        let judged = Judged {
            formula: &formula,
            runs: &runs,
            facts: &facts,
            policy: &policy,
        };
        let verdicts = judge(&judged);
        let said: Vec<String> = verdicts
            .iter()
            .map(|v| format!("{} {} {}", v.kind, v.solver, v.evidence.name()))
            .collect();
        let said = if said.is_empty() {
            "none".to_string()
        } else {
            said.join("; ")
        };
        rows += 1;
        innocent += usize::from(expected == "none");
        if said != expected {
            wrong.push(format!("{line}\n    said: {said}"));
        }
        for verdict in &verdicts {
            assert!(
                verdict.sentence.ends_with('.') && verdict.sentence.contains(&verdict.solver),
                "{}",
                verdict.sentence
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {rows} rows:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        rows >= 100 && innocent * 5 >= rows * 2,
        "{rows} rows, {innocent} innocent"
    );
}
