//! `gadfly proof`: proofs of unsatisfiability, checked step by step against their script.

mod checker;

use crate::case;
use crate::exit::{Context, Exit, Failure};
use crate::paths::{self, Source};
use crate::ui::Ui;
use checker::Second;
use clap::{Args, Subcommand};
use gadfly_proof::{Limits, Report, Status, check, questions};
use gadfly_term::{Catalog, Mode, Script};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  cvc5 --dump-proofs --proof-print-conclusion \\
       --proof-granularity=dsl-rewrite bug.smt2 > bug.cpc
  gadfly proof check bug.smt2 bug.cpc
  gadfly proof check bug.smt2 bug.cpc --step @p5 | z3 -in
  gadfly proof check bug.smt2 bug.cpc --checker 'ethos --include=Cpc.eo {proof}'
  gadfly proof stats pairs/            what became of NAME.smt2 with NAME.smt2.cpc

No solver is trusted: what a proof assumes must be asserted by the script, and
every step must follow by gadfly's own rules. `valid` says that the script is
unsatisfiable. `holey` says that steps were taken on trust, which are counted by
their rules. `invalid` names a step that does not follow.";

/// Check proofs of unsatisfiability with no trust in the solver
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Proof {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Check a proof against its script: valid, holey or invalid
    Check(Check),
    /// Check all proofs of a folder: shares by logic, trusted rules, time
    Stats(Stats),
}

#[derive(Args)]
struct Check {
    /// The script: a file, a finding of a hunt as DIR/ID, or - for standard input
    #[arg(value_name = "FILE|DIR/ID")]
    file: PathBuf,
    /// The proof, as cvc5 prints it with conclusions; `-` is standard input
    proof: PathBuf,
    /// Which check-sat the proof is for, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    check: usize,
    /// Print this step as a script that must be unsatisfiable: its premises, and its conclusion denied
    #[arg(long, value_name = "NAME")]
    step: Option<String>,
    /// Another checker to ask as well, as a command line in which {proof} and {script} stand for the
    /// files; carcara's and ethos's words are understood (repeatable)
    #[arg(long = "checker", value_name = "CMD")]
    checkers: Vec<String>,
}

#[derive(Args)]
struct Stats {
    /// A folder with scripts NAME.smt2 and their proofs NAME.smt2.cpc
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many rules are listed; 0 is all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
}

impl Proof {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        match self.what {
            What::Check(check) => check.run(ui),
            What::Stats(stats) => stats.run(ui),
        }
    }
}

fn script(text: &str, name: &str) -> Result<Script, Failure> {
    Script::parse(text, &Catalog::shared(), Mode::Default).map_err(|errors| {
        let first = errors.first().map(|e| e.render(name, text.as_bytes()));
        let first = first.unwrap_or_else(|| format!("{name}: not a script"));
        Failure::new(first.strip_prefix("error: ").unwrap_or(&first))
    })
}

impl Check {
    fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let file = case::script(&self.file)?;
        let source = match self.proof.as_os_str() == "-" {
            true => Source::Stdin,
            false => Source::File(self.proof.clone()),
        };
        if (&file, &source) == (&Source::Stdin, &Source::Stdin) {
            let words = "standard input can be the script or the proof, not both";
            return Err(Failure::usage(words));
        }
        let text = file.text()?;
        let script = script(&text, &file.name())?;
        let proof = String::from_utf8_lossy(&source.read()?).into_owned();
        let number = self.check.saturating_sub(1);
        if let Some(step) = &self.step {
            return question(ui, &script, number, &proof, step);
        }
        let report = check(&script, number, &proof, &Limits::default()).context(source.name())?;
        let others = checker::ask(&self.checkers, &text, &proof)?;
        let mut out = ui.out();
        if ui.json {
            ui.json_line(&mut out, "proof-check/1", &told(&report, &others))?;
        } else {
            print(&mut out, &report)?;
            for other in &others {
                writeln!(out, "{}", other.line())?;
            }
        }
        out.flush()?;
        let mut all = others.iter().filter_map(|other| other.status);
        Ok(match report.status() {
            Status::Invalid => Exit::Found,
            _ if all.any(|status| status == Status::Invalid) => Exit::Found,
            _ => Exit::Done,
        })
    }
}

/// One step as a script.
fn question(
    ui: &Ui,
    script: &Script,
    number: usize,
    proof: &str,
    step: &str,
) -> Result<Exit, Failure> {
    let wanted = |name: &str| name == step;
    let found = questions(script, number, proof, &Limits::default(), &wanted).context(step)?;
    let found = found.into_iter().next();
    let found = found.ok_or_else(|| Failure::new(format!("the proof has no step {step}")))?;
    let text = found.script.ok_or_else(|| {
        let rule = &found.rule;
        Failure::new(format!(
            "step {step} by `{rule}` has terms that no script can say"
        ))
    })?;
    let mut out = ui.out();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Done)
}

