//! From what was asked to everything that a hunt drives.

use crate::bench::{BenchPlan, SolverRegistry, SolverTester};
use crate::engine::Parts;
use crate::error::HuntError;
use crate::examiner::{ExaminerPlan, SolverExaminer};
use crate::guide::Guide;
use crate::make::{Library, LibraryMaker};
use crate::plan::{Plan, ScheduleKind};
use crate::quarantine::Quarantine;
use crate::schedule::{Menu, OptionSet};
use crate::work::Worker;
use gadfly_exec::{Cancel, Limits};
use gadfly_oracle::{CatalogEvaluator, Evaluator, Known, Policy};
use gadfly_profile::Version;
use gadfly_solver::{Resolver, Solver};
use gadfly_store::Store;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What is kept of a solver's output.
const OUTPUT: u64 = 1 << 20;
/// One formula in this many has its proofs asked for, where a hunt is not about proofs.
const PROOFS: u64 = 256;
/// Confirmation may take this many times as long as the hunt's own runs.
const PATIENCE: u32 = 5;
/// The least time that confirmation gets.
const LEAST_PATIENCE: Duration = Duration::from_secs(10);

/// How long option sets of one solver are tried before the hunt begins.
const MOST_TRIALS: Duration = Duration::from_secs(10);

/// Why a hunt cannot be set up.
#[derive(Debug, Error)]
pub enum SetupError {
    /// The hunt.
    #[error(transparent)]
    Hunt(#[from] HuntError),
    /// What steers it by coverage.
    #[error("cannot keep the edges that solvers reach: {0}")]
    Edges(#[from] io::Error),
    /// The known issues of the catalogue do not read.
    #[error("the catalogue's known issues cannot be read: {0}")]
    Known(#[from] gadfly_oracle::KnownError),
}

/// What a hunt is made from.
pub(crate) struct Setup {
    /// What was asked.
    pub plan: Plan,
    /// The hunt's folder.
    pub folder: PathBuf,
    /// Its store, open and locked.
    pub store: Store,
    /// Seeds and strategies.
    pub library: Arc<Library>,
    /// Solvers under test.
    pub tested: Vec<Solver>,
    /// Solvers that confirm and arbitrate.
    pub references: Vec<Solver>,
    /// Resolves variations and releases.
    pub resolver: Resolver,
    /// Stops what runs in the background.
    pub cancel: Cancel,
}

impl Setup {
    /// The parts of the hunt.
    pub(crate) fn parts(self) -> Result<Parts, SetupError> {
        let catalog = self.library.catalog().clone();
        let evaluator: Arc<dyn Evaluator + Send + Sync> = Arc::new(CatalogEvaluator::new(catalog));
        let known = Arc::new(Known::from_files(self.library.catalog().files("known/"))?);
        let shared = |solvers: Vec<Solver>| solvers.into_iter().map(Arc::new).collect::<Vec<_>>();
        let (tested, references) = (shared(self.tested), shared(self.references));
        let mut all: Vec<Arc<Solver>> = tested.iter().chain(&references).cloned().collect();
        let witnesses = witnesses(&self.resolver, &all);
        all.extend(witnesses.iter().cloned());
        let book = Arc::new(SolverRegistry::new(self.resolver, &all));
        let limits = ceiling(&self.plan);
        let adaptive = self.plan.schedule == ScheduleKind::Adaptive;
        let mut policy = Policy {
            references: references
                .iter()
                .map(|solver| solver.spec.clone())
                .collect(),
            ..Policy::default()
        };
        // A verdict about time is not the same twice, and a study wants the same twice.
        policy.slow.enabled = adaptive;
        // Another code base says more than another release of the same one.
        let mut asked = references.clone();
        asked.sort_by_key(|reference| tested.iter().any(|t| t.family == reference.family));
        let quarantine = Arc::<Quarantine>::default();
        let bench = Arc::new(BenchPlan {
            tested: tested.clone(),
            references: asked,
            book: book.clone(),
            catalog: self.library.catalog().clone(),
            limits,
            evaluator: evaluator.clone(),
            known: known.clone(),
            policy: policy.clone(),
            // What is tested after a seed went in is a matter of timing.
            quarantine: if adaptive {
                quarantine.clone()
            } else {
                Arc::default()
            },
            cancel: self.cancel.clone(),
            ask_undecided: if adaptive { 16 } else { 0 },
            ask_proofs: if self.plan.proofs { 1 } else { PROOFS },
            thrifty: adaptive,
        });
        let mut options = option_menu(&tested, &self.plan);
        // The uniform schedule's choices must not hang on how long a solver takes to start.
        if adaptive {
            options = affordable(options, &tested);
        }
        let menu = Menu {
            strategies: self.library.menu(),
            options: understood(options, &tested, &self.plan),
            limit_ms: self.plan.timeout_ms,
            start_ms: crate::calibrate::longest_start(&tested).as_millis() as u64,
            scopes: tested.iter().any(|solver| solver.resets_dearly()),
        };
        let guide = match adaptive && self.plan.guided {
            true => Guide::open(&self.folder, &tested)?,
            false => None,
        };
        let worker = |number: usize| -> io::Result<Worker> {
            let maker = LibraryMaker::new(self.library.clone());
            let maker = maker.with_quarantine(quarantine.clone());
            let sight = guide.as_ref().map(|guide| guide.sight(number));
            let tester = SolverTester::new(bench.clone()).seeing(sight.transpose()?);
            let corpus = guide.as_ref().map(|guide| guide.corpus().clone());
            Ok(Worker {
                maker: Box::new(maker.with_corpus(corpus)),
                tester: Box::new(tester),
            })
        };
        let workers = (0..self.plan.jobs.max(1)).map(worker);
        let workers = workers.collect::<io::Result<Vec<Worker>>>()?;
        let examiner = SolverExaminer::new(ExaminerPlan {
            tested,
            references,
            witnesses,
            book,
            limits: patient(limits),
            evaluator,
            known,
            policy,
            seeds: Arc::new(self.library.texts()),
            quarantine: quarantine.clone(),
            cancel: self.cancel.clone(),
        });
        Ok(Parts {
            store: self.store,
            folder: self.folder,
            workers,
            guide,
            plan: self.plan,
            menu,
            examiner: Box::new(examiner),
            cancel: self.cancel,
            publish: false,
            exchange: None,
        })
    }
}

/// Solvers beside these that can bear out what is said against them.
fn witnesses(resolver: &Resolver, beside: &[Arc<Solver>]) -> Vec<Arc<Solver>> {
    let beside: Vec<Solver> = beside.iter().map(|solver| Solver::clone(solver)).collect();
    resolver
        .witnesses(&beside)
        .into_iter()
        .map(Arc::new)
        .collect()
}

/// The most that a run of a hunt may use.
pub(crate) fn ceiling(plan: &Plan) -> Limits {
    Limits {
        memory: Some(plan.memory),
        output: Some(OUTPUT),
        ..Limits::default().timed(Duration::from_millis(plan.timeout_ms))
    }
}

/// Limits for confirmation: generous ones.
fn patient(limits: Limits) -> Limits {
    let time = limits.cpu.or(limits.wall).unwrap_or_default();
    limits.timed((time * PATIENCE).max(LEAST_PATIENCE))
}

/// An examiner without a hunt: for findings that are looked at again.
pub fn lone_examiner(
    tested: Vec<Solver>,
    references: Vec<Solver>,
    resolver: Resolver,
    limits: Limits,
) -> Result<SolverExaminer, SetupError> {
    let catalog = gadfly_catalog::Catalog::shared();
    let known = Arc::new(Known::from_files(catalog.files("known/"))?);
    let shared = |solvers: Vec<Solver>| solvers.into_iter().map(Arc::new).collect::<Vec<_>>();
    let (tested, references) = (shared(tested), shared(references));
    let mut all: Vec<Arc<Solver>> = tested.iter().chain(&references).cloned().collect();
    let witnesses = witnesses(&resolver, &all);
    all.extend(witnesses.iter().cloned());
    Ok(SolverExaminer::new(ExaminerPlan {
        book: Arc::new(SolverRegistry::new(resolver, &all)),
        policy: Policy {
            references: references
                .iter()
                .map(|solver| solver.spec.clone())
                .collect(),
            ..Policy::default()
        },
        tested,
        references,
        witnesses,
        // What the user asked for is the ceiling.
        limits: limits.timed(limits.cpu.or(limits.wall).unwrap_or(LEAST_PATIENCE)),
        evaluator: Arc::new(CatalogEvaluator::new(catalog)),
        known,
        seeds: Arc::default(),
        quarantine: Arc::default(),
        cancel: Cancel::new(),
    }))
}

/// The option sets that each solver can be varied with, from its profile. Experimental ones only
/// where they were asked for.
pub(crate) fn option_menu(tested: &[Arc<Solver>], plan: &Plan) -> Vec<(String, Vec<OptionSet>)> {
    if !plan.vary_options {
        return Vec::new();
    }
    // An operator's name may stand in an option's by chance: `-`, `or`.
    let catalog = gadfly_catalog::Catalog::shared();
    let words: Vec<&String> = {
        let words = plan.focus.iter();
        words
            .filter(|word| catalog.op_named(word).is_none())
            .collect()
    };
    let sets = |solver: &Arc<Solver>| {
        let version = solver.release_number();
        let mut sets: Vec<OptionSet> = Vec::new();
        for vary in &solver.profile.vary {
            if !has(&version, vary.from.as_ref(), vary.upto.as_ref()) {
                continue;
            }
            let more = vary.experimental.iter().filter(|_| plan.experimental);
            sets.extend(vary.values.iter().chain(more).map(|value| OptionSet {
                args: vec![vary.arg.replace("{}", value)],
                logics: vary.logics.clone(),
            }));
        }
        for set in solver.profile.options.values() {
            let wanted = !set.experimental || plan.experimental;
            if wanted && !set.args.is_empty() && has(&version, set.from.as_ref(), set.upto.as_ref())
            {
                sets.push(OptionSet {
                    args: set.args.clone(),
                    logics: Vec::new(),
                });
            }
        }
        // A solver's own check of its models finds what no other option does: one in six.
        let checks = &solver.profile.checks.models;
        let share = if checks.is_empty() {
            0
        } else {
            sets.len() / 5 + 1
        };
        let checks = OptionSet {
            args: checks.clone(),
            logics: Vec::new(),
        };
        sets.extend(std::iter::repeat_n(checks, share));
        let named = |set: &OptionSet| {
            let named = |option: &String| words.iter().any(|word| option.contains(&***word));
            set.args.iter().any(named)
        };
        let focused: Vec<OptionSet> = sets.iter().filter(|set| named(set)).cloned().collect();
        if focused.is_empty() { sets } else { focused }
    };
    let menu = tested
        .iter()
        .map(|solver| (solver.spec.clone(), sets(solver)));
    menu.filter(|(_, sets)| !sets.is_empty()).collect()
}

/// As many option sets of each solver as can be tried in a while: one that starts slowly would keep
/// the hunt waiting for minutes.
fn affordable(
    mut menu: Vec<(String, Vec<OptionSet>)>,
    tested: &[Arc<Solver>],
) -> Vec<(String, Vec<OptionSet>)> {
    for (spec, sets) in &mut menu {
        let solver = tested.iter().find(|solver| solver.spec == *spec);
        let start = solver.and_then(|solver| Some(solver.calibration()?.fresh.wall));
        let most = MOST_TRIALS.as_secs_f64() / start.unwrap_or_default().as_secs_f64().max(1e-3);
        thin_out(sets, (most as usize).max(1));
    }
    menu
}

/// Leaves out sets, evenly.
fn thin_out<T: Default>(sets: &mut Vec<T>, most: usize) {
    let all = sets.len();
    if all > most {
        let kept = (0..most).map(|at| std::mem::take(&mut sets[at * all / most]));
        *sets = kept.collect();
    }
}

/// Leaves out option sets that a solver does not understand: it refuses even a trivial formula.
pub(crate) fn understood(
    menu: Vec<(String, Vec<OptionSet>)>,
    tested: &[Arc<Solver>],
    plan: &Plan,
) -> Vec<(String, Vec<OptionSet>)> {
    // What the uniform schedule tries must not hang on the clock.
    let adaptive = plan.schedule == ScheduleKind::Adaptive;
    let time = plan.budget.seconds.filter(|_| adaptive);
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    let cancel = time.map(|time| Cancel::at(Instant::now() + time));
    let trivial = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n";
    let takes = |spec: &str, set: &[String]| {
        let Some(solver) = tested.iter().find(|solver| solver.spec == spec) else {
            return false;
        };
        let options = gadfly_solver::Options {
            limits: Limits {
                memory: ceiling(plan).memory,
                ..Limits::default().timed(LEAST_PATIENCE)
            },
            extra: set.to_vec(),
            cancel: cancel.clone(),
            ..gadfly_solver::Options::default()
        };
        let run = solver.run_fresh(trivial, &options);
        run.outcome == gadfly_solver::Outcome::Done && run.errors.is_empty()
    };
    let kept = menu.into_iter().map(|(spec, mut sets)| {
        let mut known: BTreeMap<Vec<String>, bool> = BTreeMap::new();
        sets.retain(|set| {
            *known
                .entry(set.args.clone())
                .or_insert_with(|| takes(&spec, &set.args))
        });
        (spec, sets)
    });
    kept.filter(|(_, sets)| !sets.is_empty()).collect()
}

fn has(version: &Option<Version>, from: Option<&Version>, upto: Option<&Version>) -> bool {
    let Some(version) = version else {
        return from.is_none() && upto.is_none();
    };
    from.is_none_or(|from| version >= from) && upto.is_none_or(|upto| version <= upto)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_name_no_options() {
        let tested = [Arc::new(crate::testing::posing("z3", ""))];
        let menu = |word: &str| {
            let plan = Plan {
                focus: vec![word.to_string()],
                vary_options: true,
                ..Plan::default()
            };
            option_menu(&tested, &plan)
        };
        // It stands in the names of tactics.
        assert_eq!(menu("-"), menu("bvadd"));
        assert_ne!(menu("solve-eqs"), menu("bvadd"));
    }

    #[test]
    fn sets_are_thinned_out_evenly() {
        let all: Vec<Vec<String>> = (0..90).map(|n| vec![n.to_string()]).collect();
        let mut some = all.clone();
        thin_out(&mut some, 5);
        assert_eq!(some.concat(), ["0", "18", "36", "54", "72"]);
        let mut same = all.clone();
        thin_out(&mut same, 90);
        assert_eq!(same, all);
    }
}
