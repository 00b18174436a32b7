//! What a regression check says: on the terminal, for a pull request, and for machines.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use gadfly_evolve::Source;
use gadfly_evolve::monitor::{Group, Seen};
use gadfly_report::{Shown, Summary};
use gadfly_store::Finding;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// What was seen, ready to be said.
pub(super) struct Report<'a> {
    pub(super) groups: &'a [Group],
    pub(super) seen: &'a Seen,
    pub(super) sources: &'a [Source],
    pub(super) candidate: &'a str,
    pub(super) spec: &'a str,
    pub(super) before: Option<&'a str>,
    pub(super) reference: Option<&'a str>,
    pub(super) folder: &'a Path,
    pub(super) planned: u64,
    pub(super) seconds: f64,
}

impl Report<'_> {
    /// How many formulas are worse.
    pub(super) fn worse(&self) -> usize {
        let worse = self.groups.iter().filter(|group| !group.first().better);
        worse.map(|group| group.events.len()).sum()
    }

    fn better(&self) -> usize {
        self.seen.events.len() - self.worse()
    }

    fn sentence(&self, group: &Group) -> String {
        group.sentence(&self.sources[group.first().source], self.candidate)
    }

    fn id(&self, group: &Group) -> String {
        let first = group.first();
        let source = self.sources[first.source].name.to_lowercase();
        format!("{}-{source}-{}", first.kind(), first.index)
    }

    /// Writes the cases of what is worse.
    pub(super) fn cases(&self) -> Result<(), Failure> {
        for group in self.groups.iter().filter(|group| !group.first().better) {
            let folder = super::folder(self.folder, &self.id(group));
            std::fs::create_dir_all(&folder).context(folder.display())?;
            let report = format!(
                "{}\n\nCandidate: `{}`; before: {}; reference: {}.\n\nAll formulas: {}\n",
                self.sentence(group),
                self.spec,
                self.before.unwrap_or("no baseline"),
                self.reference.unwrap_or("none"),
                labels(group, &self.sources[group.first().source])
            );
            for (name, text) in [
                ("case.smt2", &group.case),
                ("original.smt2", &group.original),
                ("report.md", &report),
            ] {
                write(&folder.join(name), text)?;
            }
        }
        Ok(())
    }

    /// What is worse as findings, for the writers of JUnit and SARIF.
    pub(super) fn summary(&self) -> Summary {
        let finding = |group: &Group| {
            let first = group.first();
            let id = self.id(group);
            let source = &self.sources[first.source].name;
            Finding {
                kind: first.kind(),
                solver: self.spec.to_string(),
                title: self.sentence(group),
                sentence: self.sentence(group),
                identity: format!(
                    "{}/{}/{source}/{}",
                    self.candidate,
                    first.kind(),
                    first.index
                ),
                logic: source.clone(),
                triggers: group.events.len() as u64,
                index: first.index,
                id,
                ..Finding::default()
            }
        };
        let worse = self.groups.iter().filter(|group| !group.first().better);
        let shown = worse.map(|group| Shown {
            finding: finding(group),
            case: group.case.clone(),
            folder: self.folder.display().to_string(),
            files: None,
        });
        Summary {
            seconds: self.seconds,
            findings: shown.collect(),
            ..Summary::default()
        }
    }

    /// For a pull request.
    pub(super) fn markdown(&self) -> String {
        let before = self
            .before
            .map_or(String::new(), |before| format!(" beside {before}"));
        let mut out = format!(
            "## gadfly: {}{before}\n\n{}\n\n",
            self.candidate,
            self.headline()
        );
        for note in self.notes() {
            let _ = writeln!(out, "{note}\n");
        }
        if self.groups.is_empty() {
            return out;
        }
        out += "| | kind | source | what | formulas | smallest case |\n|---|---|---|---|---|---|\n";
        for group in self.groups {
            let first = group.first();
            let mark = if first.better { "better" } else { "**worse**" };
            let case: String = group.case.split_whitespace().collect::<Vec<_>>().join(" ");
            let case = case.replace('|', "\\|");
            let _ = writeln!(
                out,
                "| {mark} | {} | {} | {} | {} | `{case}` |",
                first.kind(),
                self.sources[first.source].name,
                self.sentence(group),
                group.events.len()
            );
        }
        out
    }

    fn headline(&self) -> String {
        let runs = self.seen.runs;
        let formulas = |count: u64| match count {
            1 => "1 formula".to_string(),
            _ => format!("{count} formulas"),
        };
        match (self.worse() as u64, self.better(), self.before) {
            (0, 0, None) => format!("Nothing wrong on {}.", formulas(runs)),
            (0, 0, Some(_)) => format!("Nothing changed on {}.", formulas(runs)),
            (1, _, None) => format!("1 formula shows something wrong, of {runs}."),
            (wrong, _, None) => format!("{wrong} formulas show something wrong, of {runs}."),
            (worse, better, Some(_)) => {
                format!("{} worse and {better} better, of {runs}.", formulas(worse))
            }
        }
    }

    /// What a reader must know to trust the headline.
    fn notes(&self) -> Vec<String> {
        let seen = self.seen;
        let mut notes = Vec::new();
        if seen.runs < self.planned {
            let open = self.planned - seen.runs;
            notes.push(format!("{open} more formulas were planned and not run."));
        }
        if let ((asked @ 1.., 0), Some(reference)) = (seen.judged, self.reference) {
            notes.push(format!(
                "The reference, {reference}, decided none of the {asked} formulas that it was asked: \
                 no wrong answer can show; choose another one with --reference."
            ));
        }
        if seen.fleeting > 0 {
            notes.push(format!(
                "{} changes did not show again and are left out.",
                seen.fleeting
            ));
        }
        notes
    }

    /// On the terminal, or as JSON.
    pub(super) fn print(&self, ui: &Ui) -> Result<Exit, Failure> {
        let mut out = ui.out();
        if ui.json {
            for group in self.groups {
                let first = group.first();
                let value = json!({
                    "better": first.better,
                    "kind": first.kind(),
                    "source": self.sources[first.source].name,
                    "before": first.before.map(|code| code.words()),
                    "after": first.after.words(),
                    "formulas": group.events.iter().map(|event| event.index).collect::<Vec<_>>(),
                    "text": self.sentence(group),
                    "case": group.case,
                });
                ui.json_line(&mut out, "monitor-change/1", &value)?;
            }
            let value = json!({"runs": self.seen.runs, "planned": self.planned,
                "decided": self.seen.decided, "worse": self.worse(), "better": self.better(),
                "not_confirmed": self.seen.fleeting, "reference_asked": self.seen.judged.0,
                "reference_decided": self.seen.judged.1});
            ui.json_line(&mut out, "monitor-summary/1", &value)?;
        } else {
            for group in self.groups {
                let mark = if group.first().better {
                    "better"
                } else {
                    "WORSE"
                };
                writeln!(
                    out,
                    "{mark}  {}: {}",
                    group.first().kind(),
                    self.sentence(group)
                )?;
            }
            writeln!(out, "{}", self.headline())?;
            for note in self.notes() {
                writeln!(out, "{note}")?;
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// The formulas of a group, as a reader calls them.
fn labels(group: &Group, source: &Source) -> String {
    let labels = group.events.iter().map(|event| source.label(event.index));
    labels.collect::<Vec<_>>().join(", ")
}

/// Writes a file, or to standard output for `-`.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        print!("{text}");
        return Ok(());
    }
    std::fs::write(path, text).context(format!("cannot write {}", path.display()))
}
