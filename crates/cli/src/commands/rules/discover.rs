//! The search for new fusion functions.

use crate::exit::{Context, Exit, Failure};
use crate::options::Timeout;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_known::Prover;
use gadfly_mutate::rules::read_fusions;
use gadfly_mutate::{Entry, Kit, Options, RuleBook, Standing, Ty, discover};
use gadfly_solver::resolve;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

#[derive(Args)]
#[command(mut_arg("timeout", |arg| arg.default_value("20s")))]
pub(super) struct Discover {
    /// The sort: Int, Real, Bool, String, "(_ BitVec 8)", "(Seq Int)" …
    #[arg(long, value_name = "S")]
    sort: String,
    /// At most so many entries
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
    /// The solvers that prove what is found
    #[arg(long = "solver", value_name = "S", default_values_t = ["z3".to_string(), "cvc5".to_string()])]
    solvers: Vec<String>,
    #[command(flatten)]
    timeout: Timeout,
}

/// A function as JSON.
#[derive(Serialize)]
struct Found<'a> {
    sort: &'a str,
    text: &'a str,
    standing: String,
}

impl Discover {
    pub(super) fn run(&self, book: RuleBook, ui: &Ui) -> Result<Exit, Failure> {
        let catalog = &Catalog::shared();
        let sort = self.sort.trim();
        let Some(ty) = Ty::parse(sort) else {
            return Err(Failure::new(format!(
                "`{sort}` is no sort to search: use Bool, Int, Real, String, \"(_ BitVec 4)\", \
                 \"(_ FloatingPoint 5 11)\", \"(Seq Int)\", \"(Array Int Int)\" …"
            )));
        };
        let solvers = resolve(&self.solvers).map_err(Failure::new)?;
        let prover = Prover {
            solvers: &solvers,
            timeout: self.timeout.cpu(),
            catalog,
        };
        let mut kit = Kit::new(catalog, Arc::new(book), Options::default());
        let mut counts = Counts::default();
        let mut failure = None;
        discover(&ty, &mut kit, |text| {
            match self.judge(text, &prover, &mut counts, ui) {
                Ok(()) => counts.proved + counts.open >= self.most,
                Err(error) => {
                    failure = Some(error);
                    true
                }
            }
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        let Counts {
            proved,
            open,
            refuted,
        } = counts;
        ui.say(format!(
            "{proved} proved, {open} not proved, {refuted} refuted and left out"
        ));
        Ok(Exit::Done)
    }

    /// Has one function proved, and prints it unless it is refuted.
    fn judge(
        &self,
        text: &str,
        prover: &Prover<'_>,
        counts: &mut Counts,
        ui: &Ui,
    ) -> Result<(), Failure> {
        let mut out = ui.out();
        for fusion in &read_fusions("found", text).context("an entry of ours")? {
            let standing = prover.prove(&Entry::Fusion(fusion)).standing;
            match standing {
                Standing::Refuted(_) => {
                    counts.refuted += 1;
                    continue;
                }
                Standing::Proved(_) => counts.proved += 1,
                _ => counts.open += 1,
            }
            let (sort, standing) = (self.sort.trim(), standing.to_string());
            if ui.json {
                ui.json_line(
                    &mut out,
                    "rules-fusion/1",
                    &Found {
                        sort,
                        text,
                        standing,
                    },
                )?;
            } else {
                writeln!(out, "; {standing}\n{text}")?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// What became of the functions that were found.
#[derive(Default)]
struct Counts {
    proved: usize,
    open: usize,
    refuted: usize,
}
