//! `gadfly seeds stats`: what a folder of seeds holds.

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_seeds::Sizes;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Stats {
    /// A folder of seeds, imported or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many operators, sorts and sources are listed; 0 is all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// List the operators of the catalogue that no seed has, and nothing else
    #[arg(long, conflicts_with = "json")]
    missing: bool,
}

impl Stats {
    pub(super) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let stats = gadfly_seeds::Stats::of(&self.folder, &Catalog::shared());
        let stats = stats.map_err(Failure::new)?;
        if stats.seeds == 0 {
            let folder = self.folder.display();
            return Err(Failure::new(format!(
                "{folder}: no file there can be a seed"
            )));
        }
        let mut out = ui.out();
        if self.missing {
            for operator in stats.missing(&Catalog::shared()) {
                writeln!(out, "{operator}")?;
            }
            return Ok(write_out(out)?);
        }
        if ui.json {
            ui.json_line(&mut out, "seeds-stats/1", &stats)?;
            return Ok(write_out(out)?);
        }
        writeln!(
            out,
            "{} seeds, {} with scopes or several checks, {} files not usable",
            stats.seeds,
            stats.incremental,
            stats.unusable.len()
        )?;
        writeln!(out, "bytes: {}", sizes(stats.bytes))?;
        writeln!(out, "nodes: {}", sizes(stats.nodes))?;
        let labels = stats.labels.iter();
        let labels = labels.map(|(label, n)| (label.to_string(), *n)).collect();
        let tables = [
            ("answers", most_first(&stats.answers)),
            ("labels", most_first(&labels)),
            ("logics", most_first(&stats.logics)),
            ("sorts", most_first(&stats.sorts)),
            ("sources", most_first(&stats.sources)),
            ("changes", most_first(&stats.changes)),
        ];
        for (title, rows) in tables {
            self.table(&mut out, title, &rows)?;
        }
        let rarest = stats.rarest();
        self.table(&mut out, "operators, the rarest first", &rarest)?;
        Ok(write_out(out)?)
    }

    fn table(
        &self,
        out: &mut impl Write,
        title: &str,
        rows: &[(&str, usize)],
    ) -> std::io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{title}")?;
        let top = if self.top == 0 { rows.len() } else { self.top };
        for (what, count) in rows.iter().take(top) {
            writeln!(out, "{count:8}  {what}")?;
        }
        if rows.len() > top {
            writeln!(out, "          … and {} more", rows.len() - top)?;
        }
        Ok(())
    }
}

fn write_out(mut out: impl Write) -> std::io::Result<Exit> {
    out.flush()?;
    Ok(Exit::Done)
}

fn most_first(counts: &BTreeMap<String, usize>) -> Vec<(&str, usize)> {
    let mut rows: Vec<_> = counts.iter().map(|(what, n)| (&**what, *n)).collect();
    rows.sort_by_key(|&(what, n)| (std::cmp::Reverse(n), what));
    rows
}

fn sizes(sizes: Sizes) -> String {
    format!("{} to {}, median {}", sizes.least, sizes.most, sizes.median)
}
