//! `gadfly mutate`: mutants of seeds, printed or written to a folder.

use crate::exit::{Context, Exit, Failure};
use crate::options;
use crate::paths;
use crate::strategies::StrategyName;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_known::{Finder, LIMIT, Store};
use gadfly_mutate::{
    Contradiction, Kit, Options, Position, RuleBook, SeedPool, Strategy, Unique, make, mutators,
    strategy,
};
use gadfly_profile::Home;
use gadfly_solver::Resolver;
use gadfly_vocabulary::did_you_mean;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  gadfly mutate --strategy op --count 3 --seed 42 seeds/
  gadfly mutate --strategy weaken --steps 10 seeds/            chains of ten
  gadfly mutate --strategy fusion --solver z3 --solver cvc5 seeds/
                                                               labels by witness
  gadfly mutate --strategy type --from 17 --seed 42 seeds/     mutant 17 alone
  gadfly mutate --strategy op --ops bvadd,bvsub,bvmul seeds/   these operators

A mutant's header names its seeds, what was done and, where it is known, the
answer.";

/// Print or write mutants of seed formulas
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Mutate {
    /// The strategy
    #[arg(long, value_name = "NAME", value_parser = StrategyName::taking_seeds())]
    strategy: String,
    /// How many test indices; a duplicate keeps its index and is left out
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// The first test index
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    #[command(flatten)]
    seed: options::Seed,
    /// Mutations from a seed to the last mutant of a mutation chain
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Only these operators are brought in (op and type)
    #[arg(long, value_name = "OP,…", value_delimiter = ',')]
    ops: Vec<String>,
    /// Solvers that find out about each seed once: a model, or an unsatisfiable core, by which
    /// mutants get labels; name two families. Kept under GADFLY_HOME
    #[arg(long = "solver", value_name = "S")]
    solvers: Vec<String>,
    /// Write one file a mutant here instead of printing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seeds: files, folders that are searched for *.smt2, findings as DIR/ID, or - for standard
    /// input
    #[arg(value_name = "SEEDS", required = true)]
    seeds: Vec<PathBuf>,
}

/// A mutant as JSON.
#[derive(Serialize)]
struct Line<'a> {
    index: u64,
    expect: Vec<String>,
    label: String,
    parents: Vec<&'a str>,
    trace: &'a [String],
    text: &'a str,
}

