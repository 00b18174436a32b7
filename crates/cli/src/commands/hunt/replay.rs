//! `gadfly hunt --replay`: the formula of a finding or a test index again.

use super::ask::Ask;
use super::prepare::{find_answers, library};
use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use gadfly_campaign::Replay;
use gadfly_solver::Run;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Makes the formula of a finding or a position again and runs the solvers on it.
pub(super) fn replay(which: &Path, ask: &Ask, ui: &Ui) -> Result<Exit, Failure> {
    let replay = Replay::of(which).map_err(Failure::new)?;
    let mut library = library(&replay.plan)?;
    let (tested, references) = replay.solvers().map_err(Failure::new)?;
    find_answers(&mut library, &tested, &references, &replay.plan, ask, ui);
    if !replay.has_its_seeds(&library) {
        ui.say("the seeds have changed since the hunt: the formula may be another one");
    }
    let replayed = replay.run(library, tested).map_err(Failure::new)?;
    let text = replayed.formula.with_header();
    let words =
        |run: &Run| -> Vec<String> { run.answers.iter().map(ToString::to_string).collect() };
    let mut out = ui.out();
    if ui.json {
        let answer = |run: &Run| json!([run.spec, words(run), run.outcome.to_string()]);
        let answers: Vec<_> = replayed.runs.iter().map(answer).collect();
        let object = json!({"position": replay.position, "formula": text, "answers": answers});
        ui.json_line(&mut out, "hunt-replay/1", &object)?;
    } else {
        writeln!(out, "{text}")?;
        for run in &replayed.runs {
            let said = words(run).join(" ");
            writeln!(out, "; {}: {said} ({})", run.spec, run.outcome)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
