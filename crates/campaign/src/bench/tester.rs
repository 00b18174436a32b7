//! Runs a formula on the solvers under test, asks references only where something is open, judges.

use super::obligations::Spent;
use super::probe::with_model;
use super::proofs::counted;
use super::registry::{SolverRegistry, class_of};
use super::session::Sessions;
use crate::guide::Sight;
use crate::quarantine::Quarantine;
use crate::work::{Suspicion, TestRun, Tested, Tester};
use gadfly_catalog::Catalog;
use gadfly_exec::{Cancel, Limits};
use gadfly_formula::{Formula, LabelSource};
use gadfly_oracle::{
    Evaluator, Facts, Identity, Judged, Kind, Known, ModelFact, ModelTruth, ObligationFact, Policy,
    ProofFact, Verdict, judge,
};
use gadfly_profile::is_or_varies;
use gadfly_solver::{Answer, Options, Outcome, Run, Solver};
use gadfly_store::{Choice, Class, Output, VerdictRow, VerdictState};
use gadfly_term::{Mode, Parser, Script};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// What all testers of a hunt share.
pub struct BenchPlan {
    /// Solvers under test.
    pub tested: Vec<Arc<Solver>>,
    /// Solvers that are asked where the others leave something open.
    pub references: Vec<Arc<Solver>>,
    /// All of them by spec.
    pub book: Arc<SolverRegistry>,
    /// The limits of a run.
    pub limits: Limits,
    /// The catalogue.
    pub catalog: Arc<Catalog>,
    /// Evaluates models.
    pub evaluator: Arc<dyn Evaluator + Send + Sync>,
    /// Known issues and gates.
    pub known: Arc<Known>,
    /// What counts as what.
    pub policy: Policy,
    /// Seeds whose labels are wrong.
    pub quarantine: Arc<Quarantine>,
    /// Stops the run that is under way.
    pub cancel: Cancel,
    /// One formula in this many that no tested solver decides is given to the references.
    pub ask_undecided: u64,
    /// For one formula in this many, tested solvers that print proofs are asked for those of their
    /// `unsat`.
    pub ask_proofs: u64,
    /// Whether other solvers are asked what answers oblige to only while that takes no more CPU time
    /// than the questions: then a verdict hangs on what was asked before it.
    pub thrifty: bool,
}

/// The least time that a reference gets.
const LEAST_REFERENCE: Duration = Duration::from_millis(60);

/// A formula as it goes out: as text, and read, where we can read it.
pub(super) struct Sent<'a> {
    pub(super) text: &'a str,
    pub(super) script: Option<&'a Script>,
    /// Whether it was read by the standard's rules, so that models can be evaluated.
    pub(super) standard: bool,
}

/// Tests formulas with persistent sessions.
pub struct SolverTester {
    pub(super) plan: Arc<BenchPlan>,
    sessions: Sessions,
    standard: Parser,
    pub(super) lenient: Parser,
    pub(super) spent: Spent,
    /// What it sees of the edges that solvers reach, where they tell.
    sight: Option<Sight>,
}

impl SolverTester {
    /// A tester; its processes start when they are needed.
    pub fn new(plan: Arc<BenchPlan>) -> SolverTester {
        SolverTester {
            standard: Parser::new(&plan.catalog, Mode::Default),
            lenient: Parser::new(&plan.catalog, Mode::Lenient),
            sessions: Sessions::new(plan.cancel.clone()),
            spent: Spent::default(),
            sight: None,
            plan,
        }
    }

    /// The same with solvers that tell which edges they reach.
    pub(crate) fn seeing(self, sight: Option<Sight>) -> SolverTester {
        let told = sight.as_ref().map(Sight::env).unwrap_or_default();
        SolverTester {
            sessions: self.sessions.telling(told),
            sight,
            ..self
        }
    }

    /// Runs a solver on a formula in its release's own spelling; a model comes along where the
    /// session survives being refused one. What the release cannot say is not sent to it.
    pub(super) fn run(
        &mut self,
        solver: &Arc<Solver>,
        formula: &Sent<'_>,
        limits: &Limits,
        scope: bool,
    ) -> Run {
        let text = match formula.script.map(|script| solver.express(script)) {
            None => Cow::Borrowed(formula.text),
            Some(Ok(text)) => text,
            Some(Err(why)) => {
                let why = Outcome::Unsupported(why.to_string());
                return solver.not_run(formula.text, limits, why);
            }
        };
        let asked = match solver.profile.session.survives_errors {
            true => with_model(&text, solver.profile.patterns.knows_internal()),
            false => Cow::Borrowed(&*text),
        };
        let book = &self.plan.book;
        self.sessions.run(solver, &asked, limits, book, scope)
    }

