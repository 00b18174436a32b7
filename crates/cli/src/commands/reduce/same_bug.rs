//! The failure to be kept as solvers show it: the verdict on the input, shown again by every
//! candidate with evidence of its own.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_oracle::{
    Case, CatalogEvaluator, Confirmed, Examiner, Given, Kind, Known, ParentFact, Runner, Settings,
    Showing, SolverRunner, Status, labelled,
};
use gadfly_reduce::{Pair, Predicate, PredicateError};
use gadfly_solver::{Home, Options, Resolver, Solver};
use std::time::Duration;

/// No run is given less CPU time than this, and none more than so many times what the input took.
const LEAST_TIME: Duration = Duration::from_secs(1);
const SLACK: u32 = 4;
/// How much wall time a run may take for its CPU time, on a busy machine.
const WALL_TO_CPU: u32 = 6;

/// Limits by CPU time: that other work slows the machine down is not the solver's fault.
pub(super) fn timed(limits: Limits, cpu: Duration) -> Limits {
    Limits {
        cpu: Some(cpu),
        wall: Some(cpu * WALL_TO_CPU),
        ..limits
    }
}

/// Solvers and what it takes to judge them.
pub(super) struct Bench {
    solvers: Vec<Solver>,
    options: Options,
    runner: SolverRunner,
    sessions: SolverRunner,
    evaluator: CatalogEvaluator,
    known: Known,
    settings: Settings,
}

impl Bench {
    /// The first solver is the one under test; the others are compared with it.
    pub(super) fn new(
        solvers: Vec<Solver>,
        options: Options,
        settings: Settings,
    ) -> Result<Self, Failure> {
        let catalog = Catalog::shared();
        let known = Known::of(&catalog).map_err(Failure::new)?;
        // Others may be asked to bear out what is said against these.
        let mut at_hand = solvers.clone();
        at_hand.extend(Resolver::new(Home::from_env()).witnesses(&solvers));
        let runner = SolverRunner::new(at_hand.clone(), options.clone());
        let sessions = SolverRunner::new(at_hand, options.clone()).in_sessions();
        let evaluator = CatalogEvaluator::new(catalog);
        Ok(Bench {
            solvers,
            options,
            runner,
            sessions,
            evaluator,
            known,
            settings,
        })
    }

    fn examiner<'a>(&'a self, runner: &'a dyn Runner) -> Examiner<'a> {
        Examiner {
            runner,
            evaluator: &self.evaluator,
            known: &self.known,
            settings: &self.settings,
        }
    }

    /// What is wrong with the solvers' answers to the input; of the kind that was asked for. From
    /// then on a run may take a few times as long as the input took, unless time is the matter.
    pub(super) fn verdict(
        &mut self,
        ui: &Ui,
        input: &str,
        given: Given,
        kind: Option<Kind>,
        parent: Option<&str>,
    ) -> Result<Confirmed, Failure> {
        let formula = labelled(input, given);
        let run = |solver: &Solver| solver.run(&formula.text, &self.options);
        let runs: Vec<_> = self.solvers.iter().map(run).collect();
        let on_parent = |text: &str| -> Vec<ParentFact> {
            let runs = self
                .solvers
                .iter()
                .map(|solver| solver.run(text, &self.options));
            runs.filter_map(|run| ParentFact::of(&run)).collect()
        };
        let case = Case {
            formula: &formula,
            runs: &runs,
            history: &[],
            parents: &parent.map(on_parent).unwrap_or_default(),
            seeds: &[],
        };
        let mut confirmed = self.examiner(&self.runner).examine(&case).confirmed;
        let doubtful = |one: &Confirmed| matches!(one.status, Status::Doubt(_));
        if let Some(Confirmed {
            status: Status::Doubt(doubt),
            ..
        }) = confirmed.iter().find(|one| doubtful(one))
        {
            ui.say(format!(
                "warning: something is in doubt, and no finding: {}",
                doubt.why
            ));
        }
        confirmed.retain(|one| !doubtful(one));
        confirmed.retain(|one| kind.is_none_or(|kind| one.verdict.kind == kind));
        // What is surest, and worst, first.
        confirmed.sort_by_key(|one| {
            (
                one.status != Status::Confirmed,
                one.verdict.kind,
                one.verdict.evidence,
            )
        });
        let Some(first) = confirmed.into_iter().next() else {
            let answers: Vec<String> = runs
                .iter()
                .map(|run| {
                    let said: Vec<_> = run.answers.iter().map(ToString::to_string).collect();
                    format!(
                        "{}: {}",
                        run.spec,
                        if said.is_empty() {
                            "no answer".into()
                        } else {
                            said.join(" ")
                        }
                    )
                })
                .collect();
            return Err(Failure::new(format!(
                "the input does not fail: nothing is wrong with what the solvers say ({}); give another solver to compare with, --expect, or --check",
                answers.join("; ")
            )));
        };
        ui.say(format!(
            "{}: {}",
            first.verdict.kind, first.verdict.sentence
        ));
        if first.verdict.kind != Kind::Slow {
            let times = runs.iter().map(|run| run.raw.cpu);
            let time = (times.max().unwrap_or_default() * SLACK).max(LEAST_TIME);
            let limits = self.settings.limits;
            let time = limits.cpu.map_or(time, |most| most.min(time));
            self.settings.limits = timed(limits, time);
        }
        Ok(first)
    }

    /// Looks for the verdict in other scripts: quickly in persistent processes, where the bug
    /// neither ends them nor hangs on their state or on time.
    ///
    /// With a pair: in scripts that hold both sides.
    pub(super) fn showing<'a>(
        &'a self,
        confirmed: &Confirmed,
        input: &str,
        pair: Option<&'a Pair>,
    ) -> SameBug<'a> {
        let Confirmed {
            verdict, status, ..
        } = confirmed;
        let showing = |runner| Showing::new(self.examiner(runner), verdict, status, input, None);
        let steady = matches!(
            verdict.kind,
            Kind::Soundness
                | Kind::InvalidModel
                | Kind::InvalidCore
                | Kind::Disagreement
                | Kind::SelfCheck
        );
        let sure = showing(&self.runner);
        let quick = steady
            .then(|| showing(&self.sessions))
            .filter(|quick| quick.shows(input));
        SameBug { sure, quick, pair }
    }
}

/// Whether a script shows the bug.
pub(super) struct SameBug<'a> {
    sure: Showing<'a>,
    quick: Option<Showing<'a>>,
    pair: Option<&'a Pair>,
}

impl SameBug<'_> {
    fn shows(&self, showing: &Showing<'_>, script: &str) -> bool {
        // Nothing can be wrong with what is not asked.
        if script.is_empty() {
            return false;
        }
        let Some(pair) = self.pair else {
            return showing.shows(script);
        };
        let sides = pair.split(script);
        sides.is_some_and(|(ours, theirs)| showing.shows_with_parent(&ours, &theirs))
    }
}

impl Predicate for SameBug<'_> {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        Ok(self.shows(self.quick.as_ref().unwrap_or(&self.sure), script))
    }

    fn surely_fails(&self, script: &str) -> Result<bool, PredicateError> {
        Ok(self.shows(&self.sure, script))
    }

    fn is_quick(&self) -> bool {
        self.quick.is_some()
    }
}
