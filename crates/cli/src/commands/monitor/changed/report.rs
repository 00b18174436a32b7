//! What a check of a change says: what the change reaches, how much of it was met, and what was found.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_campaign::Ended;
use gadfly_coverage::changed::{Aim, Reach, Tally, Target};
use gadfly_report::{Shown, Summary};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// So many files of a kind are listed; the others are counted. JSON has all of them.
const LISTED: usize = 12;

/// What came of a check.
pub(super) struct Report<'a> {
    pub(super) aim: &'a Aim,
    /// The table that says what reaches which sources.
    pub(super) table: &'a str,
    pub(super) tally: &'a Tally,
    pub(super) ended: &'a Ended,
    pub(super) summary: &'a Summary,
    pub(super) folder: &'a Path,
    pub(super) candidate: &'a str,
}

impl Report<'_> {
    /// On the terminal, or as JSON.
    pub(super) fn print(&self, ui: &Ui) -> Result<(), Failure> {
        let mut out = ui.out();
        if ui.json {
            for (number, target) in self.aim.targets.iter().enumerate() {
                ui.json_line(&mut out, "monitor-file/1", &self.file(number, target))?;
            }
            ui.json_line(&mut out, "monitor-changed/1", &self.end())?;
            return Ok(out.flush()?);
        }
        for line in self.about_the_change() {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", self.headline())?;
        for shown in self.summary.causes() {
            let f = &shown.finding;
            writeln!(out, "{:<14} {}  {}", f.kind, f.id, f.title)?;
        }
        writeln!(out, "report: {}", self.folder.join("report.html").display())?;
        Ok(out.flush()?)
    }

    /// For a pull request.
    pub(super) fn markdown(&self) -> String {
        let mut out = format!("## gadfly: what changed in {}\n\n", self.candidate);
        let _ = writeln!(out, "{}\n", self.headline());
        for line in self.about_the_change() {
            let _ = writeln!(out, "- {line}");
        }
        if self.summary.findings.is_empty() {
            return out;
        }
        out += "\n| kind | what | formulas | smallest case |\n|---|---|---|---|\n";
        for Shown { finding, case, .. } in self.summary.causes() {
            let case: Vec<&str> = case.split_whitespace().collect();
            let case = case.join(" ").replace('|', "\\|");
            let (kind, title, triggers) = (finding.kind, &finding.title, finding.triggers);
            let _ = writeln!(out, "| {kind} | {title} | {triggers} | `{case}` |");
        }
        out
    }

    fn headline(&self) -> String {
        let s = &self.ended.snapshot;
        let found = match self.summary.causes().count() {
            0 => "nothing found".to_string(),
            1 => "1 finding".to_string(),
            n => format!("{n} findings"),
        };
        let rate = s.tests as f64 / s.seconds.max(0.001);
        let why = self.ended.why.name();
        format!(
            "{why}: {} formulas in {:.0} s ({rate:.0}/s), {found}",
            s.tests, s.seconds
        )
    }

    /// A line for each file that the hunt was aimed at or that nobody knows, and one for all others of a kind.
    fn about_the_change(&self) -> Vec<String> {
        let of = |reach: Reach| {
            let targets = self.aim.targets.iter().enumerate();
            targets.filter(move |(_, target)| target.reach == reach)
        };
        let paths = |reach| of(reach).map(|(_, target)| target.file.path.as_str());
        let mut lines: Vec<String> = of(Reach::Aimed)
            .take(LISTED)
            .map(|(number, target)| self.aimed(number, target))
            .collect();
        let more = of(Reach::Aimed).count().saturating_sub(LISTED);
        if more > 0 {
            lines.push(format!(
                "… and {more} more files that it was aimed at (--json)"
            ));
        }
        for (reach, words) in [
            (Reach::All, "every formula reaches"),
            (Reach::None, "no formula reaches"),
        ] {
            if of(reach).next().is_some() {
                lines.push(format!("{words} {}", some(paths(reach))));
            }
        }
        if of(Reach::Unknown).next().is_some() {
            let paths = some(self.aim.unknown());
            lines.push(format!(
                "not aimed at, {} does not know it: {paths}",
                self.table
            ));
        }
        lines
    }

    /// What is said of a file that the hunt was aimed at.
    fn aimed(&self, number: usize, target: &Target) -> String {
        let mut line = format!("{}: {}", target.file.path, target.part);
        let named = target
            .functions
            .iter()
            .filter(|(_, named)| !named.is_empty());
        let named = named.map(|(function, named)| format!("{function} ({})", named.join(", ")));
        let named: Vec<String> = named.collect();
        let functions: Vec<&str> = match named.is_empty() {
            true => target.file.functions.iter().map(String::as_str).collect(),
            false => named.iter().map(String::as_str).collect(),
        };
        if !functions.is_empty() {
            let _ = write!(line, ", in {}", some(functions.into_iter()));
        }
        let tests = self.ended.snapshot.tests;
        let _ = match self.tally.formulas(number) {
            Some(formulas) => write!(line, "; {formulas} of {tests} formulas are about it"),
            None => write!(line, "; by options alone"),
        };
        if let Some(names) = &target.reached_by {
            let _ = match names.is_empty() {
                true => write!(line, "; nobody reached it before"),
                false => write!(line, "; reached before by {}", names.join(", ")),
            };
        }
        line
    }

    fn file(&self, number: usize, target: &Target) -> Value {
        let function = |(name, operators): &(String, Vec<String>)| json!({"name": name, "operators": operators});
        let functions: Vec<Value> = match target.reach {
            Reach::Aimed => target.functions.iter().map(function).collect(),
            _ => {
                let names = target.file.functions.iter();
                names
                    .map(|name| function(&(name.clone(), Vec::new())))
                    .collect()
            }
        };
        json!({
            "path": target.file.path, "reach": target.reach.name(), "part": target.part,
            "added": target.file.added, "removed": target.file.removed, "functions": functions,
            "operators": target.operators, "logics": target.logics,
            "strategies": target.strategies, "options": target.options,
            "formulas": self.tally.formulas(number), "reached_by": target.reached_by,
        })
    }

    fn end(&self) -> Value {
        let s = &self.ended.snapshot;
        let count = |reach| {
            let targets = self.aim.targets.iter();
            targets.filter(|target| target.reach == reach).count()
        };
        let finding = |shown: &Shown| {
            let f = &shown.finding;
            json!({"id": f.id, "kind": f.kind, "title": f.title, "sentence": f.sentence,
                "triggers": f.triggers, "case": shown.case})
        };
        let findings: Vec<Value> = self.summary.causes().map(finding).collect();
        json!({
            "why": self.ended.why.name(), "folder": self.folder, "table": self.table,
            "files": self.aim.targets.len(), "aimed": count(Reach::Aimed), "all": count(Reach::All),
            "none": count(Reach::None), "unknown": count(Reach::Unknown),
            "focus": self.aim.focus, "strategies": self.aim.strategies,
            "tests": s.tests, "about": self.tally.any(), "seconds": s.seconds,
            "findings": findings, "doubts": self.summary.doubted, "shortfalls": s.shortfalls,
        })
    }
}

/// What a hunt is aimed at, before it begins.
pub(super) fn aimed_at(aim: &Aim) -> String {
    let files = match aim.targets.len() {
        1 => "1 file changed".to_string(),
        n => format!("{n} files changed"),
    };
    match aim.is_aimed() {
        true => format!(
            "{files}; aimed at {}",
            some(aim.focus.iter().map(String::as_str))
        ),
        false => format!("{files}; nothing to aim at, so any formula will do"),
    }
}

/// The first of a list, and how many more there are.
pub(super) fn some<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.collect();
    let first = all[..all.len().min(LISTED)].join(", ");
    match all.len().saturating_sub(LISTED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut_and_say_so() {
        let names: Vec<String> = (0..15).map(|n| n.to_string()).collect();
        let list = |n: usize| some(names[..n].iter().map(String::as_str));
        assert_eq!(list(2), "0, 1");
        assert!(list(15).ends_with("11 and 3 more"), "{}", list(15));
        assert_eq!(list(0), "");
    }
}
