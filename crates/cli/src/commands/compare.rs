//! `gadfly compare`: configurations on the same budget, and which is better.

use super::runs;
use crate::exit::{Context, Exit, Failure};
use crate::isolation::Allow;
use crate::options::{Jobs, Seed};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_compare::{Budget, Comparison, Conduct, Configuration, Results, Tools, write_all};
use gadfly_profile::Home;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  gadfly compare configurations.toml --repeat 5 --time 10m --out study
  gadfly compare configurations.toml --repeat 10 --time 10m --out study
                                           five more runs of each

A file of configurations:
  [[configuration]]
  name = \"fusion\"
  hunt = [\"--strategy\", \"fusion\", \"--solver\", \"z3@4.8.7\"]

  [[configuration]]
  name = \"opfuzz\"
  tool = \"opfuzz\"
  solvers = [\"z3-4.8.7 model_validate=true\", \"cvc5\"]
  seeds = [\"seeds\"]
  check = [\"--solver\", \"z3@4.8.7\"]

`hunt` has arguments of `gadfly hunt`. A tool leaves scripts in a folder, and
`check` has the arguments of `gadfly check` by which these are run again; any
other tool has `command = [words]` and `findings = \"folder\"` instead.";

/// Compare configurations of hunts, or other tools, on the same budget
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("seed", |arg| arg.default_value("1").help(runs::SEED)))]
pub(crate) struct Compare {
    /// The file of configurations
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How often each configuration runs
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// The time of a run
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, required_unless_present = "formulas")]
    time: Option<Duration>,
    /// The formulas of a run, instead of a time; a duplicate counts as one
    #[arg(long, value_name = "N", conflicts_with = "time")]
    formulas: Option<u64>,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    seed: Seed,
    /// The folder to make, or to go on with
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    allow: Allow,
}

impl Compare {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let comparison = self.comparison()?;
        if let Some(tool) = comparison.untimed_tool() {
            return Err(Failure::usage(format!(
                "{tool}: its command has no {{formulas}}: compare by --time"
            )));
        }
        let program = std::env::current_exe().context("cannot find gadfly's own program")?;
        let home = Home::from_env();
        let study = runs::Study {
            schema: "compare/1",
            out: &self.out,
            size: (comparison.configurations.len(), comparison.repeat),
            write: write_all,
            text: Results::text,
        };
        study.run(ui, |out, cancel, tell| {
            let conduct = Conduct {
                comparison: &comparison,
                out,
                program: &program,
                home: home.root(),
                cancel,
                tell,
            };
            conduct.run()
        })
    }

    fn comparison(&self) -> Result<Comparison, Failure> {
        let catalog = Catalog::shared();
        let tools = Tools::read(catalog.files("tools/")).context("the catalogue's tools")?;
        let configurations = Configuration::read(&self.file, &tools).map_err(Failure::new)?;
        let budget = match (self.time, self.formulas) {
            (Some(time), _) => Budget::Seconds(time.as_secs_f64()),
            (None, formulas) => Budget::Formulas(formulas.unwrap_or_default()),
        };
        Ok(Comparison {
            configurations,
            repeat: self.repeat,
            budget,
            jobs: u16::try_from(self.jobs.count()).unwrap_or(1),
            seed: self.seed.number,
        })
    }
}
