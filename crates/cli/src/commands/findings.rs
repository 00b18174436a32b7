//! `gadfly findings`: what a hunt found, and what became of it.

mod export;
mod next;

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::{Args, Subcommand};
use export::Export;
use gadfly_report::{PROBABLY, fold_causes, folded_under};
use gadfly_store::{Finding, Status, Store};
use gadfly_vocabulary::Kind;
use next::NextUp;
use std::io::Write;
use std::path::PathBuf;

/// List, show and mark what a hunt found
#[derive(Args)]
#[command(args_conflicts_with_subcommands = false, after_help = EXAMPLES)]
pub(crate) struct Findings {
    /// The hunt's folder
    #[arg(default_value = "hunt")]
    dir: PathBuf,
    /// Only findings of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,
    /// Only findings of this solver
    #[arg(long, value_name = "SPEC")]
    solver: Option<String>,
    /// Only findings with this status
    #[arg(long, value_name = "STATUS")]
    status: Option<Status>,
    /// What is in doubt instead: verdicts that nobody beside gadfly bears out
    #[arg(long)]
    doubts: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

const EXAMPLES: &str = "\
Examples:
  gadfly findings hunt                                  the list
  gadfly findings hunt show z3-crash-1a2b3c4d           one of them
  gadfly findings hunt --doubts                         what only gadfly says
  gadfly findings hunt set z3-crash-1a2b3c4d reported --url https://…
  gadfly findings hunt export z3-crash-1a2b3c4d --out regress/
  gadfly findings next hunt night2                      what to file, and why

An id may be cut short as long as it stays unique.";

#[derive(Subcommand)]
enum Action {
    /// Show one finding
    Show {
        /// Its id
        id: String,
    },
    /// Say what became of it: new, reported, confirmed, fixed, duplicate, wont-fix
    Set {
        /// Its id
        id: String,
        /// What became of it
        status: Status,
        /// Where it was reported
        #[arg(long)]
        url: Option<String>,
    },
    /// Write its case as a test of the solver's own regression suite
    Export(Export),
    /// Say what to file next, and why: what its team asks of reports is kept, nothing is posted
    Next(NextUp),
}

impl Findings {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        match &self.action {
            None if self.doubts => self.list_doubts(ui),
            None => self.list(ui),
            Some(Action::Show { id }) => self.show(id, ui),
            Some(Action::Set { id, status, url }) => self.set(id, *status, url.clone(), ui),
            Some(Action::Export(export)) => self.export(export, ui),
            Some(Action::Next(next)) => next.run(&self.dir, ui),
        }
    }

    fn list(&self, ui: &Ui) -> Result<Exit, Failure> {
        let store = Store::read(&self.dir).map_err(Failure::new)?;
        let mut out = ui.out();
        let mut all = folded_findings(&store)?;
        all.retain(|finding| self.wanted(finding));
        if ui.json {
            for finding in &all {
                ui.json_line(&mut out, "finding/1", finding)?;
            }
        } else {
            print_list(&all, &mut out)?;
        }
        out.flush()?;
        // No findings mean something only where something was tested.
        if store.next_index().map_err(Failure::new)? == 0 {
            ui.say(format!("{}: nothing was tested yet", self.dir.display()));
        }
        Ok(Exit::Done)
    }

