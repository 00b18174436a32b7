//! `gadfly seeds import`: files made into seeds.

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::isolation::Allow;
use crate::options::{Jobs, Timeout};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_exec::Cancel;
use gadfly_known::{SeedAnswers, Store};
use gadfly_profile::Home;
use gadfly_seeds::{Answers, Entry, Imported, Options, find};
use gadfly_solver::{Resolver, Solver};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Families that are asked where none are named.
const USUAL: [&str; 2] = ["z3", "cvc5"];
/// How many reasons are printed; all of them stand in the index.
const SHOWN: usize = 5;

#[derive(Args)]
#[command(mut_arg("timeout", |arg| arg.default_value("2s")))]
pub(super) struct Import {
    /// Folders, searched for *.smt2, *.smt2.gz, *.zip and *.md, or single files of any name
    #[arg(required = true, value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// The folder to make, or to go on with
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Make each check-sat a seed of its own, with what is on the stack
    #[arg(long)]
    split: bool,
    /// Leave out seeds that are larger
    #[arg(long, value_name = "SIZE", default_value = "64k", value_parser = quantity::bytes)]
    most: u64,
    /// Leave out seeds whose answer nobody finds
    #[arg(long, conflicts_with = "no_answers")]
    decided: bool,
    /// Do not ask solvers for answers; what files claim is kept
    #[arg(long, conflicts_with_all = ["solver", "time", "timeout"])]
    no_answers: bool,
    /// A solver that is asked for answers; name two families [default: z3 and cvc5]
    #[arg(long, value_name = "SPEC")]
    solver: Vec<String>,
    #[command(flatten)]
    timeout: Timeout,
    /// End after this long, as Ctrl-C does; the same command goes on
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    allow: Allow,
}

impl Import {
    pub(super) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let found = find(&self.paths).map_err(Failure::new)?;
        let solvers = self.solvers(ui)?;
        let stop = interrupt::flag()?;
        let cancel = match self.time {
            Some(time) => Cancel::sharing(&stop).until(Instant::now() + time),
            None => Cancel::sharing(&stop),
        };
        let answers = SeedAnswers {
            solvers: &solvers,
            store: Store::at(Home::from_env().root(), &solvers),
            jobs: self.jobs.count(),
            limit: self.timeout.cpu(),
            cancel: Some(cancel.clone()),
            progress: &|_, _| {},
        };
        let progress = ui.progress(found.len() as u64, "files");
        let import = gadfly_seeds::Import {
            catalog: &Catalog::shared(),
            out: &self.out,
            options: Options {
                split: self.split,
                most: self.most,
                decided: self.decided,
            },
            answers: (!solvers.is_empty()).then_some(&answers as &dyn Answers),
            cancel,
            progress: &|n| progress.inc(n),
        };
        let imported = import.run(&found).map_err(Failure::new);
        progress.finish();
        let imported = imported?;
        self.print(ui, found.len(), &imported)?;
        if imported.interrupted {
            return Ok(Exit::Interrupted);
        }
        if imported.index.seeds.is_empty() {
            return Err(Failure::new("nothing there can be a seed"));
        }
        Ok(Exit::Done)
    }

    /// Who is asked. One family alone could only show what has a model; that is worth its time too.
    fn solvers(&self, ui: &Ui) -> Result<Vec<Solver>, Failure> {
        if self.no_answers {
            return Ok(Vec::new());
        }
        let resolver = Resolver::new(Home::from_env());
        if !self.solver.is_empty() {
            return resolver.all(&self.solver).map_err(Failure::new);
        }
        let found = USUAL.map(|family| resolver.one(family).unwrap_or_default());
        let found = found.concat();
        if found.is_empty() {
            ui.say("no solver is installed: answers are not asked for (gadfly solvers install z3 cvc5)");
        }
        Ok(found)
    }

    fn print(&self, ui: &Ui, files: usize, imported: &Imported) -> Result<(), Failure> {
        let index = &imported.index;
        for entry in &index.seeds {
            if let (Some(claimed), [found]) = (entry.wrong_claim, &entry.answers[..]) {
                let (from, label) = (&entry.from, entry.label);
                ui.say(format!(
                    "warning: {from}: its status says {claimed}, but it is {found} ({label})"
                ));
            }
        }
        let mut out = ui.out();
        let answers = by_answer(&index.seeds);
        let reasons: BTreeMap<String, usize> = index
            .reasons()
            .into_iter()
            .map(|(reason, n)| (reason.to_string(), n))
            .collect();
        if ui.json {
            let line = json!({
                "out": self.out, "files": files, "read_before": imported.before,
                "seeds": index.seeds.len(), "duplicates": index.duplicates.len(),
                "refused": reasons, "answers": answers,
                "interrupted": imported.interrupted,
            });
            ui.json_line(&mut out, "seeds-import/1", &line)?;
            return Ok(out.flush()?);
        }
        writeln!(
            out,
            "{}, {} read before",
            counted(files, "file"),
            imported.before
        )?;
        let (seeds, folder) = (counted(index.seeds.len(), "seed"), self.out.display());
        writeln!(out, "{seeds} in {folder}{}", listed(&answers))?;
        let duplicates = counted(index.duplicates.len(), "duplicate");
        writeln!(out, "{duplicates}")?;
        writeln!(
            out,
            "{} not usable{}",
            index.refused.len(),
            listed(&reasons)
        )?;
        for refusal in index.refused.iter().take(SHOWN) {
            writeln!(out, "  {refusal}")?;
        }
        if index.refused.len() > SHOWN {
            let more = index.refused.len() - SHOWN;
            writeln!(out, "  … and {more} more, in {folder}/seeds.json")?;
        }
        Ok(out.flush()?)
    }
}

/// `1 file`, `2 files`
fn counted(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// How many seeds have which answer.
fn by_answer(seeds: &[Entry]) -> BTreeMap<String, usize> {
    let mut answers = BTreeMap::new();
    for entry in seeds {
        let word = match entry.answers[..] {
            [answer] => answer.to_string(),
            _ => "several".into(),
        };
        *answers.entry(word).or_default() += 1;
    }
    answers
}

/// `: 3 sat, 1 unknown`
fn listed(counts: &BTreeMap<String, usize>) -> String {
    let parts: Vec<String> = counts
        .iter()
        .map(|(word, n)| format!("{n} {word}"))
        .collect();
    if parts.is_empty() {
        return String::new();
    }
    format!(": {}", parts.join(", "))
}
