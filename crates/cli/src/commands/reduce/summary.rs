//! What a reduction came to, for people and for scripts.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_reduce::{Reduction, Stop};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Prints the summary.
pub(crate) fn print(
    ui: &Ui,
    input: &str,
    reduction: &Reduction,
    output: &Path,
    took: Duration,
) -> Result<(), Failure> {
    let mut out = ui.out();
    if ui.json {
        ui.json_line(&mut out, &as_json(input, reduction, output, took))?;
    } else {
        write!(out, "{}", as_text(input, reduction, output, took))?;
    }
    out.flush()?;
    Ok(())
}

fn ended(reduction: &Reduction) -> &'static str {
    match reduction.stop {
        None => "nothing more can be simplified",
        Some(Stop::Time) => "the time is over",
        Some(Stop::Checks) => "the checks are used up",
        Some(Stop::Interrupted) => "interrupted; go on with --resume",
        Some(Stop::Predicate(_)) => "the check could not be asked any more",
    }
}

fn as_json(input: &str, reduction: &Reduction, output: &Path, took: Duration) -> serde_json::Value {
    let passes: Vec<_> = reduction
        .passes
        .iter()
        .map(|pass| {
            json!({
                "pass": pass.name, "checks": pass.checks,
                "successes": pass.successes, "bytes": pass.bytes,
            })
        })
        .collect();
    json!({
        "output": output.display().to_string(),
        "bytes_before": input.len(),
        "bytes": reduction.text.len(),
        "assertions": count(&reduction.text, "(assert"),
        "checks": reduction.checks,
        "repeated": reduction.repeated,
        "ill_formed": reduction.ill_formed,
        "seconds": took.as_secs_f64(),
        "ended": ended(reduction),
        "fixpoint": reduction.stop.is_none(),
        "passes": passes,
    })
}

fn as_text(input: &str, reduction: &Reduction, output: &Path, took: Duration) -> String {
    let mut text = format!(
        "{} -> {} bytes, {} assertions, {} checks in {:.1} s: {}\n",
        input.len(),
        reduction.text.len(),
        count(&reduction.text, "(assert"),
        reduction.checks,
        took.as_secs_f64(),
        ended(reduction),
    );
    for pass in reduction.passes.iter().filter(|pass| pass.checks > 0) {
        text += &format!(
            "  {:<24} {:>5} checks {:>5} helped {:>7} bytes\n",
            pass.name, pass.checks, pass.successes, pass.bytes
        );
    }
    text + &format!("written to {}\n", output.display())
}

fn count(text: &str, word: &str) -> usize {
    text.matches(word).count()
}
