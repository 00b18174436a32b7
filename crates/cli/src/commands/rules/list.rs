//! What rules there are, and one of them at a time.

use super::Line;
use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use gadfly_catalog::Catalog;
use gadfly_mutate::{Entry, Proofs, RuleBook, rule_examples};
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

/// `rules list`
pub(super) fn list(
    catalog: &Catalog,
    book: &RuleBook,
    theory: Option<&str>,
    ui: &Ui,
) -> Result<Exit, Failure> {
    let proofs = Proofs::read(catalog);
    let mut out = ui.out();
    let all = book.entries(theory, None).map_err(Failure::new)?;
    for entry in &all {
        let standing = proofs.of(entry.id(), entry.text());
        let standing = if entry.claims_nothing() {
            "bare, for UNSAT fusion or with a witness".to_string()
        } else {
            standing.to_string()
        };
        if ui.json {
            let line = Line {
                id: entry.id(),
                theory: entry.theory(),
                claim: entry.claim(),
                standing,
                counterexample: None,
            };
            ui.json_line(&mut out, "rules-entry/1", &line)?;
        } else {
            writeln!(
                out,
                "{:36} {:12} {:8} {standing}",
                entry.id(),
                entry.theory(),
                entry.claim()
            )?;
        }
    }
    out.flush()?;
    let fusions = all.iter().filter(|e| matches!(e, Entry::Fusion(_))).count();
    ui.say(format!(
        "{} rules, {fusions} fusion functions",
        all.len() - fusions
    ));
    Ok(Exit::Done)
}

/// `rules show`
pub(super) fn show(
    catalog: &Arc<Catalog>,
    book: &RuleBook,
    id: &str,
    ui: &Ui,
) -> Result<Exit, Failure> {
    let all = book.entries(None, Some(id)).map_err(Failure::new)?;
    let Some(entry) = all.first() else {
        return Ok(Exit::Done);
    };
    let samples = catalog.file("rules/samples.smt2").unwrap_or_default();
    let shown = Shown {
        id: entry.id(),
        theory: entry.theory(),
        claim: entry.claim(),
        standing: Proofs::read(catalog)
            .of(entry.id(), entry.text())
            .to_string(),
        text: entry.text(),
        note: entry.note(),
        applies_to: entry.example(),
        becomes: match entry {
            Entry::Rule(rule) => rule_examples::shown(samples, rule, catalog),
            Entry::Fusion(_) => None,
        },
        to_prove: entry.obligations().into_iter().map(|o| o.script).collect(),
    };
    let mut out = ui.out();
    if ui.json {
        ui.json_line(&mut out, "rules-rule/1", &shown)?;
    } else {
        shown.write(&mut out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// One rule or fusion function with all that is known of it.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    theory: &'a str,
    claim: &'a str,
    standing: String,
    text: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    applies_to: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    becomes: Option<String>,
    /// Scripts that are unsatisfiable if it holds.
    to_prove: Vec<String>,
}

impl Shown<'_> {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{}\n; {}", self.text, self.standing)?;
        if let (Some(example), Some(new)) = (self.applies_to, &self.becomes) {
            writeln!(out, "; {example}  becomes  {new}")?;
        }
        if !self.note.is_empty() {
            writeln!(out, "; {}", self.note)?;
        }
        if let Some(script) = self.to_prove.first() {
            let count = match self.to_prove.len() {
                1 => String::new(),
                n => format!(", the first of {n} instances"),
            };
            writeln!(
                out,
                "\n; unsatisfiable if it holds{count}:\n{}",
                script.trim_start()
            )?;
        }
        Ok(())
    }
}
