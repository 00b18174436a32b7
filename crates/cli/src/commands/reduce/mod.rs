//! `gadfly reduce`: a small test case of a failing file.

mod check_command;
mod finding;
mod journal;
mod live;
mod same_bug;
mod summary;

use crate::exit::{Context, Exit, Failure};
use crate::isolation::Allow;
use crate::paths::Source;
use crate::ui::Ui;
use crate::{interrupt, quantity};
use check_command::{CheckCommand, Wanted};
use clap::Args;
use gadfly_examine::{Order, Settings, Ways, drive, steadiness};
use gadfly_exec::{Cancel, Limits};
use gadfly_oracle::Given;
use gadfly_profile::Home;
use gadfly_reduce::{Pair, Predicate, Reduction, Stop, Tried, beautify};
use gadfly_solver::{Options, Resolver, SelfChecks};
use gadfly_vocabulary::Kind;
use journal::{Earlier, Journal};
use live::Live;
use regex_lite::Regex;
use same_bug::{Input, LEAST_TIME};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Reduce a failing file to a small test case
#[derive(Args)]
#[command(after_help = "\
Examples:
  gadfly reduce bug.smt2 --check ./still-fails.sh -o small.smt2
      The script gets a candidate's path and exits 0 where it still fails.
  gadfly reduce bug.smt2 --check 'z3 model_validate=true' \\
      --match-stdout 'invalid model'
      The command's output tells.
  gadfly reduce bug.smt2 --check 'z3 -T:10' --match-exit 139
      A signal n counts as exit code 128 + n, as in a shell.
  gadfly reduce bug.smt2 --check ./solver --golden --cross-check ./other
      The same end and output as on the input, and another command still says
      what it said.

  gadfly reduce bug.smt2 --solver z3@4.8.7 --solver cvc5
      What is wrong with the first solver's answer, judged as `gadfly check`
      does, is kept.

  gadfly reduce slow.smt2 --solver z3 --parent seed.smt2 --verdict slow
      Slow here and fast there: both files are reduced together.
  gadfly reduce hunt/z3-crash-1a2b3c4d
      A finding of a hunt, with what is wrong there. It gets the case, and so do
      its report, its repro.sh and the page; with -o it stays as it is.

The result is on disk at every moment: stop with Ctrl-C, go on with --resume.")]
pub(crate) struct Reduce {
    /// The failing file, a finding of a hunt as DIR/ID, or - for standard input
    #[arg(value_name = "FILE|DIR/ID")]
    file: PathBuf,
    /// A command that tells whether a candidate still fails: by exit code 0, or by the --match
    /// options; it gets the candidate's path as its last argument, or where {} stands
    #[arg(long, value_name = "CMD")]
    check: Option<String>,
    /// Instead of --check: keep what is wrong with this solver's answer (repeatable: the first is
    /// under test, the others are compared with it)
    #[arg(long = "solver", value_name = "SPEC", conflicts_with = "check")]
    solvers: Vec<String>,
    /// The profile of solvers that are given as a whole command
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// With --solver: what the answer must be, or `file` for what the file itself says
    #[arg(long, value_name = "sat|unsat|file", requires = "solvers")]
    expect: Option<Given>,
    /// With --solver: which verdict to keep, where there are several
    #[arg(long, value_name = "KIND", requires = "solvers")]
    verdict: Option<Kind>,
    /// With --solver: the formula that this one was made from. What is kept is that the solver is
    /// slow, or says unknown, here and not there: both are reduced together
    #[arg(long, value_name = "FILE", requires = "solvers")]
    parent: Option<PathBuf>,
    /// It fails where the command ends with this code (signal n: 128 + n)
    #[arg(long, value_name = "CODE", requires = "check")]
    match_exit: Option<i32>,
    /// It fails where the command's output matches this regular expression
    #[arg(long, value_name = "REGEX", requires = "check")]
    match_stdout: Option<Regex>,
    /// It fails where the command's error output matches this regular expression
    #[arg(long, value_name = "REGEX", requires = "check")]
    match_stderr: Option<Regex>,
    /// It fails where the command ends and prints as it does on the input
    #[arg(long, requires = "check", conflicts_with_all = ["match_exit", "match_stdout", "match_stderr"])]
    golden: bool,
    /// A second command that must go on ending and printing as it does on the input
    #[arg(long, value_name = "CMD", requires = "check")]
    cross_check: Option<String>,
    /// Where the result goes [default: FILE with .small.smt2 at its end]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// How many candidates are checked at once
    #[arg(long, short, value_name = "J", default_value_t = 1)]
    jobs: usize,
    /// Stop after this time, with the best so far
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// Stop after this many checks, with the best so far
    #[arg(long, value_name = "N")]
    checks: Option<u64>,
    /// The most time that one check may take [default: four times what the last one that failed took,
    /// at least one second, and twice its CPU time]; with --solver, the most CPU time of a run
    /// [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    timeout: Option<Duration>,
    /// The most memory that one check may take
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<u64>,
    /// Write the result as a person would: usual spacing, names that tell the sort. It is asked
    /// once more, and left as it is if that hides the failure
    #[arg(long)]
    pretty: bool,
    /// Go on where an interrupted reduction of the same file stopped
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    allow: Allow,
    /// The finding that gets the result.
    #[arg(skip)]
    whose: Option<finding::Whose>,
}

