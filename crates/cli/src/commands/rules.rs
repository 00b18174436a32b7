//! `gadfly rules`: the catalogue of rules and fusions, their proofs and statistics.

use crate::commands::mutate::read_seeds;
use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::{Args, Subcommand};
use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_mutate::rules::{Fusion, Obligation, Rule, of_fusion, of_rule};
use gadfly_mutate::{
    Kit, Options, Proofs, RuleBook, Standing, Trial, Ty, discover, rule_examples, rule_stats,
    try_out,
};
use gadfly_solver::{Answer, Home, Resolver, Solver};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Show, prove and extend the catalogue of rules and fusion functions
#[derive(Args)]
#[command(after_help = "Example: gadfly rules prove --theory bitvectors")]
pub(crate) struct Rules {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List all rules and fusion functions, and how each is known to hold
    List {
        /// Only those of this theory; `fusions` for fusion functions
        #[arg(long, value_name = "T")]
        theory: Option<String>,
    },
    /// Show one rule or fusion function
    Show {
        /// Its name
        id: String,
    },
    /// Ask solvers to refute each rule and fusion function
    Prove(Prove),
    /// Statistics of the weakening strategy over seeds
    Stats(Stats),
    /// Search for new fusion functions over a sort
    Discover {
        /// The sort: Int, Real, Bool, String, "(_ BitVec 4)" …
        #[arg(long, value_name = "S")]
        sort: String,
        /// At most so many entries
        #[arg(long, value_name = "N", default_value_t = 20)]
        most: usize,
        /// The solvers that prove what is found
        #[arg(long = "solver", value_name = "S", default_values_t = ["z3".to_string(), "cvc5".to_string()])]
        solvers: Vec<String>,
    },
}

#[derive(Args)]
struct Prove {
    /// Only those of this theory; `fusions` for fusion functions
    #[arg(long, value_name = "T")]
    theory: Option<String>,
    /// Only this one
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// The solvers
    #[arg(long = "solver", value_name = "S", default_values_t = ["z3".to_string(), "cvc5".to_string()])]
    solvers: Vec<String>,
    /// Time for one rule and solver, in seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    timeout: u64,
    /// More rule and fusion files, beside the catalogue's
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Write what was found here, as the catalogue keeps it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Args)]
struct Stats {
    /// Mutants to make
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,
    /// Mutations from a seed to the last mutant of a walk
    #[arg(long, value_name = "N", default_value_t = 50)]
    steps: u64,
    /// Fixes every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Seed files and folders
    #[arg(value_name = "SEEDS", required = true)]
    seeds: Vec<PathBuf>,
}

impl Rules {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let catalog = Catalog::shared();
        let book = RuleBook::read(&catalog).context("the catalogue's rules")?;
        match self.what {
            What::List { theory } => list(&catalog, &book, theory.as_deref(), ui),
            What::Show { id } => show(&catalog, &book, &id, ui),
            What::Prove(prove) => prove.run(&catalog, book, ui),
            What::Stats(stats) => stats.run(&catalog, book, ui),
            What::Discover {
                sort,
                most,
                solvers,
            } => search(&catalog, book, &sort, most, &solvers, ui),
        }
    }
}

/// A rule or a fusion function.
enum Entry<'a> {
    Rule(&'a Rule),
    Fusion(&'a Fusion),
}

impl Entry<'_> {
    fn id(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.id,
            Entry::Fusion(fusion) => &fusion.id,
        }
    }

    fn theory(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.theory,
            Entry::Fusion(_) => "fusions",
        }
    }

    fn claim(&self) -> &'static str {
        match self {
            Entry::Rule(rule) => rule.relation.name(),
            Entry::Fusion(fusion) if fusion.bare => "bare",
            Entry::Fusion(_) => "inverts",
        }
    }

    fn text(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.text,
            Entry::Fusion(fusion) => &fusion.text,
        }
    }

    fn obligations(&self) -> Vec<Obligation> {
        match self {
            Entry::Rule(rule) => of_rule(rule),
            Entry::Fusion(fusion) => of_fusion(fusion),
        }
    }

    /// A bare fusion function claims nothing for all values.
    fn claims_nothing(&self) -> bool {
        matches!(self, Entry::Fusion(fusion) if fusion.bare)
    }
}

fn entries<'a>(book: &'a RuleBook, theory: Option<&str>, id: Option<&str>) -> Vec<Entry<'a>> {
    let rules = book.rules.iter().map(Entry::Rule);
    let fusions = book.fusions.iter().map(|f| Entry::Fusion(f));
    let wanted = |entry: &Entry<'_>| {
        theory.is_none_or(|t| t == entry.theory()) && id.is_none_or(|i| i == entry.id())
    };
    rules.chain(fusions).filter(wanted).collect()
}

/// A line of `rules list` and `rules prove` as JSON.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    theory: &'a str,
    claim: &'a str,
    standing: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<&'a str>,
}

