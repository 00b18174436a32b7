//! `gadfly cluster collect`: the parts as one hunt or study, as far as they have come.

use super::{job, parts};
use crate::commands::Command;
use crate::commands::hunt::write_page;
use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::{Event, Joined, Merged, Source, merge};
use gadfly_cluster::{Job, PartState, Plan, status};
use gadfly_store::{FolderLock, Store, is_hunt};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Merge the parts of a job, as far as they have come
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly cluster collect job              at any time, as often as you like
  gadfly cluster collect job --no-reduce  merge only; reduce elsewhere, with
  gadfly hunt --resume job/merged

The parts become one hunt in job/merged: a formula that several parts made
counts once, a bug that several found is one finding, and what an earlier call
reduced stays reduced. Of a part at work it reads the copy of about a minute ago.
Exit codes are those of `gadfly hunt`, or `gadfly evolve`.")]
pub(crate) struct Collect {
    /// The job's folder
    pub(super) dir: PathBuf,
    /// Leave open what is to be confirmed and reduced
    #[arg(long)]
    no_reduce: bool,
}

impl Collect {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let (folder, plan) = job(&self.dir)?;
        let out = folder.join("merged");
        // Two collects, or one beside a hunt that finishes what was merged before.
        let lock = FolderLock::take(&folder).map_err(Failure::new)?;
        if is_hunt(&out) {
            FolderLock::take(&out).map_err(Failure::new)?;
        }
        let exit = match plan.job {
            Job::Hunt => self.hunt(&folder, &plan, &out, ui),
            Job::Evolve => study(&folder, &plan, &out, ui),
        };
        drop(lock);
        exit
    }

    fn hunt(&self, folder: &Path, plan: &Plan, out: &Path, ui: &Ui) -> Result<Exit, Failure> {
        let stands = status(plan, folder);
        let done = stands
            .iter()
            .filter(|part| part.state == PartState::Done)
            .count();
        let source = |part: &gadfly_cluster::PartStatus| {
            let hunt = plan.part(folder, part.part);
            match part.state {
                PartState::Done => Some(Source::ended(&hunt)),
                _ => Source::published(&hunt),
            }
        };
        let sources: Vec<Source> = stands.iter().filter_map(source).collect();
        if sources.is_empty() {
            return Err(Failure::new(format!(
                "no part has anything to merge yet: gadfly cluster status {}",
                folder.display()
            )));
        }
        let merged = renewed(&sources, folder, out)?;
        say(&merged, &sources, done as u64, plan, out, ui)?;
        if self.no_reduce || (merged.waiting == 0 && merged.unreduced == 0) {
            write_page(out)?;
            return Ok(match merged.findings {
                0 => Exit::Done,
                _ => Exit::Found,
            });
        }
        finish(folder, out, ui)
    }
}

/// Merges into the folder of an earlier merge: whole or not at all.
fn renewed(sources: &[Source], folder: &Path, out: &Path) -> Result<Merged, Failure> {
    let (new, old) = (folder.join("merged.new"), folder.join("merged.old"));
    if !out.exists() && old.exists() {
        // A kill came between the two moves below.
        std::fs::rename(&old, out)?;
    }
    let gone = |path: &Path| match path.exists() {
        true => std::fs::remove_dir_all(path).context(format!("cannot remove {}", path.display())),
        false => Ok(()),
    };
    gone(&new)?;
    gone(&old)?;
    let earlier = Some(out).filter(|out| is_hunt(out));
    let merged = merge(sources, earlier, &joined(folder), &new).map_err(Failure::new)?;
    if out.exists() {
        std::fs::rename(out, &old)?;
    }
    std::fs::rename(&new, out)?;
    gone(&old)?;
    Ok(merged)
}

fn say(
    merged: &Merged,
    sources: &[Source],
    done: u64,
    plan: &Plan,
    out: &Path,
    ui: &Ui,
) -> Result<(), Failure> {
    let mut to = ui.out();
    if ui.json {
        let object = json!({"folder": out, "parts": plan.parts, "merged": sources.len(), "done": done,
            "positions": merged.positions, "tests": merged.tests, "repeated": merged.repeated,
            "findings": merged.findings, "waiting": merged.waiting, "unreduced": merged.unreduced});
        ui.json_line(&mut to, "cluster-collect/1", &object)?;
    } else {
        writeln!(
            to,
            "{} of {} merged, {done} done: {} formulas, findings: {}; formulas of several parts: {}",
            sources.len(),
            parts(plan.parts),
            merged.tests,
            merged.findings,
            merged.repeated
        )?;
    }
    Ok(to.flush()?)
}

/// Confirms what waits and reduces what is not: the merged hunt goes on, with nothing left to make.
fn finish(folder: &Path, out: &Path, ui: &Ui) -> Result<Exit, Failure> {
    let store = Store::only_read(out).map_err(Failure::new)?;
    let findings = store.findings().map_err(Failure::new)?.into_iter();
    let first: BTreeMap<String, u64> = findings.map(|f| (f.id, f.index)).collect();
    drop(store);
    let words = [
        "hunt",
        "--resume",
        &out.display().to_string(),
        "--jobs",
        "1",
    ]
    .map(String::from);
    let (cli, _) = crate::parsed(&words).context("cannot finish")?;
    let Command::Hunt(hunt) = cli.command else {
        return Err(Failure::new("cannot finish"));
    };
    let mut noted = Ok(());
    let exit = hunt.told(ui, &mut |event| {
        if let Event::Merged { id, into } = event
            && let Some(index) = first.get(id)
        {
            let (id, index, into) = (id.clone(), *index, into.clone());
            noted = note(folder, &Joined { id, index, into });
        }
    });
    noted?;
    exit
}

fn joined_file(folder: &Path) -> PathBuf {
    folder.join("joined.jsonl")
}

/// What turned out to be one while earlier merges were finished.
fn joined(folder: &Path) -> Vec<Joined> {
    let text = std::fs::read_to_string(joined_file(folder)).unwrap_or_default();
    let read = |line: &str| serde_json::from_str(line).ok();
    text.lines().filter_map(read).collect()
}

fn note(folder: &Path, joined: &Joined) -> Result<(), Failure> {
    let line = format!("{}\n", serde_json::to_string(joined).map_err(Failure::new)?);
    let file = File::options()
        .create(true)
        .append(true)
        .open(joined_file(folder));
    Ok(file?.write_all(line.as_bytes())?)
}

/// A study takes the pieces that are done, as `gadfly evolve --merge` does.
fn study(folder: &Path, plan: &Plan, out: &Path, ui: &Ui) -> Result<Exit, Failure> {
    std::env::set_current_dir(&plan.folder)
        .context(format!("cannot work in {}", plan.folder.display()))?;
    let all = (1..=plan.parts).map(|number| plan.part(folder, number));
    let begun: Vec<PathBuf> = all
        .filter(|part| part.join("study.json").is_file())
        .collect();
    if begun.is_empty() {
        return Err(Failure::new(format!(
            "no part has anything to merge yet: gadfly cluster status {}",
            folder.display()
        )));
    }
    let mut words = plan.words.clone();
    words.extend([
        "--tables".into(),
        "--out".into(),
        out.display().to_string(),
        "--merge".into(),
    ]);
    words.extend(begun.iter().map(|part| part.display().to_string()));
    let (cli, _) = crate::parsed(&words).context("the job's plan has no command")?;
    match cli.command {
        Command::Evolve(evolve) => evolve.run(ui),
        _ => Err(Failure::new("the job's plan has no command that has parts")),
    }
}
