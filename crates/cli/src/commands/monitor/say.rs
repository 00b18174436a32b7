//! What a watch says: on the terminal, for a pull request, and for machines.

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
        group.sentence(&self.sources[group.first().source].name, self.candidate)
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
                indices(group)
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
                kind: first.kind().to_string(),
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
        match (self.worse(), self.better()) {
            (0, 0) => format!("Nothing changed on {runs} formulas."),
            (worse, better) => {
                format!("{worse} formulas worse and {better} better, of {runs}.")
            }
        }
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
                ui.json_line(&mut out, &value)?;
            }
            let value = json!({"runs": self.seen.runs, "worse": self.worse(),
                "better": self.better(), "not_confirmed": self.seen.fleeting});
            ui.json_line(&mut out, &value)?;
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
            if self.seen.fleeting > 0 {
                writeln!(
                    out,
                    "{} changes did not show again and are left out.",
                    self.seen.fleeting
                )?;
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

fn indices(group: &Group) -> String {
    let all: Vec<String> = group
        .events
        .iter()
        .map(|event| event.index.to_string())
        .collect();
    all.join(", ")
}

/// Writes a file, or to standard output for `-`.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        print!("{text}");
        return Ok(());
    }
    std::fs::write(path, text).context(format!("cannot write {}", path.display()))
}
