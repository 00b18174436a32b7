//! `gadfly eval`: the truth of a script's assertions under a model, by our own exact evaluator.

use crate::exit::{Context, Exit, Failure};
use crate::paths::Source;
use crate::ui::Ui;
use clap::Args;
use gadfly_eval::{Model, Prepared, Truth, active_assertions, smallest_false, trace};
use gadfly_term::{Catalog, Mode, NodeId, Script};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Evaluate a script under a model: true, false or undetermined
#[derive(Args)]
#[command(
    after_help = "Example: z3 bug.smt2 > model.txt; gadfly eval bug.smt2 --model model.txt\n\nUndetermined says nothing against the model: a value that SMT-LIB leaves open (division by zero, …),\na symbol that the model leaves out, a quantifier over an infinite domain. The reason is printed."
)]
pub(crate) struct Eval {
    /// The script
    file: PathBuf,
    /// The model, as a solver prints it; what comes before and after it is skipped
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// Which check-sat the model is for, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    check: usize,
    /// Show the value of every subterm
    #[arg(long)]
    trace: bool,
}

impl Eval {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let script = self.script()?;
        let text = text_of(&self.model)?;
        let model = Model::parse(&text, &script).context(self.model.display())?;
        let check = self.check.saturating_sub(1);
        let prepared = Prepared::new(&script, active_assertions(&script, check));
        let evaluation = prepared.evaluate(&model);
        let mut out = ui.out();
        for (node, truth) in &evaluation.assertions {
            let blame = match truth {
                Truth::False => smallest_false(&script, &model, *node),
                _ => None,
            };
            if ui.json {
                let blame = blame.map(
                    |(node, value)| json!({"term": script.text(node), "value": value.to_string()}),
                );
                let line = json!({"assertion": script.text(*node), "truth": word(truth), "reason": reason(truth), "because": blame});
                ui.json_line(&mut out, &line)?;
            } else {
                writeln!(
                    out,
                    "{}: {}{}",
                    word(truth),
                    line(&script, *node),
                    because(truth)
                )?;
                if let Some((node, value)) = blame {
                    writeln!(out, "  because {} is {value}", line(&script, node))?;
                }
            }
            if self.trace && !ui.json {
                for (node, value) in trace(&script, &model, *node) {
                    let value =
                        value.map_or_else(|reason| format!("? ({reason})"), |v| v.to_string());
                    writeln!(out, "    {value} = {}", line(&script, node))?;
                }
            }
        }
        let overall = &evaluation.overall;
        if ui.json {
            ui.json_line(&mut out, &json!({"overall": word(overall), "reason": reason(overall), "completed": evaluation.completed}))?;
        } else {
            let completed = if evaluation.completed {
                " (with values filled in that the model leaves out)"
            } else {
                ""
            };
            writeln!(out, "{}{}{completed}", word(overall), because(overall))?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn script(&self) -> Result<Script, Failure> {
        let text = text_of(&self.file)?;
        Script::parse(text.as_str(), &Catalog::shared(), Mode::Lenient).map_err(|errors| {
            let first = errors
                .first()
                .map(|e| e.render(&self.file.display().to_string(), text.as_bytes()));
            Failure::new(first.unwrap_or_else(|| format!("{}: not a script", self.file.display())))
        })
    }
}

fn text_of(path: &std::path::Path) -> Result<String, Failure> {
    let source = if path.as_os_str() == "-" {
        Source::Stdin
    } else {
        Source::File(path.to_path_buf())
    };
    Ok(String::from_utf8_lossy(&source.read()?).into_owned())
}

fn word(truth: &Truth) -> &'static str {
    match truth {
        Truth::True => "true",
        Truth::False => "false",
        Truth::Undetermined(_) => "undetermined",
    }
}

fn reason(truth: &Truth) -> Option<String> {
    match truth {
        Truth::Undetermined(reason) => Some(reason.to_string()),
        _ => None,
    }
}

fn because(truth: &Truth) -> String {
    reason(truth).map_or_else(String::new, |reason| format!(" ({reason})"))
}

/// A term's text on one line, cut where it is long.
fn line(script: &Script, node: NodeId) -> String {
    let text = script
        .text(node)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    match text.char_indices().nth(200) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