    fn list_doubts(&self, ui: &Ui) -> Result<Exit, Failure> {
        let store = Store::read(&self.dir).map_err(Failure::new)?;
        let mut out = ui.out();
        for doubt in store.doubts().map_err(Failure::new)? {
            if ui.json {
                ui.json_line(&mut out, "doubt/1", &doubt)?;
                continue;
            }
            writeln!(out, "{}  {}", doubt.id, doubt.sentence)?;
            writeln!(out, "  no finding: {}", doubt.why)?;
            for said in &doubt.said {
                writeln!(out, "  {said}")?;
            }
            let folder = self.dir.join("doubts").join(&doubt.id);
            writeln!(out, "  files: {}", folder.display())?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn wanted(&self, finding: &Finding) -> bool {
        self.kind.is_none_or(|kind| kind == finding.kind)
            && self
                .solver
                .as_ref()
                .is_none_or(|solver| is_of(&finding.solver, solver))
            && self.status.is_none_or(|status| status == finding.status)
    }

    fn one(&self, store: &Store, id: &str) -> Result<Finding, Failure> {
        let mut found = store.finding(id).map_err(Failure::new)?;
        if let Some(found) = &mut found {
            let all = folded_findings(store)?;
            let same = all.into_iter().find(|finding| finding.id == found.id);
            found.cause = same.and_then(|finding| finding.cause);
        }
        found.ok_or_else(|| {
            Failure::new(format!(
                "{0}: no finding `{id}`, or more than one; `gadfly findings {0}` lists them",
                self.dir.display()
            ))
        })
    }

    fn show(&self, id: &str, ui: &Ui) -> Result<Exit, Failure> {
        let store = Store::read(&self.dir).map_err(Failure::new)?;
        let finding = self.one(&store, id)?;
        let mut out = ui.out();
        if ui.json {
            ui.json_line(&mut out, "finding/1", &finding)?;
        } else {
            let path = self
                .dir
                .join("findings")
                .join(&finding.id)
                .join("report.md");
            let text = std::fs::read_to_string(&path)
                .context(format!("cannot read {}", path.display()))?;
            // A solver's words may be in it: no control characters reach the terminal.
            out.write_all(gadfly_syntax::visible(text).as_bytes())?;
            if let Some(cause) = &finding.cause {
                writeln!(out, "\n{PROBABLY} with {cause}")?;
            }
            writeln!(out, "\nfiles: {}", path.with_file_name("").display())?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn set(&self, id: &str, status: Status, url: Option<String>, ui: &Ui) -> Result<Exit, Failure> {
        let mut store = Store::resume(&self.dir).map_err(Failure::new)?;
        let mut finding = self.one(&store, id)?;
        finding.status = status;
        finding.cause = None;
        finding.url = url.or(finding.url);
        if status == Status::Reported {
            finding.reported = finding.reported.or_else(|| Some(next::now()));
        }
        store.update_finding(&finding, None).map_err(Failure::new)?;
        ui.say(format!("{} is {}", finding.id, status.name()));
        Ok(Exit::Done)
    }

    fn export(&self, export: &Export, ui: &Ui) -> Result<Exit, Failure> {
        let store = Store::read(&self.dir).map_err(Failure::new)?;
        let finding = self.one(&store, &export.id)?;
        let texts = store.finding_texts(&finding.id).map_err(Failure::new)?;
        let (original, case) = texts.unwrap_or_default();
        export.write(&finding, &case.unwrap_or(original), ui)?;
        Ok(Exit::Done)
    }
}

/// All findings of a store, with what is folded under what.
fn folded_findings(store: &Store) -> Result<Vec<Finding>, Failure> {
    let mut all = store.findings().map_err(Failure::new)?;
    fold_causes(&mut all.iter_mut().collect::<Vec<_>>());
    Ok(all)
}

/// A line a finding; what is folded stands under the finding that is shown in its place.
fn print_list(findings: &[Finding], out: &mut dyn Write) -> std::io::Result<()> {
    let is_listed = |id: &String| findings.iter().any(|finding| finding.id == *id);
    for finding in findings {
        if finding.cause.as_ref().is_some_and(is_listed) {
            continue;
        }
        print_line(finding, "", out)?;
        let folded = folded_under(findings, &finding.id);
        if !folded.is_empty() {
            writeln!(out, "  {PROBABLY}, {} more:", folded.len())?;
        }
        for finding in folded {
            print_line(finding, "    ", out)?;
        }
    }
    Ok(())
}

fn print_line(finding: &Finding, indent: &str, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{indent}{}  {:<13} {:<9} {:>5}x  {}",
        finding.id,
        finding.kind,
        finding.status.name(),
        finding.triggers,
        finding.title
    )
}

/// Whether a solver is the one that was asked for: `z3@4.8.1` is not `z3@4.8.10`, but `z3` is both,
/// and each may have options.
fn is_of(solver: &str, asked: &str) -> bool {
    let rest = solver.strip_prefix(asked);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '@']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_not_another_one_that_starts_like_it() {
        for (solver, asked, is) in [
            ("z3@4.8.10", "z3@4.8.1", false),
            ("z3@4.8.1", "z3@4.8.1", true),
            ("z3@4.8.1 model=true", "z3@4.8.1", true),
            ("z3@4.8.10", "z3", true),
            ("z3str@1", "z3", false),
        ] {
            assert_eq!(is_of(solver, asked), is, "{solver} for {asked}");
        }
    }
}