    fn models(&self, formula: &Sent<'_>, runs: &[Run]) -> Vec<ModelFact> {
        let of = |run: &Run| {
            let model = run
                .models
                .first()
                .filter(|_| run.answer(0) == Some(&Answer::Sat))?;
            // Some releases write some values in a way of their own.
            let known = &self.plan.known;
            let truth = match known.legacy_model(&run.family, &run.version, model) {
                Some(why) => ModelTruth::Undetermined(why.into()),
                None => match formula.script.filter(|_| formula.standard) {
                    Some(script) => self.plan.evaluator.evaluate_read(script, 0, model),
                    None => self.plan.evaluator.evaluate(formula.text, 0, model),
                },
            };
            Some(ModelFact {
                spec: run.spec.clone(),
                check: 0,
                truth,
                model: String::new(),
            })
        };
        runs.iter().filter_map(of).collect()
    }

    /// Whether the answers so far leave it open who is right.
    fn is_open(&self, formula: &Formula, runs: &[Run], models: &[ModelFact]) -> bool {
        let decided = |run: &&Run| matches!(run.answer(0), Some(Answer::Sat | Answer::Unsat));
        let mut families: Vec<&str> = runs
            .iter()
            .filter(decided)
            .map(|run| run.family.as_str())
            .collect();
        families.sort_unstable();
        families.dedup();
        if families.is_empty() {
            let timed_out = runs.iter().any(|run| {
                run.outcome == Outcome::Timeout || matches!(run.answer(0), Some(Answer::Unknown(_)))
            });
            return timed_out && self.plan.ask_undecided > 0 && {
                let hash = formula.hash().0;
                u64::from(hash[31]) % self.plan.ask_undecided == 0
            };
        }
        let witnessed = models.iter().any(|fact| fact.truth == ModelTruth::True);
        let labelled = formula.label >= LabelSource::Confirmed;
        // One reference's word is enough: what it contradicts is looked at by all of them.
        let is_reference = |run: &&Run| self.plan.references.iter().any(|r| r.spec == run.spec);
        let answered = runs.iter().filter(decided).any(|run| is_reference(&run));
        families.len() < 2 && !witnessed && !labelled && !answered
    }

    fn judge(
        &self,
        formula: &Formula,
        sent: &Sent<'_>,
        runs: &[Run],
        models: Vec<ModelFact>,
        (obligations, proofs): (Vec<ObligationFact>, Vec<ProofFact>),
    ) -> Vec<Verdict> {
        let mut facts = Facts {
            models,
            obligations,
            proofs,
            ..Facts::default()
        };
        let judged = |facts: &Facts| {
            judge(&Judged {
                formula,
                runs,
                facts,
                policy: &self.plan.policy,
            })
        };
        let first = judged(&facts);
        let refused = runs
            .iter()
            .any(|run| matches!(run.outcome, Outcome::Rejected(_)));
        if first.is_empty() && !refused {
            return first;
        }
        // Only now is it worth asking what the release makes of the text, where we could not say it
        // in the release's own words.
        facts.well_sorted = refused;
        facts.gated = runs
            .iter()
            .filter(|_| sent.script.is_none())
            .filter_map(|run| {
                let why = self
                    .plan
                    .known
                    .legacy(&run.family, &run.version, &formula.text)?;
                Some((run.spec.clone(), why.to_string()))
            })
            .collect();
        judged(&facts)
    }

    /// A short limit suits the solver that it was learnt from; others may be slower by nature.
    pub(super) fn reference_limits(&self, reference: &Solver, limits: Limits) -> Limits {
        let least = LEAST_REFERENCE + crate::calibrate::start_of(reference);
        let least = least.min(self.plan.limits.cpu.unwrap_or(least));
        match limits.cpu {
            Some(cpu) if cpu < least => limits.timed(least),
            _ => limits,
        }
    }

    fn limits(&self, choice: &Choice) -> Limits {
        match choice.limit_ms {
            Some(millis) => self.plan.limits.timed(Duration::from_millis(millis)),
            None => self.plan.limits,
        }
    }
}

