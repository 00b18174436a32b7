//! `gadfly fmt`: parse, sort-check, print.

use crate::exit::{Exit, Failure};
use crate::options::Jobs;
use crate::paths::{Source, expand};
use crate::progress::Progress;
use crate::ui::{Ui, Versioned};
use gadfly_catalog::Catalog;
use gadfly_syntax::{Decoded, Diagnostic, Position, pretty};
use gadfly_term::{Mode, Parser, Script, infer_logic};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

/// Parse and sort-check scripts, and print them token for token
///
/// Every error is shown with its place, the line and a way out where one is known. Exit code 1 if
/// a file is not well-formed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gadfly fmt file.smt2                 check, and print as it stands
  gadfly fmt --pretty file.smt2        lay it out for reading
  gadfly fmt --check benchmarks/       check a folder, print errors only
  gadfly fmt --json benchmarks/        one JSON object a file")]
pub(crate) struct Fmt {
    /// Files, folders that are searched for *.smt2, findings as DIR/ID, or - for standard input
    #[arg(required = true, value_name = "FILES")]
    paths: Vec<PathBuf>,
    /// Only check: print nothing but errors
    #[arg(long)]
    check: bool,
    /// Lay the text out for people, one command a line
    #[arg(long, conflicts_with = "check")]
    pretty: bool,
    /// Allow SMT-LIB's own operators and commands only
    #[arg(long, conflicts_with = "lenient")]
    standard: bool,
    /// Keep terms with unknown operators, and unknown commands, as they stand
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    jobs: Jobs,
}

/// What became of one file.
struct Done {
    /// For standard output.
    out: Vec<u8>,
    /// For standard error.
    errors: Vec<String>,
}

impl Fmt {
    /// Does it.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let sources = expand(&self.paths)?;
        let catalog = Catalog::shared();
        let progress = ui.progress(sources.len() as u64, "fmt");
        let failed = self.all(ui, &catalog, &sources, &progress);
        progress.finish();
        let failed = failed?;
        if failed > 0 && sources.len() > 1 {
            ui.say(format!(
                "{failed} of {} files are not well-formed",
                sources.len()
            ));
        }
        Ok(if failed > 0 { Exit::Failed } else { Exit::Done })
    }

    fn mode(&self) -> Mode {
        match (self.standard, self.lenient) {
            (true, _) => Mode::Standard,
            (_, true) => Mode::Lenient,
            _ => Mode::Default,
        }
    }

    /// All files, on several threads; printed in the order given. How many are not well-formed.
    fn all(
        &self,
        ui: &Ui,
        catalog: &Arc<Catalog>,
        sources: &[Source],
        progress: &Progress,
    ) -> Result<usize, Failure> {
        let jobs = self.jobs.count().clamp(1, sources.len().max(1));
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(4 * jobs);
            for _ in 0..jobs {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(ui, catalog, sources, next, &sender));
            }
            drop(sender);
            print_in_order(ui, &receiver, progress)
        })
    }

    fn work(
        &self,
        ui: &Ui,
        catalog: &Arc<Catalog>,
        sources: &[Source],
        next: &AtomicUsize,
        sender: &mpsc::SyncSender<(usize, Done)>,
    ) {
        let mut parser = Parser::new(catalog, self.mode());
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(n) else { return };
            let done = self.one(ui, &mut parser, source);
            if sender.send((n, done)).is_err() {
                return;
            }
        }
    }

    fn one(&self, ui: &Ui, parser: &mut Parser, source: &Source) -> Done {
        let name = source.name();
        let bytes = match source.read() {
            Ok(bytes) => bytes,
            Err(failure) => {
                let problems = failure.problems().join("; ");
                let out = if ui.json {
                    line(&json!({"file": name, "ok": false, "errors": [{"message": problems}]}))
                } else {
                    Vec::new()
                };
                return Done {
                    out,
                    errors: vec![format!("error: {problems}")],
                };
            }
        };
        let decoded = Decoded::new(bytes);
        let copy = decoded.text.clone();
        match parser.parse(decoded.text) {
            Ok(script) => {
                let out = self.accepted(ui, &name, &script, decoded.one_byte);
                parser.recycle(script);
                Done {
                    out,
                    errors: Vec::new(),
                }
            }
            Err(errors) => refused(ui, &name, copy.as_bytes(), &errors),
        }
    }

    fn accepted(&self, ui: &Ui, name: &str, script: &Script, one_byte: bool) -> Vec<u8> {
        if ui.json {
            return line(&summary(name, script));
        }
        match (self.check, self.pretty) {
            (true, _) => Vec::new(),
            (_, true) => Decoded::encode(&pretty(script.source()), one_byte),
            _ => Decoded::encode(script.source(), one_byte),
        }
    }
}

fn refused(ui: &Ui, name: &str, text: &[u8], errors: &[Diagnostic]) -> Done {
    let rendered = errors.iter().map(|e| e.render(name, text)).collect();
    let out = if ui.json {
        line(
            &json!({"file": name, "ok": false, "errors": errors.iter().map(|e| error_json(e, text)).collect::<Vec<_>>()}),
        )
    } else {
        Vec::new()
    };
    Done {
        out,
        errors: rendered,
    }
}

fn error_json(error: &Diagnostic, text: &[u8]) -> Value {
    let position = Position::of(text, error.span.start as usize);
    json!({"line": position.line, "column": position.column, "message": error.message, "help": error.help})
}

fn summary(name: &str, script: &Script) -> Value {
    json!({
        "file": name,
        "ok": true,
        "logic": script.logic(),
        "inferred_logic": infer_logic(script).name,
        "status": script.info(":status"),
        "commands": script.commands().len(),
        "assertions": script.assertions().count(),
        "checks": script.checks().count(),
        "nodes": script.len(),
        "depth": script.depth(),
        "sorts": script.sort_counts(),
        "operators": script.operator_counts(),
    })
}

fn line(value: &Value) -> Vec<u8> {
    let object = Versioned {
        schema: "fmt-file/1",
        value,
    };
    let mut line = serde_json::to_vec(&object).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Prints results as they come, but in the order of the files.
fn print_in_order(
    ui: &Ui,
    receiver: &mpsc::Receiver<(usize, Done)>,
    progress: &Progress,
) -> Result<usize, Failure> {
    let mut out = ui.out();
    let mut waiting: BTreeMap<usize, Done> = BTreeMap::new();
    let (mut next, mut failed) = (0, 0);
    for (n, done) in receiver {
        waiting.insert(n, done);
        while let Some(done) = waiting.remove(&next) {
            next += 1;
            failed += usize::from(!done.errors.is_empty());
            out.write_all(&done.out)?;
            if !done.errors.is_empty() {
                out.flush()?;
                progress.say(&done.errors.join("\n"));
            }
            progress.inc(1);
        }
    }
    out.flush()?;
    Ok(failed)
}