impl Mutate {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let named = strategy(&self.strategy);
        let Some(mut strategy) = named.filter(|one| one.about().takes.seeds()) else {
            let known: Vec<&str> = mutators().map(|about| about.name).collect();
            let known = known.join(", ");
            return Err(Failure::new(format!(
                "there is no strategy `{}`{}; use one of {known}",
                self.strategy,
                did_you_mean(&self.strategy, known.split(", "))
            )));
        };
        let catalog = Catalog::shared();
        self.check_operators(&catalog)?;
        let mut pool = read_seeds(&self.seeds, &catalog, ui)?;
        if !self.solvers.is_empty() {
            find_answers(&mut pool, &self.solvers, ui)?;
        }
        let book = RuleBook::read(&catalog).context("the catalogue's rules")?;
        let mut options = Options {
            steps: self.steps,
            ..Options::default()
        };
        options.allowed.only = self.ops.clone();
        let mut kit = Kit::new(&catalog, Arc::new(book), options);
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder).context(format!("cannot make {}", folder.display()))?;
        }
        let made = self.make_all(&mut *strategy, &pool, &mut kit, ui)?;
        ui.say(format!("{made} mutants of {} seeds", pool.len()));
        match kit.refused.first() {
            None => Ok(Exit::Done),
            Some(fault) => Err(Failure::new(format!(
                "our own checker refuses a mutant ({}; {}): please report this",
                fault.message, fault.trace
            ))),
        }
    }

    /// Operators that are not there would silently leave nothing to do.
    fn check_operators(&self, catalog: &Catalog) -> Result<(), Failure> {
        let known = |name: &String| catalog.ops().iter().any(|op| op.name == *name);
        let unknown: Vec<String> = self
            .ops
            .iter()
            .filter(|name| !known(name))
            .map(|name| {
                let meant = did_you_mean(name, catalog.ops().iter().map(|op| op.name.as_str()));
                format!("--ops: there is no operator `{name}`{meant}")
            })
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(Failure::all(unknown))
    }

    fn make_all(
        &self,
        strategy: &mut dyn Strategy,
        pool: &SeedPool,
        kit: &mut Kit,
        ui: &Ui,
    ) -> Result<u64, Failure> {
        let mut out = ui.out();
        let mut unique = Unique::default();
        let mut made = 0;
        for index in self.from..self.from.saturating_add(self.count) {
            let at = Position {
                seed: self.seed.number,
                index,
            };
            let formula = make(strategy, pool, at, kit).map_err(|wrong| contradiction(&wrong))?;
            let Some(formula) = formula.filter(|f| unique.is_new(f, kit)) else {
                continue;
            };
            made += 1;
            if let Some(folder) = &self.out {
                write_file(folder, index, &formula.with_header())?;
            } else if ui.json {
                let line = Line {
                    index,
                    expect: formula.expect.iter().map(ToString::to_string).collect(),
                    label: format!("{:?}", formula.label).to_lowercase(),
                    parents: formula
                        .provenance
                        .parents
                        .iter()
                        .map(|p| p.path.as_str())
                        .collect(),
                    trace: &formula.provenance.trace,
                    text: &formula.text,
                };
                ui.json_line(&mut out, "mutate-mutant/1", &line)?;
            } else {
                out.write_all(formula.with_header().as_bytes())?;
                out.write_all(b"\n")?;
            }
        }
        out.flush()?;
        Ok(made)
    }
}

/// A label that is wrong is a fault of ours, or of a rule that a user wrote.
fn contradiction(wrong: &Contradiction) -> Failure {
    let suspects = match &wrong.suspects[..] {
        [] => String::new(),
        some => format!("\nask gadfly rules prove --id {}", some.join(", or --id ")),
    };
    Failure::new(format!(
        "{wrong}\n{}\nmodel:\n{}{suspects}",
        wrong.text, wrong.model
    ))
}

fn write_file(folder: &Path, index: u64, text: &str) -> Result<(), Failure> {
    let path = folder.join(format!("{index:06}.smt2"));
    std::fs::write(&path, text).context(format!("cannot write {}", path.display()))
}

/// Gives each seed its known answer, which is kept or found now.
fn find_answers(pool: &mut SeedPool, solvers: &[String], ui: &Ui) -> Result<(), Failure> {
    let home = Home::from_env();
    let root = home.root().to_path_buf();
    let solvers = Resolver::new(home).all(solvers).map_err(Failure::new)?;
    let mut finder = Finder::new(&solvers, LIMIT, Store::at(&root, &solvers));
    let progress = ui.progress(pool.len() as u64, "answers of seeds");
    for seed in pool.seeds_mut() {
        let known = finder.find(seed);
        seed.set_known(known);
        progress.inc(1);
    }
    progress.finish();
    Ok(())
}

/// Reads all seeds that the paths name; what cannot be a seed is said and left out.
pub(crate) fn read_seeds(
    paths: &[PathBuf],
    catalog: &Arc<Catalog>,
    ui: &Ui,
) -> Result<SeedPool, Failure> {
    let mut files = Vec::new();
    for source in paths::expand(paths)? {
        match String::from_utf8(source.read()?) {
            Ok(text) => files.push((source.name(), text)),
            Err(_) => ui.say(format!(
                "warning: {} is not UTF-8 and is left out",
                source.name()
            )),
        }
    }
    let (pool, refused) =
        SeedPool::read(files.iter().map(|(p, t)| (p.as_str(), t.as_str())), catalog);
    for error in &refused {
        ui.say(format!("warning: {error}; it is left out"));
    }
    if pool.is_empty() {
        return Err(Failure::new("none of the files can be a seed"));
    }
    Ok(pool)
}