fn told(report: &Report, others: &[Second]) -> serde_json::Value {
    let fault = report
        .fault
        .as_ref()
        .map(|fault| json!({"step": fault.step, "rule": fault.rule, "reason": fault.reason}));
    json!({
        "status": report.status().name(),
        "steps": report.steps,
        "terms": report.terms,
        "holes": report.holes,
        "trusted": report.trusted,
        "rules": report.rules,
        "fault": fault,
        "others": others.iter().map(Second::as_json).collect::<Vec<_>>(),
    })
}

fn print(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    writeln!(out, "{}: {} steps", report.status(), report.steps)?;
    for (rule, count) in by_count(&report.holes) {
        writeln!(out, "  {count} on trust by {rule}")?;
    }
    if let Some(fault) = &report.fault {
        writeln!(out, "  {fault}")?;
    }
    Ok(())
}

/// The most frequent first.
fn by_count(counts: &BTreeMap<String, usize>) -> Vec<(&str, usize)> {
    let mut list: Vec<(&str, usize)> = counts.iter().map(|(k, n)| (k.as_str(), *n)).collect();
    list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    list
}

/// What became of the proofs of one logic.
#[derive(Default, serde::Serialize)]
struct Row {
    valid: usize,
    holey: usize,
    invalid: usize,
    unreadable: usize,
}

impl Row {
    fn count(&mut self, status: Option<Status>) {
        match status {
            Some(Status::Valid) => self.valid += 1,
            Some(Status::Holey) => self.holey += 1,
            Some(Status::Invalid) => self.invalid += 1,
            None => self.unreadable += 1,
        }
    }
}

impl Stats {
    fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        let mut holes: BTreeMap<String, usize> = BTreeMap::new();
        let (mut proofs, mut steps, mut bytes) = (0, 0, 0);
        let begun = Instant::now();
        for source in paths::expand(std::slice::from_ref(&self.folder))? {
            let Source::File(path) = &source else {
                continue;
            };
            let beside = PathBuf::from(format!("{}.cpc", path.display()));
            if !beside.is_file() {
                continue;
            }
            proofs += 1;
            let text = String::from_utf8_lossy(&paths::read(&beside)?).into_owned();
            bytes += text.len();
            let script = source.text().and_then(|text| script(&text, &source.name()));
            let logic = script
                .as_ref()
                .ok()
                .and_then(|s| s.logic().map(str::to_owned));
            let checked = script.and_then(|script| {
                check(&script, 0, &text, &Limits::default()).context(beside.display())
            });
            let report = match checked {
                Ok(report) => Some(report),
                Err(failure) => {
                    failure
                        .problems()
                        .iter()
                        .for_each(|p| ui.say(format!("note: {p}")));
                    None
                }
            };
            let row = rows
                .entry(logic.unwrap_or_else(|| "none".to_owned()))
                .or_default();
            row.count(report.as_ref().map(Report::status));
            if let Some(report) = report {
                steps += report.steps;
                for (rule, count) in report.holes {
                    *holes.entry(rule).or_default() += count;
                }
                if let Some(fault) = report.fault {
                    ui.say(format!("note: {}: {fault}", beside.display()));
                }
            }
        }
        if proofs == 0 {
            let folder = self.folder.display();
            return Err(Failure::new(format!(
                "{folder}: no script has a proof NAME.smt2.cpc beside it"
            )));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let found = rows.values().any(|row| row.invalid > 0);
        let mut out = ui.out();
        if ui.json {
            let told = json!({"proofs": proofs, "steps": steps, "bytes": bytes, "seconds": seconds, "logics": rows, "holes": holes});
            ui.json_line(&mut out, "proof-stats/1", &told)?;
        } else {
            writeln!(
                out,
                "{:<12} {:>7} {:>7} {:>8} {:>11}",
                "logic", "valid", "holey", "invalid", "unreadable"
            )?;
            for (logic, row) in &rows {
                let Row {
                    valid,
                    holey,
                    invalid,
                    unreadable,
                } = row;
                writeln!(
                    out,
                    "{logic:<12} {valid:>7} {holey:>7} {invalid:>8} {unreadable:>11}"
                )?;
            }
            let top = if self.top == 0 { usize::MAX } else { self.top };
            for (rule, count) in by_count(&holes).into_iter().take(top) {
                writeln!(out, "{count:>8} on trust by {rule}")?;
            }
            writeln!(out, "{proofs} proofs, {steps} steps, {bytes} bytes")?;
        }
        out.flush()?;
        ui.say(format!("{seconds:.3} s"));
        Ok(if found { Exit::Found } else { Exit::Done })
    }
}
