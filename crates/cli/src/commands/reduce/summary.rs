//! What a reduction came to, for people and for scripts.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_reduce::{Content, Reduction, Stop, beautify};
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
        ui.json_line(
            &mut out,
            "reduce-result/1",
            &as_json(input, reduction, output, took),
        )?;
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
    let content = Content::of(&reduction.text);
    let used: u64 = reduction.passes.iter().map(|pass| pass.checks).sum();
    json!({
        "output": output.display().to_string(),
        "bytes_before": input.len(),
        "bytes": reduction.text.len(),
        "assertions": content.assertions,
        "operators": content.operators,
        "sorts": content.sorts,
        "case": beautify(&reduction.text),
        "checks": reduction.checks,
        "successes": reduction.passes.iter().map(|pass| pass.successes).sum::<u64>(),
        "ahead_in_vain": reduction.checks.saturating_sub(used),
        "repeated": reduction.repeated,
        "ill_formed": reduction.ill_formed,
        "seconds": took.as_secs_f64(),
        "ended": ended(reduction),
        "fixpoint": reduction.stop.is_none(),
        "passes": passes,
    })
}

fn as_text(input: &str, reduction: &Reduction, output: &Path, took: Duration) -> String {
    let content = Content::of(&reduction.text);
    let mut text = format!(
        "{} -> {} bytes, {} assertion{}, {} checks in {:.1} s: {}\n",
        input.len(),
        reduction.text.len(),
        content.assertions,
        if content.assertions == 1 { "" } else { "s" },
        reduction.checks,
        took.as_secs_f64(),
        ended(reduction),
    );
    text += &format!("  operators {}\n", operators(&content));
    text += &format!("  sorts {}\n", joined(content.sorts.iter()));
    for pass in reduction.passes.iter().filter(|pass| pass.checks > 0) {
        text += &format!(
            "  {:<24} {:>5} checks {:>5} helped {:>7} bytes\n",
            pass.name, pass.checks, pass.successes, pass.bytes
        );
    }
    let case = beautify(&reduction.text);
    if case.len() <= MOST_SHOWN {
        text += &case;
    }
    text + &format!("written to {}\n", output.display())
}

/// A case up to this many bytes is shown.
const MOST_SHOWN: usize = 2000;

fn operators(content: &Content) -> String {
    let counted = content.operators.iter().map(|(name, count)| match count {
        1 => name.clone(),
        _ => format!("{count} {name}"),
    });
    joined(counted)
}

fn joined(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<String> = words.map(|word| word.as_ref().to_string()).collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(", ")
    }
}