fn list(
    catalog: &Catalog,
    book: &RuleBook,
    theory: Option<&str>,
    ui: &Ui,
) -> Result<Exit, Failure> {
    let proofs = Proofs::read(catalog);
    let mut out = ui.out();
    let all = entries(book, theory, None);
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
            ui.json_line(&mut out, &line)?;
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
    ui.say(format!(
        "{} rules, {} fusion functions",
        book.rules.len(),
        book.fusions.len()
    ));
    Ok(Exit::Done)
}

fn show(catalog: &Arc<Catalog>, book: &RuleBook, id: &str, ui: &Ui) -> Result<Exit, Failure> {
    let all = entries(book, None, Some(id));
    let Some(entry) = all.first() else {
        return Err(Failure::new(format!(
            "no rule or fusion is called `{id}`: see gadfly rules list"
        )));
    };
    let mut out = ui.out();
    writeln!(out, "{}", entry.text())?;
    writeln!(
        out,
        "; {}",
        Proofs::read(catalog).of(entry.id(), entry.text())
    )?;
    if let Entry::Rule(rule) = entry {
        let samples = catalog.file("rules/samples.smt2").unwrap_or_default();
        if let Some(new) = rule_examples::shown(samples, rule, catalog) {
            writeln!(out, "; {}  becomes  {new}", rule.applies)?;
        }
        if !rule.note.is_empty() {
            writeln!(out, "; {}", rule.note)?;
        }
    }
    for obligation in entry.obligations().iter().take(1) {
        writeln!(
            out,
            "\n; unsatisfiable if it holds ({}):\n{}",
            obligation.instance, obligation.script
        )?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// What was found out about one entry.
struct Verdict {
    standing: Standing,
    counterexample: Option<String>,
}

impl Prove {
    fn run(&self, catalog: &Arc<Catalog>, mut book: RuleBook, ui: &Ui) -> Result<Exit, Failure> {
        for path in &self.rules {
            let text =
                std::fs::read_to_string(path).context(format!("cannot read {}", path.display()))?;
            book.add(&path.display().to_string(), &text)
                .context("the rule file")?;
        }
        let solvers = Resolver::new(Home::from_env())
            .all(&self.solvers)
            .map_err(Failure::new)?;
        let all = entries(&book, self.theory.as_deref(), self.id.as_deref());
        let progress = ui.progress(all.len() as u64, "rules");
        let mut out = ui.out();
        let mut record = String::new();
        let (mut refuted, mut proved, mut tested) = (0, 0, 0);
        for entry in &all {
            if entry.claims_nothing() {
                progress.inc(1);
                continue;
            }
            let verdict = examine(entry, &solvers, self.timeout, catalog);
            match &verdict.standing {
                Standing::Proved(_) => proved += 1,
                Standing::Refuted(_) => refuted += 1,
                _ => tested += 1,
            }
            record.push_str(&Proofs::line(entry.id(), entry.text(), &verdict.standing));
            let standing = verdict.standing.to_string();
            if ui.json {
                let counterexample = verdict.counterexample.as_deref();
                let line = Line {
                    id: entry.id(),
                    theory: entry.theory(),
                    claim: entry.claim(),
                    standing,
                    counterexample,
                };
                ui.json_line(&mut out, &line)?;
            } else {
                writeln!(out, "{:36} {standing}", entry.id())?;
                if let Some(counterexample) = &verdict.counterexample {
                    writeln!(out, "{counterexample}")?;
                }
            }
            out.flush()?;
            progress.inc(1);
        }
        progress.finish();
        if let Some(path) = &self.record {
            std::fs::write(path, record).context(format!("cannot write {}", path.display()))?;
        }
        ui.say(format!(
            "{proved} proved, {tested} tested only, {refuted} refuted"
        ));
        Ok(if refuted > 0 { Exit::Found } else { Exit::Done })
    }
}

/// Asks the solvers about all instances of an entry, then the evaluator about what is left.
fn examine(entry: &Entry<'_>, solvers: &[Solver], timeout: u64, catalog: &Arc<Catalog>) -> Verdict {
    let obligations = entry.obligations();
    let mut open: Vec<&Obligation> = obligations.iter().collect();
    let sampled = obligations.iter().any(|o| o.sampled);
    let mut by: Vec<String> = Vec::new();
    for solver in solvers {
        let (left, refuted) = ask(solver, &obligations, timeout);
        if let Some(obligation) = refuted {
            let model = counterexample(solver, obligation, timeout);
            let shown = format!("; {}\n{}{model}", obligation.instance, obligation.script);
            return Verdict {
                standing: Standing::Refuted(solver.family.clone()),
                counterexample: Some(shown),
            };
        }
        if left.len() < obligations.len() {
            by.push(solver.family.clone());
        }
        open.retain(|o| left.iter().any(|l| std::ptr::eq(*l, *o)));
    }
    let tries = if open.is_empty() { 200 } else { 4000 };
    let mut passed = 0;
    for obligation in &obligations {
        match try_out(obligation, catalog, tries) {
            Trial::Refuted(model) => {
                return Verdict {
                    standing: Standing::Refuted("evaluation".into()),
                    counterexample: Some(format!(
                        "; {}\n{}{model}",
                        obligation.instance, obligation.script
                    )),
                };
            }
            Trial::Passed(n) => passed += n,
            Trial::Untestable => {}
        }
    }
    let standing = match (open.is_empty(), sampled) {
        (true, false) => Standing::Proved(by),
        (true, true) => Standing::Tested(format!(
            "{} instances by {}, {passed} values",
            obligations.len(),
            by.join(" and ")
        )),
        (false, _) if passed > 0 => Standing::Tested(format!("{passed} values")),
        _ => Standing::Open,
    };
    Verdict {
        standing,
        counterexample: None,
    }
}

/// The obligations that a solver does not prove, and the first that it refutes.
fn ask<'a>(
    solver: &Solver,
    open: &'a [Obligation],
    timeout: u64,
) -> (Vec<&'a Obligation>, Option<&'a Obligation>) {
    if open.is_empty() {
        return (Vec::new(), None);
    }
    let scripts: Vec<&str> = open.iter().map(|o| o.script.as_str()).collect();
    let text = format!(
        "(set-logic ALL)\n{}",
        scripts.join("(reset)\n(set-logic ALL)\n")
    );
    let share = Duration::from_secs(timeout) / open.len() as u32;
    let options = gadfly_solver::Options {
        limits: Limits {
            wall: Some(Duration::from_secs(timeout)),
            ..Limits::default()
        },
        soft_time: Some(share.max(Duration::from_millis(500))),
        ..gadfly_solver::Options::default()
    };
    let run = solver.run_fresh(&text, &options);
    let mut left = Vec::new();
    for (n, obligation) in open.iter().enumerate() {
        match run.answers.get(n).filter(|_| run.errors.is_empty()) {
            Some(Answer::Unsat) => {}
            Some(Answer::Sat) => return (left, Some(obligation)),
            _ => left.push(obligation),
        }
    }
    (left, None)
}

fn counterexample(solver: &Solver, obligation: &Obligation, timeout: u64) -> String {
    let text = format!(
        "(set-option :produce-models true)\n(set-logic ALL)\n{}(get-model)\n",
        obligation.script
    );
    let options = gadfly_solver::Options {
        limits: Limits {
            wall: Some(Duration::from_secs(timeout)),
            ..Limits::default()
        },
        ..gadfly_solver::Options::default()
    };
    solver
        .run_fresh(&text, &options)
        .models
        .first()
        .cloned()
        .unwrap_or_default()
}

impl Stats {
    fn run(&self, catalog: &Arc<Catalog>, book: RuleBook, ui: &Ui) -> Result<Exit, Failure> {
        let pool = read_seeds(&self.seeds, catalog, ui)?;
        let rules = book.rules.len();
        let options = Options {
            steps: self.steps,
            ..Options::default()
        };
        let mut kit = Kit::new(catalog, Arc::new(book), options);
        let stats = rule_stats(&pool, &mut kit, self.seed, self.count, 10);
        let mut out = ui.out();
        let percent = |part: u64| 100.0 * part as f64 / stats.mutants.max(1) as f64;
        if ui.json {
            let value = serde_json::json!({
                "mutants": stats.mutants, "unique": stats.unique, "rules": rules,
                "applicable": stats.applicable, "uses": stats.uses,
            });
            ui.json_line(&mut out, &value)?;
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

fn search(
    catalog: &Arc<Catalog>,
    book: RuleBook,
    sort: &str,
    most: usize,
    solvers: &[String],
    ui: &Ui,
) -> Result<Exit, Failure> {
    let Some(ty) = Ty::parse(sort) else {
        return Err(Failure::new(format!(
            "`{sort}` is no sort to search: use Bool, Int, Real, String, \"(_ BitVec 4)\" …"
        )));
    };
    let solvers = Resolver::new(Home::from_env())
        .all(solvers)
        .map_err(Failure::new)?;
    let mut kit = Kit::new(catalog, Arc::new(book), Options::default());
    let mut out = ui.out();
    let mut proved = 0;
    for text in discover(&ty, &mut kit, most) {
        let found =
            gadfly_mutate::rules::read_fusions("found", &text).context("an entry of ours")?;
        for fusion in &found {
            let verdict = examine(&Entry::Fusion(fusion), &solvers, 20, catalog);
            if let Standing::Refuted(_) = verdict.standing {
                continue;
            }
            proved += usize::from(matches!(verdict.standing, Standing::Proved(_)));
            writeln!(out, "; {}\n{text}", verdict.standing)?;
            out.flush()?;
        }
    }
    ui.say(format!("{proved} proved"));
    Ok(Exit::Done)
}
