//! `gadfly bisect`: which releases show a bug, which was the first, which fixed it.

mod commits;

use super::check::ends;
use crate::exit::{Exit, Failure};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_formula::Expect;
use gadfly_oracle::{
    CatalogEvaluator, Chronicle, Examiner, Given, History, Known, Mark, Policy, Registry, Row,
    Settings, SolverRunner, labelled,
};
use gadfly_solver::{
    Answer, Home, Installer, Options, Profiles, Resolver, SelfChecks, Solver, Spec, Version,
    join_words,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Which releases show a bug: a matrix of answers, the last good and the first bad release
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bisect {
    /// A file, or the folder of a finding
    file: PathBuf,
    /// The releases to look at, such as `z3@*` or `z3@4.8.5..4.8.12`
    #[arg(long, value_name = "SPEC", required = true)]
    solver: Vec<String>,
    /// Solvers that only help to tell what is right
    #[arg(long, value_name = "SPEC")]
    reference: Vec<String>,
    /// The right answer: `sat`, `unsat`, or `file` for the label that the file carries
    #[arg(long, value_name = "LABEL", default_value = "file")]
    expect: String,
    /// The time limit of a run
    #[arg(long, default_value = "10s", value_parser = quantity::duration)]
    timeout: Duration,
    /// The memory limit of a run
    #[arg(long, default_value = "2g", value_parser = quantity::bytes)]
    memory: u64,
    /// Let solvers check their own models and cores
    #[arg(long)]
    checks: bool,
    /// Look for one step by binary search instead of running every release
    #[arg(long)]
    search: bool,
    /// Install the releases that the search needs, or all of them without `--search`
    #[arg(long)]
    install: bool,
    #[command(flatten)]
    commits: commits::Commits,
}

const EXAMPLES: &str = "\
Examples:
  gadfly bisect case.smt2 --solver 'z3@*'
  gadfly bisect case.smt2 --solver 'z3@*' --reference cvc5 --expect unsat
  gadfly bisect hunt/findings/a1b2 --solver 'z3@*' --install --search
  gadfly bisect case.smt2 --commits ~/z3 --good z3-4.8.10 --bad master \\
      --build 'cmake -B b && cmake --build b -j2' --solver './b/z3 -in' \\
      --expect sat";

impl Bisect {
    /// Does what was asked.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        if let Some(checkout) = &self.commits.commits {
            return self
                .commits
                .search(checkout, &self.path(), &self.question(), ui);
        }
        let formula = labelled(&self.text()?, given(&self.expect)?);
        let catalog = Catalog::shared();
        let known = Known::of(&catalog).map_err(Failure::new)?;
        let evaluator = CatalogEvaluator::new(catalog);
        let settings = self.settings();
        let releases = self
            .solver
            .iter()
            .map(|spec| self.releases(spec))
            .collect::<Result<Vec<_>, _>>()?;
        let references: Vec<String> = resolve(&self.reference)?
            .into_iter()
            .map(|s| s.spec)
            .collect();
        let runner = SolverRunner::over(Late::new(self.install, ui), self.options());
        let examiner = Examiner {
            runner: &runner,
            evaluator: &evaluator,
            known: &known,
            settings: &settings,
        };
        let chronicles: Vec<Chronicle> = if self.search {
            let search = |specs: &Vec<String>| examiner.search_step(&formula, specs, &references);
            releases.iter().map(search).collect()
        } else {
            vec![examiner.chronicle(&formula, &releases.concat(), &references)]
        };
        runner.registry().problem()?;
        let mut out = ui.out();
        for chronicle in &chronicles {
            print(ui, &mut out, self.search, chronicle)?;
        }
        out.flush()?;
        if self.commits.commit_step {
            drop(out);
            step(&chronicles);
        }
        let mut histories = chronicles.iter().flat_map(|chronicle| &chronicle.histories);
        let bad = histories.any(|(_, history)| history.first_bad.is_some());
        if !bad && chronicles.iter().all(says_nothing) {
            return Err(self.blind(&chronicles, &releases.concat()));
        }
        Ok(if bad { Exit::Found } else { Exit::Done })
    }

    /// No release says anything of use: that must not look as if no release showed the bug.
    fn blind(&self, chronicles: &[Chronicle], releases: &[String]) -> Failure {
        let runs = chronicles.iter().flat_map(|chronicle| &chronicle.runs);
        let ends = ends(runs.filter(|run| releases.contains(&run.spec)));
        let shortfall = ends.shortfall(&self.solver.join(", "));
        Failure::new(shortfall.map_or_else(
            || {
                "no release gave an answer that says anything, so there is nothing to search; the \
                 table says why (a longer --timeout or more --memory may help)"
                    .to_string()
            },
            |shortfall| shortfall.sentence,
        ))
    }

    /// The file, or the case of a finding's folder.
    fn path(&self) -> PathBuf {
        let case = self.file.join("case.smt2");
        if case.is_file() {
            case
        } else {
            self.file.clone()
        }
    }

    fn text(&self) -> Result<String, Failure> {
        crate::paths::read_text(&self.path())
    }

    /// The options that put the same question to one build.
    fn question(&self) -> Vec<String> {
        let mut words = vec!["--expect".to_string(), self.expect.clone()];
        words.extend([
            "--timeout".into(),
            format!("{}ms", self.timeout.as_millis()),
        ]);
        words.extend(["--memory".into(), self.memory.to_string()]);
        let named = |name: &str, specs: &[String]| -> Vec<String> {
            specs
                .iter()
                .flat_map(|spec| [name.to_string(), spec.clone()])
                .collect()
        };
        words.extend(named("--solver", &self.solver));
        words.extend(named("--reference", &self.reference));
        words.extend(self.checks.then(|| "--checks".to_string()));
        words
    }

    /// The specs of single releases that a spec means: installed ones, or with `--install` all
    /// that there are.
    fn releases(&self, spec: &str) -> Result<Vec<String>, Failure> {
        let parsed = Spec::parse(spec, Profiles::builtin()).map_err(Failure::new)?;
        let (
            true,
            Spec::Family {
                family,
                releases,
                extra,
            },
        ) = (self.install, parsed)
        else {
            return Ok(resolve(&[spec.to_string()])?
                .into_iter()
                .map(|solver| solver.spec)
                .collect());
        };
        let available = Installer::new(Home::from_env())
            .available(&family)
            .map_err(Failure::new)?;
        let versions: Vec<Version> = available.into_iter().map(|a| a.version).collect();
        let chosen = releases.select(&versions);
        if chosen.is_empty() {
            return Err(Failure::new(format!(
                "{spec}: no such release; run `gadfly solvers available {family}`"
            )));
        }
        let extra = if extra.is_empty() {
            String::new()
        } else {
            format!(" {}", join_words(&extra))
        };
        Ok(chosen
            .iter()
            .map(|version| format!("{family}@{version}{extra}"))
            .collect())
    }

    fn options(&self) -> Options {
        let checks = if self.checks {
            SelfChecks::ALL
        } else {
            SelfChecks::NONE
        };
        Options {
            checks,
            ..Options::default()
        }
    }

    fn settings(&self) -> Settings {
        let limits = Limits {
            wall: Some(self.timeout),
            memory: Some(self.memory),
            ..Limits::default()
        };
        Settings {
            tries: 1,
            limits,
            policy: Policy::default(),
        }
    }
}

