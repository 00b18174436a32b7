//! `gadfly coverage`: what of a solver's sources seeds, strategies and other tools reach.

use super::runs;
use crate::exit::{Context, Exit, Failure};
use crate::isolation::Allow;
use crate::options::{Jobs, RunLimits, Seed};
use crate::paths;
use crate::quantity;
use crate::strategies::StrategyName;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::{Library, Plan as HuntPlan, builtin_seeds, seed_answers};
use gadfly_catalog::Catalog;
use gadfly_compare::Tools;
use gadfly_coverage::{Areas, Budget, Conduct, Configuration, Plan, Results, Source, write_all};
use gadfly_formula::ContentHash;
use gadfly_profile::{Home, join_words, split_words};
use gadfly_solver::{Resolver, Solver};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  gadfly solvers build bitwuzla@0.9.1 --flavour coverage
  gadfly coverage --solver bitwuzla@0.9.1+coverage --cpu 1m --repeat 3
                                        the seeds, and each strategy over them
  gadfly coverage --solver './z3-cov -in' seeds/ --strategy seeds,op,fusion,all
  gadfly coverage --solver z3@5.4.0+coverage seeds/ --tool opfuzz --tool typefuzz
  gadfly coverage --solver z3@5.4.0+coverage --folder old=hunt/findings --cpu 10m

What one configuration reaches alone, what all reach together, and what nobody
reaches, the most surprising first, stand on the page that is written. A build by
hand needs gcc's --coverage, or clang's -fprofile-instr-generate -fcoverage-mapping
-mllvm -runtime-counter-relocation. The same command again goes on where it stopped.";

/// Words that stand among strategies.
const SEEDS: &str = "seeds";
const ALL: &str = "all";
/// What a run may use when nothing is said.
const DEFAULT_CPU: Duration = Duration::from_secs(60);

/// Measure what of a solver's sources seeds, strategies and other tools reach
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("seed", |arg| arg.default_value("1").help(runs::SEED)))]
#[command(mut_arg("timeout", |arg| arg.default_value("2s")))]
pub(crate) struct Coverage {
    /// Seeds: files, folders that are searched for *.smt2, findings as DIR/ID, or - for standard
    /// input [default: the built-in ones]
    #[arg(value_name = "SEEDS")]
    seeds: Vec<PathBuf>,
    /// A build that counts: z3@5.4.0+coverage, or a whole command
    #[arg(long, value_name = "S")]
    solver: String,
    /// The profile of a whole command, where it cannot be guessed
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Configurations: strategies, `seeds` for the seeds as they are, `all` for the named strategies
    /// in turn [default: seeds, and every strategy]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StrategyName::any())]
    strategy: Vec<String>,
    /// A configuration that runs the formulas of a folder, such as what another tool left
    /// (repeatable)
    #[arg(long, value_name = "NAME=DIR")]
    folder: Vec<String>,
    /// A configuration that is another tool: one of the catalogue (opfuzz, typefuzz), or a command
    /// line, in which {solver}, {seeds}, {seconds}, {formulas}, {seed}, {timeout} and {out} are filled in
    /// (repeatable)
    #[arg(long, value_name = "NAME[=COMMAND]")]
    tool: Vec<String>,
    /// Solvers that find out about each seed once: by models and cores strategies get labels, and
    /// more of them apply (repeatable)
    #[arg(long, value_name = "S")]
    reference: Vec<String>,
    /// The CPU time of a run [default: 60s, where there is no --formulas]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    cpu: Option<Duration>,
    /// The formulas of a run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    formulas: Option<u64>,
    /// How often each configuration runs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// How often the counters of a run are read, for the plots
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    points: u32,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    seed: Seed,
    /// The folder of the solver's sources; what lies elsewhere is not counted [default: that of the
    /// build, or the deepest that has all files]
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,
    /// The folder to make, or to go on with
    #[arg(long, value_name = "DIR", default_value = "coverage")]
    out: PathBuf,
    #[command(flatten)]
    allow: Allow,
}

