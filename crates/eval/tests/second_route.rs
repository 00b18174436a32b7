//! Scripts under models where something is left unsaid: what stands for a real, an instance, a `select`.
//! The expected truth is checked by a route that shares no code with the evaluator: solvers get the
//! script with the model put in as definitions.
//!
//! A file of `tests/second_route` has cases between lines of `---`. A case is a script, then sections
//! `=== TRUTH SOLVER…` with a model and the solvers that can be asked. A comment `; open: TERM` in a
//! model is what stands, for solvers, in the place of its functions for open values (`/0`). A model
//! that makes a script true must make its negation false, and the other way round.

mod setup;

use std::fmt::Write as _;

use gadfly_solver::{Answer, Options, Solver};
use setup::{evaluated, word};

/// One model of a case.
struct Case<'t> {
    file: &'t str,
    script: &'t str,
    model: &'t str,
    truth: &'t str,
    solvers: Vec<&'t str>,
}

fn cases<'t>(file: &'t str, text: &'t str) -> Vec<Case<'t>> {
    let mut found = Vec::new();
    for case in text.split("\n---\n") {
        let mut sections = case.split("\n=== ");
        let script = sections.next().unwrap();
        for section in sections {
            let (title, model) = section.split_once('\n').unwrap();
            let mut words = title.split_whitespace();
            let truth = words.next().unwrap();
            let solvers = words.collect();
            found.push(Case {
                file,
                script,
                model,
                truth,
                solvers,
            });
        }
    }
    assert!(!found.is_empty(), "{file} has no cases");
    found
}

/// The same declarations, and that not all assertions hold.
fn negated(script: &str) -> String {
    let (mut declarations, mut assertions) = (String::new(), String::new());
    for line in script.lines() {
        let term = line.strip_prefix("(assert ");
        match term.and_then(|l| l.strip_suffix(')')) {
            Some(term) => assertions.push_str(&format!(" {term}")),
            None => declarations.push_str(&format!("{line}\n")),
        }
    }
    format!("{declarations}(assert (not (and true{assertions})))\n")
}

/// The commands of a text, one each.
fn commands(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ')' => {
                depth -= 1;
                if depth == 0 {
                    found.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    found
}

/// The name that a declaration or definition gives something to.
fn name(command: &str) -> &str {
    command.split_whitespace().nth(1).unwrap_or_default()
}

/// The script with the model's definitions for its declarations.
fn with_definitions(script: &str, model: &str) -> String {
    let model = model.trim();
    let (values, open): (Vec<&str>, Vec<&str>) =
        model.lines().partition(|l| !l.starts_with("; open: "));
    let values = values.join("\n");
    let inner = values.trim();
    let inner = inner.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let definitions: Vec<&str> = commands(inner.unwrap_or_default());
    let (mut sorts, mut rest) = (String::new(), String::new());
    let mut names = Vec::new();
    for command in commands(script) {
        if command.starts_with("(declare-datatype") || command.starts_with("(declare-sort") {
            let _ = writeln!(sorts, "{command}");
        } else if command.starts_with("(declare-") {
            names.push(name(command));
        } else {
            let _ = writeln!(rest, "{command}");
        }
    }
    for definition in definitions.iter().filter(|d| names.contains(&name(d))) {
        let _ = writeln!(sorts, "{definition}");
    }
    for term in open {
        let _ = writeln!(rest, "(assert {})", &term["; open: ".len()..]);
    }
    format!("(set-logic ALL)\n{sorts}{rest}(check-sat)\n")
}

fn solver(family: &str) -> Option<Solver> {
    let spec = match family {
        "z3" => "z3@5.4.0",
        "cvc5" => "cvc5@1.4.2",
        other => panic!("no release of {other} is meant"),
    };
    gadfly_testkit::catalog();
    gadfly_testkit::installed(gadfly_solver::resolve(&[spec.to_string()]))?.pop()
}

/// What a solver says to a script under a model.
fn asked(solver: &Solver, script: &str, model: &str) -> String {
    let options = match solver.family.as_str() {
        "cvc5" => "(set-option :arrays-exp true)\n(set-option :fp-exp true)\n",
        _ => "",
    };
    let text = format!("{options}{}", with_definitions(script, model));
    let session = gadfly_solver::Session::new(solver, &Options::default());
    let limits = gadfly_exec::Limits {
        wall: Some(std::time::Duration::from_secs(20)),
        ..gadfly_exec::Limits::default()
    };
    let run = session.run_fresh(&text, &limits);
    match (run.errors.first(), run.answer(0)) {
        (Some((_, error)), _) => format!("{error}\n{text}"),
        (None, Some(Answer::Sat)) => "true".into(),
        (None, Some(Answer::Unsat)) => "false".into(),
        (None, answer) => format!("{answer:?}\n{text}"),
    }
}

fn truth(script: &str, model: &str) -> String {
    match evaluated(script, model) {
        Ok(evaluation) => word(&evaluation.overall),
        Err(error) => error.to_string(),
    }
}

/// The truth of the negation; some value for what is open may make that true.
fn opposite(truth: &str) -> Option<&str> {
    match truth {
        "true" => Some("false"),
        "false" => Some("true"),
        _ => None,
    }
}

/// What is wrong with a case.
fn problems(case: &Case<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut check = |who: &str, got: String, expected: &str, script: &str| {
        if got.split(':').next() != Some(expected) {
            let Case { file, model, .. } = case;
            found.push(format!(
                "{file}: {who} says {got}, not {expected}\n{script}\n{model}"
            ));
        }
    };
    let negated = negated(case.script);
    for (script, expected) in [
        (case.script, Some(case.truth)),
        (negated.as_str(), opposite(case.truth)),
    ] {
        let Some(expected) = expected else { continue };
        check("the evaluator", truth(script, case.model), expected, script);
        for family in &case.solvers {
            if let Some(solver) = solver(family) {
                check(family, asked(&solver, script, case.model), expected, script);
            }
        }
    }
    found
}

#[test]
fn solvers_say_the_same_of_the_script_with_the_model_put_in() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second_route");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|f| f.unwrap().path()).collect();
    files.sort();
    let (mut found, mut count, mut questions) = (Vec::new(), 0, 0);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        for case in cases(&name, &text) {
            count += 1;
            questions += 2 * case.solvers.len();
            found.extend(problems(&case));
        }
    }
    println!("{count} models, {questions} questions");
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(count >= 60, "only {count} models");
}