/// Whether every release is unclear.
fn says_nothing(chronicle: &Chronicle) -> bool {
    let unclear = |row: &Row| matches!(row.mark, Mark::Unclear(_));
    let mut rows = chronicle.histories.iter().flat_map(|(_, of)| &of.rows);
    rows.all(unclear)
}

/// Answers for one commit and ends: 0 is good, 1 bad, 125 neither.
fn step(chronicles: &[Chronicle]) -> ! {
    let rows = || {
        chronicles
            .iter()
            .flat_map(|c| &c.histories)
            .flat_map(|(_, h)| &h.rows)
    };
    let bad = rows().any(|row| matches!(row.mark, Mark::Bad(_) | Mark::Undecided(_)));
    let good = rows().any(|row| row.mark == Mark::Good);
    std::process::exit(match (bad, good) {
        (true, _) => 1,
        (false, true) => 0,
        _ => commits::SKIP,
    })
}

/// What `--expect` means.
pub(crate) fn given(expect: &str) -> Result<Given, Failure> {
    match expect {
        "file" => Ok(Given::File),
        word => match word.parse::<Expect>() {
            Ok(expect) => Ok(Given::All(expect)),
            Err(_) => Err(Failure::new(format!(
                "--expect: `{word}` is no answer: use sat, unsat, unknown, or file for the file's own label"
            ))),
        },
    }
}

fn resolve(specs: &[String]) -> Result<Vec<Solver>, Failure> {
    Resolver::new(Home::from_env())
        .all(specs)
        .map_err(Failure::new)
}

