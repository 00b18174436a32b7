//! The statistics of the weakening strategy over seeds.

use crate::commands::mutate::read_seeds;
use crate::exit::{Exit, Failure};
use crate::options::Seed;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_mutate::{Kit, Options, RuleBook, rule_stats};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(super) struct Stats {
    /// Mutants to make
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,
    /// Mutations from a seed to the last mutant of a mutation chain
    #[arg(long, value_name = "N", default_value_t = 50)]
    steps: u64,
    #[command(flatten)]
    seed: Seed,
    /// Seed files and folders
    #[arg(value_name = "SEEDS", required = true)]
    seeds: Vec<PathBuf>,
}

impl Stats {
    pub(super) fn run(&self, book: RuleBook, ui: &Ui) -> Result<Exit, Failure> {
        let catalog = &Catalog::shared();
        let pool = read_seeds(&self.seeds, catalog, ui)?;
        let rules = book.rules.len();
        let options = Options {
            steps: self.steps,
            ..Options::default()
        };
        let mut kit = Kit::new(catalog, Arc::new(book), options);
        let stats = rule_stats(&pool, &mut kit, self.seed.number, self.count, 10);
        let mut out = ui.out();
        let percent = |part: u64| 100.0 * part as f64 / stats.mutants.max(1) as f64;
        if ui.json {
            let value = serde_json::json!({
                "mutants": stats.mutants, "unique": stats.unique, "rules": rules,
                "applicable": stats.applicable, "uses": stats.uses,
            });
            ui.json_line(&mut out, "rules-stats/1", &value)?;
            out.flush()?;
            return Ok(Exit::Done);
        }
        writeln!(
            out,
            "mutants {}, unique {:.2} %",
            stats.mutants,
            percent(stats.unique)
        )?;
        writeln!(out, "rules used {} of {rules}", stats.uses.len())?;
        writeln!(out, "applicable rules by step:")?;
        for (step, mean) in stats
            .applicable
            .iter()
            .enumerate()
            .filter(|(n, _)| *n == 0 || (n + 1) % 10 == 0)
        {
            writeln!(out, "  {:>3}  {mean:.1}", step + 1)?;
        }
        writeln!(out, "most used:")?;
        for (id, uses) in stats.uses.iter().take(20) {
            writeln!(out, "  {id:36} {:.2} %", percent(*uses))?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
