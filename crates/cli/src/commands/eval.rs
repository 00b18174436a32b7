//! `gadfly eval`: the truth of a script's assertions under a model, by our own exact evaluator.

use crate::case;
use crate::exit::{Context, Exit, Failure};
use crate::paths::Source;
use crate::ui::Ui;
use clap::Args;
use gadfly_eval::{
    Model, Prepared, Reason, Truth, Value, active_assertions, smallest_false, trace,
};
use gadfly_term::{Catalog, Head, Mode, NodeId, Script};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Evaluate a script under a model: true, false or undetermined
#[derive(Args)]
#[command(
    after_help = "Examples:\n  z3 bug.smt2 > model.txt; gadfly eval bug.smt2 --model model.txt\n  z3 bug.smt2 | gadfly eval bug.smt2 --model - --trace\n\nUndetermined says nothing against the model: a value that SMT-LIB leaves open\n(division by zero, …), a symbol that the model leaves out, a quantifier over an\ninfinite or large domain. The reason is printed."
)]
pub(crate) struct Eval {
    /// The script: a file, a finding of a hunt as DIR/ID, or - for standard input
    #[arg(value_name = "FILE|DIR/ID")]
    file: PathBuf,
    /// The model, as a solver prints it, or - for standard input; what comes before and after it is
    /// skipped
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
        let source = case::script(&self.file)?;
        let told = match self.model.as_os_str() == "-" {
            true => Source::Stdin,
            false => Source::File(self.model.clone()),
        };
        if (&source, &told) == (&Source::Stdin, &Source::Stdin) {
            let words = "standard input can be the script or the model, not both";
            return Err(Failure::usage(words));
        }
        let script = script(&source)?;
        let text = text_of(&told)?;
        let model = Model::parse(&text, &script).context(told.name())?;
        if text.trim_start().starts_with("unknown") {
            ui.say("note: the solver answered unknown, so this is a candidate and it never claimed that it holds");
        }
        let check = self.check.saturating_sub(1);
        let prepared = Prepared::new(&script, active_assertions(&script, check));
        let evaluation = prepared.evaluate(&model);
        let mut out = ui.out();
        for (node, truth) in &evaluation.assertions {
            let told = Told {
                script: &script,
                model: &model,
                node: *node,
                truth,
            };
            if ui.json {
                ui.json_line(&mut out, "eval-assertion/1", &told.json(self.trace))?;
            } else {
                told.print(&mut out, self.trace)?;
            }
        }
        let overall = &evaluation.overall;
        if ui.json {
            ui.json_line(&mut out, "eval-overall/1", &json!({"overall": word(overall), "reason": reason(overall), "completed": evaluation.completed}))?;
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
}

fn script(source: &Source) -> Result<Script, Failure> {
    let (text, name) = (text_of(source)?, source.name());
    Script::parse(text.as_str(), &Catalog::shared(), Mode::Lenient).map_err(|errors| {
        let first = errors.first().map(|e| e.render(&name, text.as_bytes()));
        let first = first.unwrap_or_else(|| format!("{name}: not a script"));
        // Failures are printed with this word in front.
        Failure::new(first.strip_prefix("error: ").unwrap_or(&first))
    })
}

/// Bytes of a value that are printed.
const MOST_PRINTED: usize = 1 << 20;

/// A subterm with its value, printed.
type Valued = (NodeId, String);

/// One assertion with its truth, as it is told.
struct Told<'a> {
    script: &'a Script,
    model: &'a Model,
    node: NodeId,
    truth: &'a Truth,
}

impl Told<'_> {
    /// The smallest subterm to blame, its value, and the values of its arguments.
    fn blame(&self) -> Option<(NodeId, String, Vec<Valued>)> {
        if *self.truth != Truth::False {
            return None;
        }
        let (node, value) = smallest_false(self.script, self.model, self.node)?;
        let arguments = self.script.args(node);
        let telling = |node: &NodeId| {
            arguments.contains(node) && !matches!(self.script.head(*node), Head::Literal(_))
        };
        let values = self.values().into_iter().filter(|(n, _)| telling(n));
        Some((node, value.to_string(), values.collect()))
    }

    /// The printed value of every subterm.
    fn values(&self) -> Vec<Valued> {
        let print = |value: Result<Value, Reason>| {
            value.map_or_else(
                |reason| format!("? ({reason})"),
                |v| v.printed(MOST_PRINTED),
            )
        };
        trace(self.script, self.model, self.node)
            .into_iter()
            .map(|(node, value)| (node, print(value)))
            .collect()
    }

    fn print(&self, out: &mut impl Write, trace: bool) -> Result<(), Failure> {
        let line = |node: NodeId| line(self.script.text(node));
        let why = because(self.truth);
        writeln!(out, "{}: {}{why}", word(self.truth), line(self.node))?;
        if let Some((node, value, arguments)) = self.blame() {
            writeln!(out, "  because {} is {value}", line(node))?;
            for (argument, value) in arguments {
                writeln!(out, "    where {} = {}", line(argument), cut(&value))?;
            }
        }
        if trace {
            for (node, value) in self.values() {
                writeln!(out, "    {} = {}", cut(&value), line(node))?;
            }
        }
        Ok(())
    }

    fn json(&self, trace: bool) -> serde_json::Value {
        let text = |node: NodeId| self.script.text(node);
        let list = |values: Vec<Valued>| -> Vec<serde_json::Value> {
            let pair =
                |(node, value): (NodeId, String)| json!({"term": text(node), "value": value});
            values.into_iter().map(pair).collect()
        };
        let blame = self.blame().map(|(node, value, arguments)| {
            json!({"term": text(node), "value": value, "arguments": list(arguments)})
        });
        let mut told = json!({
            "assertion": text(self.node),
            "truth": word(self.truth),
            "reason": reason(self.truth),
            "because": blame,
        });
        if trace {
            told["trace"] = list(self.values()).into();
        }
        told
    }
}

fn text_of(source: &Source) -> Result<String, Failure> {
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
fn line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