/// Resolves a release when it is first run, so that a search installs only what it needs.
struct Late<'a> {
    install: bool,
    ui: &'a Ui,
    ready: Mutex<BTreeMap<String, Arc<Solver>>>,
    problem: Mutex<Option<String>>,
}

impl<'a> Late<'a> {
    fn new(install: bool, ui: &'a Ui) -> Self {
        Late {
            install,
            ui,
            ready: Mutex::default(),
            problem: Mutex::default(),
        }
    }

    /// The first release that could not be made ready.
    fn problem(&self) -> Result<(), Failure> {
        match lock(&self.problem).take() {
            Some(problem) => Err(Failure::new(problem)),
            None => Ok(()),
        }
    }

    fn made_ready(&self, spec: &str) -> Result<Arc<Solver>, String> {
        if let Some(solver) = lock(&self.ready).get(spec) {
            return Ok(solver.clone());
        }
        let release = spec
            .split_once(' ')
            .map_or(spec, |(release, _)| release)
            .to_string();
        let resolver = Resolver::new(Home::from_env());
        let found = match resolver.one(spec) {
            Err(_) if self.install => {
                self.ui.say(format!("installing {release}"));
                let installer = Installer::new(Home::from_env());
                installer
                    .install(&[release], 1, &|_| {})
                    .map_err(|e| e.to_string())?;
                resolver.one(spec)
            }
            found => found,
        };
        let solver = found.map_err(|e| e.to_string())?.pop();
        let solver = Arc::new(solver.ok_or("no such solver")?);
        lock(&self.ready).insert(spec.to_string(), solver.clone());
        Ok(solver)
    }
}

impl Registry for Late<'_> {
    fn at_hand(&self) -> Vec<Arc<Solver>> {
        lock(&self.ready).values().cloned().collect()
    }

    fn get(&self, spec: &str) -> Result<Arc<Solver>, String> {
        self.made_ready(spec).inspect_err(|why| {
            lock(&self.problem).get_or_insert(why.clone());
        })
    }
}

fn print(
    ui: &Ui,
    out: &mut impl Write,
    searched: bool,
    chronicle: &Chronicle,
) -> Result<(), Failure> {
    for (family, history) in &chronicle.histories {
        if ui.json {
            ui.json_line(out, "bisect-family/1", &as_json(family, history, chronicle))?;
            continue;
        }
        let width = history
            .rows
            .iter()
            .map(|row| row.spec.len())
            .max()
            .unwrap_or(0);
        for row in &history.rows {
            writeln!(out, "{:width$}  {:12}  {}", row.spec, row.said, words(row))?;
        }
        writeln!(out)?;
        let answers: Vec<&str> = chronicle.truth.answers.iter().map(word).collect();
        let how = if chronicle.truth.how.is_empty() {
            "nothing settles it"
        } else {
            &chronicle.truth.how
        };
        writeln!(out, "right answer: {} ({how})", answers.join(" "))?;
        writeln!(out, "{}", history.sentence())?;
        if searched && history.course.is_monotone() && history.first_bad.is_some() {
            writeln!(
                out,
                "Found by binary search over {} releases run, on the ground that there is one step.",
                history.rows.len()
            )?;
        }
    }
    Ok(())
}

fn word(answer: &Option<Answer>) -> &'static str {
    match answer {
        Some(Answer::Sat) => "sat",
        Some(Answer::Unsat) => "unsat",
        _ => "?",
    }
}

fn words(row: &Row) -> String {
    match &row.mark {
        Mark::Good => "good".to_string(),
        Mark::Bad(kind) => format!("BAD: {kind}"),
        Mark::Undecided(kind) => format!("undecided: {kind}"),
        Mark::Unclear(why) => format!("unclear: {why}"),
    }
}

fn as_json(family: &str, history: &History, chronicle: &Chronicle) -> Value {
    let row = |row: &Row| json!({"solver": row.spec, "version": row.version, "said": row.said, "mark": words(row)});
    json!({
        "family": family,
        "right": chronicle.truth.answers.iter().map(word).collect::<Vec<_>>(),
        "by": chronicle.truth.how,
        "rows": history.rows.iter().map(row).collect::<Vec<_>>(),
        "first_bad": history.spec(history.first_bad),
        "last_good": history.spec(history.last_good),
        "last_bad": history.spec(history.last_bad),
        "fixed": history.spec(history.mended),
        // The word of earlier versions, for scripts that read it.
        "mended": history.spec(history.mended),
        "monotone": history.course.is_monotone(),
        "course": history.course.words(),
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
