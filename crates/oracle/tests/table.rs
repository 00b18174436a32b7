//! Every oracle in every position: a table of runs and what they mean.

use gadfly_exec::{Exit, LimitHit, Limits, RawRun};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_oracle::{
    CoreFact, Evidence, Facts, Judged, ModelFact, ModelTruth, ParentFact, ParentRelation, Policy,
    judge,
};
use gadfly_solver::{Answer, Complaint, Crash, CrashKind, Outcome, Run};
use std::time::Duration;

fn answer(word: &str) -> Option<Answer> {
    match word {
        "sat" => Some(Answer::Sat),
        "unsat" => Some(Answer::Unsat),
        "unknown" => Some(Answer::Unknown(None)),
        _ => word
            .strip_prefix("unknown:")
            .map(|why| Answer::Unknown(Some(why.into()))),
    }
}

fn raw() -> RawRun {
    RawRun {
        command: Vec::new(),
        exit: Exit::Code(0),
        limit: None,
        stdout: Vec::new(),
        stderr: Vec::new(),
        truncated: false,
        wall: Duration::from_millis(10),
        cpu: Duration::from_millis(10),
        peak_memory: 0,
        limits: Limits::default(),
    }
}

fn run(text: &str) -> Run {
    let (spec, words) = text.split_once('=').expect("SPEC=WORDS");
    let (family, version) = spec.split_once('@').expect("NAME@VERSION");
    let mut run = Run {
        spec: spec.into(),
        family: family.into(),
        version: version.into(),
        fresh: true,
        answers: Vec::new(),
        outcome: Outcome::Done,
        complaints: Vec::new(),
        errors: Vec::new(),
        models: Vec::new(),
        cores: Vec::new(),
        raw: raw(),
    };
    words
        .split(',')
        .filter(|word| !word.is_empty())
        .for_each(|word| read_word(&mut run, word));
    run
}

fn read_word(run: &mut Run, word: &str) {
    if let Some(answer) = answer(word) {
        return run.answers.push(answer);
    }
    let (head, rest) = word.split_once(':').unwrap_or((word, ""));
    let rest = rest.replace('_', " ");
    match head {
        "crash" => run.outcome = crash(run, &rest),
        "timeout" => run.outcome = Outcome::Timeout,
        "memory" => run.outcome = Outcome::MemoryOut,
        "cancelled" => run.outcome = Outcome::Cancelled,
        "rejected" => run.outcome = Outcome::Rejected(rest),
        "unsupported" => run.outcome = Outcome::Unsupported(rest),
        "broken" => run.outcome = Outcome::Broken(rest),
        "!model" => run.complaints.push(Complaint::InvalidModel),
        "!core" => run.complaints.push(Complaint::InvalidCore),
        "!proof" => run.complaints.push(Complaint::InvalidProof),
        _ => match (head.strip_prefix("err@"), head.strip_prefix('~')) {
            (Some(n), _) => run.errors.push((n.parse().expect("a number"), rest)),
            (_, Some(seconds)) => {
                run.raw.cpu = Duration::from_secs_f64(seconds.parse().expect("seconds"))
            }
            _ => panic!("what is {word}?"),
        },
    }
}

fn crash(run: &mut Run, text: &str) -> Outcome {
    let (how, rest) = text.split_once(':').expect("crash:HOW:WHAT");
    let (what, limit) = rest
        .split_once(":limit")
        .map_or((rest, false), |(what, _)| (what, true));
    run.raw.limit = limit.then_some(LimitHit::Memory);
    let number = what.parse().unwrap_or(0);
    let (kind, place, message) = match how {
        "signal" => (CrashKind::Signal(number), None, ""),
        "exit" => (CrashKind::ExitCode(number), None, ""),
        "place" => (
            CrashKind::Assertion,
            Some(what.to_string()),
            "ASSERTION VIOLATION",
        ),
        _ => (CrashKind::Assertion, None, what),
    };
    Outcome::Crash(Crash {
        kind,
        place,
        message: message.into(),
    })
}

fn formula(label: &str) -> Formula {
    let (source, words) = label.split_once('-').unwrap_or((label, ""));
    let expect = words.split(',').filter(|word| !word.is_empty());
    Formula {
        text: "(check-sat)".into(),
        expect: expect
            .map(|word| word.parse::<Expect>().expect("a label"))
            .collect(),
        label: match source {
            "claimed" => LabelSource::Claimed,
            "confirmed" => LabelSource::Confirmed,
            "made" | "given" => LabelSource::Construction,
            "witness" => LabelSource::Witness,
            _ => LabelSource::None,
        },
        provenance: Provenance {
            strategy: if source == "made" {
                "fusion".into()
            } else {
                String::new()
            },
            ..Provenance::default()
        },
    }
}

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
            }),
            "core" => facts.cores.push(core(&words)),
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

fn core(words: &[&str]) -> CoreFact {
    let solved = words[2..].iter().filter_map(|word| word.split_once('='));
    CoreFact {
        spec: words[1].into(),
        check: 0,
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
    }
}

fn evidence(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::CheckedModel => "checked-model",
        Evidence::Construction => "construction",
        Evidence::CheckedProof => "checked-proof",
        Evidence::ResolvedCore => "resolved-core",
        Evidence::Observed => "observed",
        Evidence::Majority => "majority",
        Evidence::None => "none",
    }
}

#[test]
fn table() {
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
            .map(|v| format!("{} {} {}", v.kind, v.solver, evidence(v.evidence)))
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