impl Tester for SolverTester {
    fn test(&mut self, formula: &Formula, choice: &Choice) -> Tested {
        let plan = self.plan.clone();
        let formula = &*plan.quarantine.without_label(formula);
        let read = self.standard.parse(formula.text.as_str()).ok();
        let standard = read.is_some();
        let script = read.or_else(|| self.lenient.parse(formula.text.as_str()).ok());
        let sent = Sent {
            text: &formula.text,
            script: script.as_ref(),
            standard,
        };
        let mut tested = self.test_sent(formula, &sent, choice);
        tested.edges = self.sight.as_mut().map_or(0, Sight::look);
        if let Some(script) = script {
            let parser = if standard {
                &mut self.standard
            } else {
                &mut self.lenient
            };
            parser.recycle(script);
        }
        tested
    }
}

impl SolverTester {
    fn test_sent(&mut self, formula: &Formula, sent: &Sent<'_>, choice: &Choice) -> Tested {
        let plan = self.plan.clone();
        let limits = self.limits(choice);
        let mut runs: Vec<Run> = Vec::with_capacity(plan.tested.len() + 1);
        let mut names = Vec::with_capacity(plan.tested.len() + 1);
        for solver in &plan.tested {
            let options = choice.options.iter().find(|(spec, _)| *spec == solver.spec);
            let varied = plan
                .book
                .varied(solver, options.map_or(&[], |(_, more)| more));
            names.push(solver.spec.clone());
            runs.push(self.run(
                &varied,
                sent,
                &limits,
                choice.scope && solver.resets_dearly(),
            ));
        }
        let obligations = self.obligations(formula, &runs, &limits);
        let proofs = self.proofs(formula, &runs, &limits);
        let proved: Vec<&str> = proofs.iter().map(counted).collect();
        let mut models = self.models(sent, &runs);
        let judged = self.settle_open(formula, sent, &runs, &mut models, &limits);
        for (reference, scope) in in_turn(&plan, formula, choice) {
            if !self.is_open(formula, &runs, &models) {
                break;
            }
            let own = self.reference_limits(reference, limits);
            let run = self.run(reference, sent, &own, scope);
            // One that does not have the formula was not asked.
            if matches!(run.outcome, Outcome::Unsupported(_)) {
                continue;
            }
            models.extend(self.models(sent, std::slice::from_ref(&run)));
            names.push(reference.spec.clone());
            runs.push(run);
        }
        if runs.iter().any(|run| run.outcome == Outcome::Cancelled) {
            return Tested {
                cancelled: true,
                ..Tested::default()
            };
        }
        if let Some((spec, failure)) = runs.iter().find_map(broken) {
            let why = self.plan.book.why_broken(&spec, failure);
            return Tested {
                broken: Some((spec, why)),
                ..Tested::default()
            };
        }
        let mut verdicts = self.judge(formula, sent, &runs, models, (obligations, proofs));
        // A reference that is slow or undecided is not what the hunt is after.
        verdicts.retain(|verdict| {
            let cost = matches!(verdict.kind, Kind::Slow | Kind::Incomplete);
            !cost
                || !plan
                    .references
                    .iter()
                    .any(|solver| solver.spec == verdict.solver)
        });
        let scoped = choice.scope && gadfly_solver::is_scoped(&formula.text);
        let mut histories: Vec<Vec<String>> = Vec::with_capacity(verdicts.len());
        verdicts.retain(|verdict| {
            let history = self.history(formula, sent, &runs, verdict, &limits, scoped);
            let stands = history.is_some();
            histories.extend(history);
            stands
        });
        let mut tested = tested(formula, &runs, &names, verdicts);
        tested.models = judged;
        tested.proofs = proved;
        for (suspicion, history) in tested.suspicions.iter_mut().zip(histories) {
            suspicion.verdict.history = history;
        }
        tested
    }

    /// What the blamed solver's process was given before, where a fresh one does not show the same.
    /// `None` where that does not say anything: scopes leave traces, which is no bug.
    fn history(
        &self,
        formula: &Formula,
        sent: &Sent<'_>,
        runs: &[Run],
        verdict: &Verdict,
        limits: &Limits,
        scoped: bool,
    ) -> Option<Vec<String>> {
        let about_cost = matches!(verdict.kind, Kind::Slow | Kind::Incomplete | Kind::Rejected);
        let persistent = |run: &&Run| run.spec == verdict.solver && !run.fresh;
        let scoped = scoped
            && self.plan.tested.iter().any(|solver| {
                is_or_varies(&verdict.solver, &solver.spec) && solver.resets_dearly()
            });
        let history = match scoped {
            true => None,
            false => Some(self.sessions.history(&verdict.solver)),
        };
        // What a solver says beside its answers is asked again in fresh processes, and nowhere else.
        let beside = matches!(verdict.oracle, "obligations_hold" | "proof_holds");
        let nothing_before = beside || history.as_ref().is_some_and(Vec::is_empty);
        let (Some(_), false, Ok(solver)) = (
            runs.iter().find(persistent),
            about_cost || nothing_before,
            self.plan.book.get(&verdict.solver),
        ) else {
            return Some(Vec::new());
        };
        let options = Options {
            limits: *limits,
            cancel: Some(self.plan.cancel.clone()),
            ..Options::default()
        };
        let fresh = solver.run(&with_model(&formula.text, true), &options);
        let again: Vec<Run> = runs
            .iter()
            .map(|run| if run.spec == fresh.spec { &fresh } else { run })
            .cloned()
            .collect();
        let models = self.models(sent, &again);
        let same = |other: &Verdict| {
            (other.kind, &other.solver, &other.signature)
                == (verdict.kind, &verdict.solver, &verdict.signature)
        };
        let again = self.judge(formula, sent, &again, models, Default::default());
        if again.iter().any(same) {
            return Some(Vec::new());
        }
        history
    }
}