impl Coverage {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let solver = self.solver()?;
        let files = self.files()?;
        let mut configurations = self.of_strategies(&files, &solver, ui)?;
        for words in &self.folder {
            configurations.push(folder(words)?);
        }
        for words in &self.tool {
            configurations.push(self.tool(words, &solver)?);
        }
        let areas = Areas::of(&solver.family, Catalog::shared().files("coverage/"));
        let areas = areas.map_err(Failure::new)?;
        let plan = self.plan(&solver, configurations);
        let source = self.sources(&solver)?;
        let study = runs::Study {
            schema: "coverage/1",
            out: &self.out,
            size: (plan.configurations.len(), plan.repeat),
            write: write_all,
            text: Results::text,
        };
        study.run(ui, |out, cancel, tell| {
            let conduct = Conduct {
                plan: &plan,
                solver: &solver,
                areas: &areas,
                source,
                out,
                jobs: self.jobs.count(),
                cancel,
                tell,
            };
            conduct.run()
        })
    }

    fn solver(&self) -> Result<Solver, Failure> {
        let resolver = Resolver::new(Home::from_env()).with_profile(self.profile.clone());
        let mut found = resolver.one(&self.solver).map_err(Failure::new)?;
        match (found.pop(), found.len()) {
            (Some(one), 0) => Ok(one),
            _ => Err(Failure::usage(format!(
                "--solver {}: name one build",
                self.solver
            ))),
        }
    }

    fn plan(&self, solver: &Solver, configurations: Vec<Configuration>) -> Plan {
        let usual = Some(DEFAULT_CPU).filter(|_| self.formulas.is_none());
        Plan {
            solver: solver.spec.clone(),
            configurations,
            repeat: self.repeat,
            budget: Budget {
                cpu: self.cpu.or(usual).map(|time| time.as_secs_f64()),
                formulas: self.formulas,
            },
            points: self.points,
            seed: self.seed.number,
            timeout_ms: self.limits.cpu().as_millis() as u64,
            memory: self.limits.memory(),
        }
    }

    /// The seeds: name and text.
    fn files(&self) -> Result<Vec<(String, String)>, Failure> {
        match self.seeds.is_empty() {
            true => Ok(builtin_seeds()),
            false => texts(&self.seeds),
        }
    }

    /// The seeds as they are, each strategy, and all of them together.
    fn of_strategies(
        &self,
        files: &[(String, String)],
        solver: &Solver,
        ui: &Ui,
    ) -> Result<Vec<Configuration>, Failure> {
        let word = |name: &&String| *name == SEEDS || *name == ALL;
        let named: Vec<String> = self.strategy.iter().filter(|n| !word(n)).cloned().collect();
        let mut library = Library::read(files, &named, &[]).map_err(Failure::usage)?;
        library.leave_out_unknown(std::slice::from_ref(solver));
        self.find_answers(&mut library, ui)?;
        let library = Arc::new(library);
        let strategies = library.strategy_names().to_vec();
        let wanted = match self.strategy.is_empty() {
            // Where nothing else is asked for, the papers' question.
            true if self.folder.is_empty() && self.tool.is_empty() => {
                let names = strategies.iter().cloned();
                std::iter::once(SEEDS.to_string()).chain(names).collect()
            }
            _ => self.strategy.clone(),
        };
        let known = hash_of(files);
        let configuration = |name: &String| match name.as_str() {
            SEEDS => Configuration {
                name: name.clone(),
                about: format!("{} seeds as they are ({known})", files.len()),
                source: scripts(files),
            },
            ALL => made(name, &strategies, &library, &known),
            _ => made(name, std::slice::from_ref(name), &library, &known),
        };
        Ok(wanted.iter().map(configuration).collect())
    }

    /// Finds out what is known of the seeds, where solvers are named for it.
    fn find_answers(&self, library: &mut Library, ui: &Ui) -> Result<(), Failure> {
        if self.reference.is_empty() {
            return Ok(());
        }
        let resolver = Resolver::new(Home::from_env());
        let solvers = resolver.all(&self.reference).map_err(Failure::new)?;
        let bar = ui.progress(library.seeds() as u64, "answers of seeds");
        let jobs = self.jobs.count();
        let plan = HuntPlan::default();
        library.find_answers(&seed_answers(&plan, &solvers, jobs, &|_, _| bar.inc(1)));
        bar.finish();
        Ok(())
    }

    /// Another tool, by its name in the catalogue or by its command line.
    fn tool(&self, words: &str, solver: &Solver) -> Result<Configuration, Failure> {
        let program = solver.launch.program.display().to_string();
        let command: Vec<String> = std::iter::once(program)
            .chain(solver.extra.clone())
            .collect();
        let command = join_words(&command);
        let absolute = |path: &PathBuf| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            path.display().to_string()
        };
        let seeds: Vec<String> = self.seeds.iter().map(absolute).collect();
        let timeout = self.limits.cpu().as_secs().max(1);
        let (name, line) = match words.split_once('=') {
            Some((name, line)) => {
                let line = split_words(line);
                let line = line.ok_or_else(|| {
                    Failure::usage(format!("--tool {words}: a quotation mark is not closed"))
                })?;
                let filled = line.iter().flat_map(|word| match word.as_str() {
                    "{seeds}" => seeds.clone(),
                    word => vec![
                        word.replace("{solver}", &command)
                            .replace("{timeout}", &timeout.to_string()),
                    ],
                });
                (name, filled.collect())
            }
            None => {
                let catalog = Catalog::shared();
                let tools =
                    Tools::read(catalog.files("tools/")).context("the catalogue's tools")?;
                let tool = tools.named(words).map_err(Failure::usage)?;
                (words, tool.with(&[command], &seeds, timeout))
            }
        };
        if seeds.is_empty() && (line.is_empty() || !words.contains('=')) {
            return Err(Failure::usage(format!(
                "--tool {words}: name the seeds that it is given"
            )));
        }
        Ok(Configuration {
            name: name.to_string(),
            about: join_words(&line),
            source: Source::Tool(line),
        })
    }

    /// The folder of the solver's sources.
    fn sources(&self, solver: &Solver) -> Result<Option<PathBuf>, Failure> {
        if let Some(folder) = &self.source {
            return folder.canonicalize().map(Some).context(folder.display());
        }
        let Some(release) = &solver.release else {
            return Ok(None);
        };
        // A build of ours knows: the unpacked package, which is one folder, or the checkout.
        let build = Home::from_env().root().join("builds");
        let build = build.join(format!("{}@{}", release.family, release.version));
        let unpacked = build.join("source");
        let inside = std::fs::read_dir(&unpacked).into_iter().flatten().flatten();
        let inside: Vec<PathBuf> = inside.map(|entry| entry.path()).collect();
        let top = match &inside[..] {
            [one] => one.clone(),
            _ => unpacked,
        };
        let places = [top, PathBuf::from(&release.wheel)];
        Ok(places
            .into_iter()
            .find(|folder| folder.is_absolute() && folder.is_dir()))
    }
}