/// How long the input itself may take, where nothing else is said: with a check, and, in CPU time,
/// in a solver that may well not end.
const FIRST_TIMEOUT: Duration = Duration::from_secs(60);
const SOLVER_TIMEOUT: Duration = Duration::from_secs(10);

/// What is said where nothing smaller stands.
const UNCONFIRMED: &str = "warning: nothing smaller shows it when solvers get all their time: \
                           the input is kept";

impl Reduce {
    pub(crate) fn run(mut self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        if let Some(finding) = finding::named(&self.file)? {
            self.take(finding);
        }
        let source = match self.file.as_os_str() == "-" {
            true => Source::Stdin,
            false => Source::File(self.file.clone()),
        };
        if source == Source::Stdin && self.output.is_none() {
            return Err(Failure::usage("say where the result goes: -o OUT"));
        }
        let input = source.text()?;
        match &self.check {
            Some(line) => {
                let check = self.predicate(line, &input)?;
                let ways = Ways {
                    candidates: &check,
                    result: None,
                };
                self.reduce(ui, &input, &ways, None)
            }
            None if self.solvers.is_empty() => Err(Failure::new(
                "what is the failure to be kept? give --check CMD, --solver SPEC, or a finding as DIR/ID",
            )),
            None => self.reduce_verdict(ui, &input),
        }
    }

    /// What a finding says, where nothing else is asked for.
    fn take(&mut self, finding: finding::Named) {
        let unasked = self.output.is_none();
        if unasked {
            self.output = Some(finding.output);
        }
        if self.check.is_none() && self.solvers.is_empty() {
            self.whose = Some(finding.whose).filter(|_| unasked && finding.parent.is_none());
            self.solvers = finding.solvers;
            self.verdict = self.verdict.or(Some(finding.kind));
            self.parent = self.parent.take().or(finding.parent);
            self.profile = self.profile.take().or(finding.profile);
        }
        self.file = finding.file;
    }