/// The references in the order in which they are asked, and whether in scopes. Where the solver under
/// test is served in scopes, one of its own family costs next to nothing beside another code base,
/// which is then asked first one time in four.
fn in_turn<'a>(
    plan: &'a BenchPlan,
    formula: &Formula,
    choice: &Choice,
) -> impl Iterator<Item = (&'a Arc<Solver>, bool)> {
    let cheap_first = choice.scope && !formula.hash().0[30].is_multiple_of(4);
    let related = move |reference: &&Arc<Solver>| {
        let related =
            |tested: &Arc<Solver>| tested.resets_dearly() && tested.family == reference.family;
        choice.scope && plan.tested.iter().any(related)
    };
    let cheap = plan
        .references
        .iter()
        .filter(move |r| cheap_first && related(r));
    let rest = plan
        .references
        .iter()
        .filter(move |r| !(cheap_first && related(r)));
    cheap
        .map(|reference| (reference, true))
        .chain(rest.map(|reference| (reference, false)))
}

fn broken(run: &Run) -> Option<(String, String)> {
    match &run.outcome {
        Outcome::Broken(reason) => Some((run.spec.clone(), reason.clone())),
        _ => None,
    }
}

fn tested(formula: &Formula, runs: &[Run], names: &[String], verdicts: Vec<Verdict>) -> Tested {
    let outputs = if verdicts.is_empty() {
        Vec::new()
    } else {
        runs.iter().map(output).collect()
    };
    let short = runs.iter().zip(names).map(|(run, name)| TestRun {
        solver: name.as_str().into(),
        class: class_of(run),
        fresh: run.fresh,
        wall: run.raw.wall,
        cpu: run.raw.cpu,
    });
    Tested {
        runs: short.collect(),
        suspicions: verdicts
            .into_iter()
            .map(|verdict| suspicion(verdict, formula))
            .collect(),
        outputs,
        behaviours: vec![behaviour(formula, runs)],
        ..Tested::default()
    }
}

fn output(run: &Run) -> Output {
    Output {
        solver: run.spec.clone(),
        stdout: run.raw.stdout.clone(),
        stderr: run.raw.stderr.clone(),
    }
}

fn suspicion(verdict: Verdict, formula: &Formula) -> Suspicion {
    let group = Identity::before(&verdict, &formula.text);
    Suspicion {
        note_only: verdict.kind == Kind::Rejected,
        verdict: VerdictRow {
            id: 0,
            index: 0,
            n: 0,
            kind: verdict.kind,
            // Options differ from trigger to trigger; the group is about the solver.
            group: format!("{} {}", verdict.version, group.as_str()),
            solver: verdict.solver,
            family: verdict.family,
            check: verdict.check,
            evidence: verdict.evidence,
            sentence: verdict.sentence,
            signature: verdict.signature,
            label: formula.label,
            formula: None,
            state: VerdictState::Pending,
            finding: None,
            outputs: Vec::new(),
            history: Vec::new(),
        },
    }
}

/// How the solvers behaved, coarsely: a new one is worth looking at.
fn behaviour(formula: &Formula, runs: &[Run]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    crate::worker::logic_of(&formula.text).hash(&mut hasher);
    for run in runs {
        // Without its options: otherwise every set of them would be news.
        (&run.family, &run.version).hash(&mut hasher);
        (class_of(run) as u8).hash(&mut hasher);
        if let Some(Answer::Unknown(Some(reason))) = run.answers.first() {
            reason.hash(&mut hasher);
        }
        if class_of(run) != Class::Timeout {
            (run.raw.wall.as_micros().max(1).ilog2() / 2).hash(&mut hasher);
        }
    }
    hasher.finish()
}
