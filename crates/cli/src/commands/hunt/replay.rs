//! `gadfly hunt --replay`: the formula of a finding or a test index again, and what the answers mean.

use super::ask::Ask;
use super::prepare::{find_answers, library};
use crate::case;
use crate::commands::check::{Checked, said, verdicts};
use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use gadfly_campaign::{Replay, Replayed};
use gadfly_examine::{Settings, SolverRunner};
use gadfly_profile::Home;
use gadfly_solver::{Options, Resolver, Run, Solver};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// How many fresh runs must show a bug before it is believed, as in a hunt.
const TRIES: usize = 2;

/// Makes the formula of a finding or a test index again, runs the solvers on it and judges.
pub(super) fn replay(which: &Path, ask: &Ask, ui: &Ui) -> Result<Exit, Failure> {
    let replay = Replay::of(which).map_err(Failure::new)?;
    let mut library = library(&replay.plan)?;
    let (tested, references) = replay.solvers().map_err(Failure::new)?;
    find_answers(&mut library, &tested, &references, &replay.plan, ask, ui);
    if !replay.has_its_seeds(&library) {
        ui.say("the seeds have changed since the hunt: the formula may be another one");
    }
    let replayed = replay.run(library, tested).map_err(Failure::new)?;
    let judge = judge(&replay, &replayed, references)?;
    // A test index is no finding.
    let name = which.file_name().and_then(std::ffi::OsStr::to_str);
    let suspected = match name.is_some_and(|name| name.parse::<u64>().is_ok()) {
        true => None,
        false => case::finding(which)?.map(|named| named.finding.kind),
    };
    let result = judge.judge(&replayed.formula, &replayed.runs, &[], suspected);
    let found = result.confirmed.iter().any(verdicts::counts);
    let text = replayed.formula.with_header();
    let Replayed { formula, runs, .. } = replayed;
    let mut out = ui.out();
    if ui.json {
        let words =
            |run: &Run| -> Vec<String> { run.answers.iter().map(|a| a.to_string()).collect() };
        let answer = |run: &Run| json!([run.spec, words(run), run.outcome.to_string()]);
        let answers: Vec<_> = runs.iter().map(answer).collect();
        let object = json!({"position": replay.position, "formula": text, "answers": answers});
        ui.json_line(&mut out, "hunt-replay/1", &object)?;
    } else {
        writeln!(out, "{text}")?;
        for run in &runs {
            writeln!(out, "; {}: {}", run.spec, said(run))?;
        }
    }
    let checked = Checked {
        file: which.display().to_string(),
        runs,
    };
    let mut told = Vec::new();
    let explain = Some((&judge, Vec::new()));
    verdicts::print(ui, &mut told, &checked, &formula, &result, explain)?;
    // What is printed stays a script.
    let start = if ui.json { "" } else { "; " };
    for line in String::from_utf8_lossy(&told).lines() {
        writeln!(out, "{start}{line}")?;
    }
    out.flush()?;
    Ok(if found { Exit::Found } else { Exit::Done })
}

/// Judges as the hunt did: beside the solvers under test its references, and who else is at hand.
fn judge(
    replay: &Replay,
    replayed: &Replayed,
    references: Vec<Solver>,
) -> Result<verdicts::Judge, Failure> {
    let mut solvers = replayed.solvers.clone();
    solvers.extend(references);
    solvers.extend(Resolver::new(Home::from_env()).witnesses(&solvers));
    let limits = replay.limits();
    let options = Options {
        limits,
        ..Options::default()
    };
    let runner = SolverRunner::new(solvers, options);
    verdicts::Judge::new(runner, Settings::new(TRIES, limits), &[])
}