    /// Keeps what is wrong with the solvers' answers.
    fn reduce_verdict(&self, ui: &Ui, input: &str) -> Result<Exit, Failure> {
        let resolver = Resolver::new(Home::from_env()).with_profile(self.profile.clone());
        let solvers = resolver.all(&self.solvers).map_err(Failure::new)?;
        let specs: Vec<String> = solvers.iter().map(|solver| solver.spec.clone()).collect();
        let (options, settings) = self.options();
        let equipment = same_bug::equipment(&solvers, options, settings)?;
        let parent = self.parent.as_deref().map(text_of).transpose()?;
        let asked = Input {
            text: input,
            given: self.expect.unwrap_or(Given::File),
            kind: self.verdict,
            parent: parent.as_deref(),
        };
        let (confirmed, runs) = asked.verdict(ui, &equipment, &specs)?;
        let means = equipment.means(confirmed.verdict.kind, &runs, LEAST_TIME);
        let Some(parent) = parent else {
            let bug = equipment.same_bug(&means, &confirmed, input, None);
            return self.reduce(ui, input, &bug.ways(), None);
        };
        let pair = Pair::join(input, &parent).ok_or_else(|| {
            Failure::new("--parent: the two files differ in more than declarations and assertions")
        })?;
        let bug = equipment.same_bug(&means, &confirmed, input, Some(&pair));
        self.reduce(ui, &pair.text, &bug.ways(), Some(&pair))
    }

    fn reduce(
        &self,
        ui: &Ui,
        input: &str,
        ways: &Ways<'_>,
        pair: Option<&Pair>,
    ) -> Result<Exit, Failure> {
        let output = self
            .output
            .clone()
            .unwrap_or_else(|| default_output(&self.file));
        let target = output.clone();
        // Both sides of a pair stand in one file until they are done.
        let output = pair.map_or(output, |_| target.with_extension("pair.smt2"));
        let stop = interrupt::flag()?;
        let asks = self.asks_needed(ui, input, ways.candidates)?;
        let (journal, earlier) = Journal::open(&output, input, self.resume)?;
        let Earlier { best, tried } = earlier.unwrap_or_else(|| Earlier {
            best: input.to_string(),
            tried: Vec::new(),
        });
        let live = Live::new(input.len(), ui.quiet || ui.json, Some(&journal));
        let started = Instant::now();
        let order = Order {
            jobs: self.jobs.max(1),
            time: self.time,
            checks: self.checks,
            asks,
            halt: &|| stop.load(Ordering::Relaxed),
            tried: Tried::new(tried),
            observer: &live,
        };
        let driven = drive(input, &best, ways, order);
        live.finish();
        let mut reduction = match driven.context(self.file.display()) {
            Ok(driven) => {
                if !driven.confirmed {
                    ui.say(UNCONFIRMED);
                }
                driven.reduction
            }
            Err(refused) => {
                journal.close()?;
                return Err(refused);
            }
        };
        let pretty = self.pretty
            && reduction.stop.is_none()
            && (pair.is_some()
                || ways
                    .candidates
                    .surely_fails(&beautify(&reduction.text))
                    .unwrap_or(false));
        write_result(&target, &reduction, pair, pretty)?;
        if let Some((ours, _)) = pair.and_then(|pair| pair.split(&reduction.text)) {
            reduction.text = ours;
        }
        summary::print(ui, input, &reduction, &target, started.elapsed())?;
        if pair.is_some() {
            let parent = parent_file(&target);
            ui.say(format!("what it was made from: {}", parent.display()));
        }
        if let (Some(whose), None | Some(Stop::Time | Stop::Checks)) =
            (&self.whose, &reduction.stop)
        {
            let figures = figures(input, &reduction, started.elapsed());
            whose.take(
                ui,
                (&target, &reduction.text),
                figures,
                self.options().0.limits,
            )?;
        }
        match reduction.stop {
            None => {
                journal.close()?;
                if pair.is_some() {
                    std::fs::remove_file(&output).context(output.display())?;
                }
                Ok(Exit::Done)
            }
            Some(Stop::Time | Stop::Checks) => Ok(Exit::Done),
            Some(Stop::Interrupted) => Ok(Exit::Interrupted),
            Some(Stop::Predicate(error)) => Err(Failure::new(format!(
                "{error}; the best so far is in {}",
                output.display()
            ))),
        }
    }

