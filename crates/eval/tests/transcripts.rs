//! Models as real solvers print them, old and new: recorded transcripts, one file a formula.
//!
//! A file has the script, then sections `=== SOLVER: EXPECTED` with what the solver printed. A model that
//! must be *true* must also make the script with its assertions negated *false*, so that every value counts.

mod setup;

use gadfly_eval::Truth;
use setup::{evaluated, word};

fn verdict(script: &str, model: &str) -> String {
    match evaluated(script, model) {
        Err(error) => format!("error ({error})"),
        Ok(evaluation) => match evaluation.overall {
            Truth::True if evaluation.completed => "completed".into(),
            Truth::Undetermined(reason) => format!("undetermined ({reason})"),
            settled => word(&settled),
        },
    }
}

/// The same declarations, and that not all assertions hold.
fn negated(script: &str) -> String {
    let (mut declarations, mut assertions) = (String::new(), String::new());
    for line in script.lines() {
        match line
            .strip_prefix("(assert ")
            .and_then(|l| l.strip_suffix(')'))
        {
            Some(term) => assertions.push_str(&format!(" {term}")),
            None => declarations.push_str(&format!("{line}\n")),
        }
    }
    format!("{declarations}(assert (not (and true{assertions})))\n")
}

#[test]
fn recorded_models_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    let (mut problems, mut count) = (Vec::new(), 0);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let mut sections = text.split("=== ");
        let script = sections.next().unwrap();
        for section in sections {
            let (title, model) = section.split_once('\n').unwrap();
            let (solver, expected) = title.split_once(": ").unwrap();
            count += 1;
            let found = verdict(script, model);
            let opposite = verdict(&negated(script), model);
            let settled = expected != "true" || opposite == "false";
            if found != expected || !settled {
                problems.push(format!(
                    "{name}, {solver}: {found}, negated {opposite}, not {expected}"
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(count >= 100, "only {count} transcripts");
}
