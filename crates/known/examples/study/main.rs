//! The studies behind the figures of `docs/lab/mutate.md`: mutants of every strategy over a corpus,
//! run with solvers.
//!
//! ```text
//! study labels   CORPUS OUT PER_LOGIC_AND_STRATEGY [LOGIC…]   does any answer contradict a label?
//! study accepted CORPUS OUT PER_LOGIC_AND_STRATEGY [LOGIC…]   does a solver refuse a mutant?
//! study read     CORPUS OUT PER_LOGIC_AND_STRATEGY [LOGIC…]   the same without any check
//! ```
//! Solvers come from `GADFLY_SOLVERS` (`z3@5.4.0,cvc5@1.4.2`), the soft limit of one check in
//! milliseconds from `GADFLY_LIMIT` (400). OUT keeps a line a mutant, known answers, and what needs a
//! look; a study that is started again goes on where it stopped. Exit 10 on a contradiction.

mod accepted;
mod corpus;
mod labels;
mod log;

use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_mutate::{Kit, RuleBook};
use gadfly_solver::{Options, Session, Solver, resolve};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// What both studies share.
struct Study {
    catalog: Arc<Catalog>,
    solvers: Vec<Solver>,
    corpus: PathBuf,
    out: PathBuf,
    /// Mutants for each logic and strategy.
    each: u64,
    logics: Vec<String>,
}

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<ExitCode, Fault> {
    gadfly_exec::guardian_entry();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, corpus, out, each, logics @ ..] = &args[..] else {
        return Err("usage: study labels|accepted|read CORPUS OUT EACH [LOGIC…]".into());
    };
    let specs = std::env::var("GADFLY_SOLVERS").unwrap_or_else(|_| "z3@5.4.0,cvc5@1.4.2".into());
    let specs: Vec<String> = specs.split(',').map(str::to_string).collect();
    let study = Study {
        catalog: gadfly_testkit::catalog(),
        solvers: resolve(&specs)?,
        corpus: corpus.into(),
        out: out.into(),
        each: each.parse()?,
        logics: logics.to_vec(),
    };
    std::fs::create_dir_all(&study.out)?;
    let contradictions = match what.as_str() {
        "labels" => labels::run(&study)?,
        "accepted" => accepted::run(&study, true)?,
        "read" => accepted::run(&study, false)?,
        _ => return Err("the studies are labels, accepted and read".into()),
    };
    Ok(ExitCode::from(if contradictions == 0 { 0 } else { 10 }))
}

impl Study {
    fn kit(&self) -> Result<Kit, Fault> {
        let book = Arc::new(RuleBook::read(&self.catalog)?);
        Ok(Kit::new(
            &self.catalog,
            book,
            gadfly_mutate::Options::default(),
        ))
    }

    fn sessions(&self, resource: Option<u64>) -> Vec<Session> {
        let soft = limit();
        let options = Options {
            limits: Limits {
                wall: Some(soft * 4),
                memory: Some(2 << 30),
                ..Limits::default()
            },
            soft_time: Some(soft),
            resource,
            ..Options::default()
        };
        self.solvers
            .iter()
            .map(|s| Session::new(s, &options))
            .collect()
    }
}

fn limit() -> Duration {
    let asked = std::env::var("GADFLY_LIMIT")
        .ok()
        .and_then(|t| t.parse().ok());
    Duration::from_millis(asked.unwrap_or(400))
}