/// The texts of all scripts that paths name.
fn texts(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    let read = |source: paths::Source| {
        let text = String::from_utf8_lossy(&source.read()?).into_owned();
        Ok((source.name(), text))
    };
    paths::expand(paths)?.into_iter().map(read).collect()
}

/// What a study must have been made with to go on.
fn hash_of(files: &[(String, String)]) -> String {
    let texts: Vec<&str> = files.iter().map(|(_, text)| text.as_str()).collect();
    ContentHash::of(texts.join("\n").as_bytes()).short()
}

fn scripts(files: &[(String, String)]) -> Source {
    let texts = files.iter().map(|(_, text)| text.clone());
    Source::Scripts(Arc::new(texts.collect()))
}

fn made(name: &str, strategies: &[String], library: &Arc<Library>, seeds: &str) -> Configuration {
    Configuration {
        name: name.to_string(),
        about: format!(
            "{} over {} seeds ({seeds})",
            strategies.join(", "),
            library.seeds()
        ),
        source: Source::Made(library.clone(), strategies.to_vec()),
    }
}

/// A configuration of the formulas of a folder: `NAME=DIR`.
fn folder(words: &str) -> Result<Configuration, Failure> {
    let Some((name, path)) = words.split_once('=') else {
        return Err(Failure::usage(format!("--folder {words}: write NAME=DIR")));
    };
    let files = texts(&[Path::new(path).to_path_buf()])?;
    Ok(Configuration {
        name: name.to_string(),
        about: format!("{} formulas of {path} ({})", files.len(), hash_of(&files)),
        source: scripts(&files),
    })
}