    /// How often each candidate is asked: once, unless the failure comes and goes.
    fn asks_needed(&self, ui: &Ui, input: &str, predicate: &dyn Predicate) -> Result<u32, Failure> {
        let steadiness =
            steadiness(predicate, input).context("the check could not be asked about the input")?;
        if steadiness.fails == 0 {
            return Err(Failure::new(format!(
                "{}: the input does not fail: the check must hold for the file as it is",
                self.file.display()
            )));
        }
        let runs = steadiness.runs_needed();
        if steadiness.is_flaky() {
            ui.say(format!(
                "the input fails in {} of {} runs: each candidate is asked up to {runs} times",
                steadiness.fails, steadiness.runs
            ));
        }
        Ok(runs)
    }

    fn limits(&self) -> Limits {
        Limits {
            wall: Some(self.timeout.unwrap_or(FIRST_TIMEOUT)),
            memory: self.memory,
            output: Some(1 << 20),
            ..Limits::default()
        }
    }

    /// How the solvers under test are run, and how thoroughly they are judged.
    fn options(&self) -> (Options, Settings) {
        let limits = self.limits().timed(self.timeout.unwrap_or(SOLVER_TIMEOUT));
        let options = Options {
            limits,
            checks: SelfChecks::ALL,
            ..Options::default()
        };
        (options, Settings::new(2, limits))
    }

    /// The check, and the cross-check beside it. One check may take a few times as long as the
    /// input's own.
    fn predicate(&self, line: &str, input: &str) -> Result<Both, Failure> {
        let limits = self.limits();
        let cancel = Cancel::new();
        let mut check = CheckCommand::new(line, limits, cancel.clone())?;
        if self.timeout.is_none() {
            check = check.tightening();
        }
        let wanted = if self.golden {
            Wanted::same_as(check.run(input).context("--check")?)
        } else if self.match_exit.is_some()
            || self.match_stdout.is_some()
            || self.match_stderr.is_some()
        {
            Wanted::Matches {
                exit: self.match_exit,
                stdout: self.match_stdout.clone(),
                stderr: self.match_stderr.clone(),
            }
        } else {
            Wanted::ExitZero
        };
        let cross = match &self.cross_check {
            None => None,
            Some(line) => {
                let command = CheckCommand::new(line, limits, cancel)?;
                let wanted = Wanted::same_as(command.run(input).context("--cross-check")?);
                Some(command.wanting(wanted))
            }
        };
        Ok(Both {
            check: check.wanting(wanted),
            cross,
        })
    }
}

/// A check and a cross-check: both must hold.
struct Both {
    check: CheckCommand,
    cross: Option<CheckCommand>,
}

impl Predicate for Both {
    fn fails(&self, script: &str) -> Result<bool, gadfly_reduce::PredicateError> {
        if !self.check.fails(script)? {
            return Ok(false);
        }
        self.cross
            .as_ref()
            .map_or(Ok(true), |cross| cross.fails(script))
    }
}

/// What a finding keeps of its reduction.
fn figures(input: &str, reduction: &Reduction, took: Duration) -> gadfly_store::Reduction {
    gadfly_store::Reduction {
        before: input.len() as u64,
        after: reduction.text.len() as u64,
        seconds: took.as_secs_f64(),
        tried: reduction.checks,
    }
}

/// Writes the result; of a pair the parent too, beside it.
fn write_result(
    output: &Path,
    reduction: &Reduction,
    pair: Option<&Pair>,
    pretty: bool,
) -> Result<(), Failure> {
    let put = |path: &Path, text: &str| {
        let pretty = pretty.then(|| beautify(text));
        let text = pretty.as_deref().unwrap_or(text);
        journal::put(path, text).context(format!("cannot write {}", path.display()))
    };
    let Some((ours, theirs)) = pair.and_then(|pair| pair.split(&reduction.text)) else {
        return put(output, &reduction.text);
    };
    put(output, &ours)?;
    put(&parent_file(output), &theirs)
}

/// Where the other side of a pair goes.
fn parent_file(output: &Path) -> PathBuf {
    output.with_extension("parent.smt2")
}

fn text_of(path: impl AsRef<Path>) -> Result<String, Failure> {
    Source::File(path.as_ref().to_path_buf()).text()
}

fn default_output(file: &Path) -> PathBuf {
    file.with_extension("small.smt2")
}
