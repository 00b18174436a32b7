//! From a stored verdict to a finding: confirmed in fresh processes, described, made small.

mod describe;
mod exhibit;
mod files;
mod shrink;
mod state;

use crate::bench::{AtHand, SolverRegistry};
use crate::quarantine::Quarantine;
use crate::work::{Doubtful, Examined, Examiner, Real, Reduced};
use describe::describe;
pub(crate) use files::outcome;
use files::{command_of, run_file};
use gadfly_examine::{
    Confirmed, Doubt, Equipment, Rerun, Runner, SessionScripts, Settings, Status, Suspected, Wanted,
};
use gadfly_exec::{Cancel, Limits};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_oracle::{Evaluator, Identity, Kind, Known, LabelDoubt, Policy, Verdict, converted};
use gadfly_profile::is_or_varies;
use gadfly_solver::{Outcome, Run, Solver};
use gadfly_store::{Finding, VerdictRow};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex};

/// What the examiner works with.
pub struct ExaminerPlan {
    /// Solvers under test.
    pub tested: Vec<Arc<Solver>>,
    /// Solvers that confirm and arbitrate.
    pub references: Vec<Arc<Solver>>,
    /// Solvers that are asked only to bear out what is said against others.
    pub witnesses: Vec<Arc<Solver>>,
    /// All of them by spec.
    pub book: Arc<SolverRegistry>,
    /// Generous limits.
    pub limits: Limits,
    /// Evaluates models.
    pub evaluator: Arc<dyn Evaluator + Send + Sync>,
    /// Known issues and gates.
    pub known: Arc<Known>,
    /// What counts as what.
    pub policy: Policy,
    /// The seeds by path: text and claimed answers.
    pub seeds: Arc<FxHashMap<String, (String, Vec<Expect>)>>,
    /// Where seeds go whose labels are wrong.
    pub quarantine: Arc<Quarantine>,
    /// Stops everything.
    pub cancel: Cancel,
}

/// Confirms and reduces with real solvers.
pub struct SolverExaminer {
    plan: ExaminerPlan,
    equipment: Equipment<AtHand>,
    /// What was said of labels, so that it is said once.
    warned: Mutex<FxHashSet<String>>,
}

impl SolverExaminer {
    /// An examiner; it starts processes when it is asked.
    pub fn new(plan: ExaminerPlan) -> SolverExaminer {
        let unasked = plan.tested.iter().chain(&plan.references);
        let at_hand = AtHand {
            all: plan.book.clone(),
            unasked: unasked.chain(&plan.witnesses).cloned().collect(),
            cancel: plan.cancel.clone(),
        };
        SolverExaminer {
            equipment: Equipment {
                runner: at_hand.runner(),
                evaluator: plan.evaluator.clone(),
                known: plan.known.clone(),
                settings: Settings {
                    tries: 2,
                    limits: plan.limits,
                    policy: plan.policy.clone(),
                },
            },
            plan,
            warned: Mutex::default(),
        }
    }

    pub(crate) fn equipment(&self) -> &Equipment<AtHand> {
        &self.equipment
    }

    pub(crate) fn evaluator(&self) -> &dyn Evaluator {
        self.equipment.evaluator.as_ref()
    }

    /// One solver on one script in a fresh process, or why it could not be run.
    pub(crate) fn fresh(&self, spec: &str, script: &str) -> Result<Run, String> {
        let limits = &self.equipment.settings.limits;
        let run = self.equipment.runner.fresh(spec, script, limits);
        run.map_err(|error| error.to_string())
    }

    /// The blamed solver, then everyone who may say something to it, each once.
    pub(crate) fn specs(&self, blamed: &str) -> Vec<String> {
        let mut specs = vec![blamed.to_string()];
        for solver in self.plan.tested.iter().chain(&self.plan.references) {
            if !is_or_varies(blamed, &solver.spec) && !specs.contains(&solver.spec) {
                specs.push(solver.spec.clone());
            }
        }
        specs
    }

    /// The spec that the user gave, of which a solver is a variation. A whole command has options of
    /// its own, which are no variation.
    fn base<'a>(&'a self, spec: &'a str) -> &'a str {
        let all = self.plan.tested.iter().chain(&self.plan.references);
        let bases = all.map(|solver| solver.spec.as_str());
        let bases = bases.filter(|base| is_or_varies(spec, base));
        let longest = bases.max_by_key(|base| base.len());
        longest.unwrap_or_else(|| spec.split(' ').next().unwrap_or(spec))
    }

    fn seeds_of(&self, formula: &Formula) -> Vec<Formula> {
        let parents = formula.provenance.parents.iter();
        parents
            .filter_map(|parent| {
                let (text, expect) = self.plan.seeds.get(&parent.path)?;
                Some(Formula {
                    text: text.clone(),
                    expect: expect.clone(),
                    label: LabelSource::Claimed,
                    provenance: Provenance::default(),
                })
            })
            .collect()
    }
}

/// A confirmed verdict and the fresh runs that it rests on; `None` where there is none.
pub(crate) type Looked = Option<(Confirmed, Vec<Run>)>;

impl SolverExaminer {
    /// Runs everything again in fresh processes; of what is confirmed, the verdict that was
    /// suspected, or what evidence made of it. An error says that it could not be looked at.
    pub(crate) fn look(
        &self,
        formula: &Formula,
        solver: &str,
        kind: Kind,
    ) -> Result<Looked, String> {
        self.look_after(formula, solver, kind, &[])
    }

    /// The same, where the blamed solver was given these scripts before, in one process, and a
    /// fresh one did not show the same.
    pub(crate) fn look_after(
        &self,
        formula: &Formula,
        solver: &str,
        kind: Kind,
        before: &[String],
    ) -> Result<Looked, String> {
        let (specs, seeds) = (self.specs(solver), self.seeds_of(formula));
        let suspected = Suspected {
            before,
            seeds: &seeds,
            ..Suspected::new(formula, &specs, Some(kind))
        };
        let looked = self.equipment.rerun(&suspected);
        let looked = looked.map_err(|error| error.to_string())?;
        if self.plan.cancel.is_set() {
            return Err("the hunt was stopped".into());
        }
        for doubt in &looked.examination.doubts {
            self.warn(doubt, formula);
        }
        let wanted = Wanted {
            solver: Some(solver),
            kind: Some(kind),
        };
        let chosen = looked.finding(&wanted).cloned();
        let Rerun { runs, .. } = looked;
        Ok(chosen.map(|chosen| (chosen, runs)))
    }

    /// Says once that a seed's label, or one of our own making, is wrong: nobody is blamed by it.
    fn warn(&self, doubt: &LabelDoubt, formula: &Formula) {
        let parents = formula.provenance.parents.iter();
        let seeds: Vec<&str> = parents.map(|parent| parent.path.as_str()).collect();
        let seeds = seeds.join(" and ");
        let whose = if doubt.ours {
            let strategy = &formula.provenance.strategy;
            format!(
                "a label that {strategy} made from {seeds} is wrong, which is a fault of gadfly"
            )
        } else {
            self.plan.quarantine.put(formula);
            format!("the label of {seeds} is not used any more")
        };
        let Ok(mut warned) = self.warned.lock() else {
            return;
        };
        if warned.insert(whose.clone()) {
            eprintln!("warning: {whose}: {}", doubt.sentence);
        }
    }

    /// A script in a solver's own spelling, where that differs.
    fn sent(&self, spec: &str, script: &str) -> Option<String> {
        let solver = self.plan.book.get(spec).ok()?;
        let catalog = gadfly_catalog::Catalog::shared();
        let parsed =
            gadfly_term::Script::parse(script, &catalog, gadfly_term::Mode::Lenient).ok()?;
        let text = solver.express(&parsed).ok()?;
        (text != script).then(|| text.into_owned())
    }

    /// A confirmed verdict, ready to be a finding.
    pub(crate) fn real(&self, chosen: &Confirmed, formula: &Formula, runs: &[Run]) -> Real {
        let (mut finding, named) = describe(
            chosen,
            formula,
            runs,
            &self.plan.book,
            self.base(&chosen.verdict.solver),
        );
        let mut sent = self.sent(&chosen.verdict.solver, &formula.text);
        if let Some(sent) = &sent {
            // In the words of those who read it.
            finding.title = gadfly_report::title(&finding, sent);
        }
        if let Status::State { prefix } = &chosen.status {
            let scripts = SessionScripts {
                before: prefix.clone(),
                case: sent.unwrap_or_else(|| formula.text.clone()),
            };
            sent = Some(scripts.joined());
            finding.notes.push(session_note(prefix.len()));
            finding.before.clone_from(prefix);
        }
        let proving = chosen.proof.iter().map(|proof| &*proof.run);
        Real {
            finding,
            named,
            command: command_of(runs, &chosen.verdict.solver),
            sent,
            proof: proof_of(chosen),
            runs: runs
                .iter()
                .chain(proving)
                .map(|run| run_file(run, "original"))
                .collect(),
        }
    }
}

impl SolverExaminer {
    /// Whether a bug shows only where integers stand for reals, and not where their conversion is written.
    fn hangs_on_conversions(&self, chosen: &Confirmed, formula: &Formula) -> bool {
        if matches!(chosen.status, Status::State { .. }) {
            return false;
        }
        let Some(text) = converted(&formula.text) else {
            return false;
        };
        let full = Formula {
            text,
            ..formula.clone()
        };
        let verdict = &chosen.verdict;
        // A run that came to no end says nothing.
        let asked = self.fresh(&verdict.solver, &full.text);
        if !asked.is_ok_and(|run| run.outcome == Outcome::Done) {
            return false;
        }
        match self.look(&full, &verdict.solver, verdict.kind) {
            Ok(Some((again, _))) => !shrink::alike(&again, chosen),
            Ok(None) => true,
            Err(_) => false,
        }
    }
}

/// A bug in what a solver makes of integers that stand for reals is one, whatever the formula is.
fn name_after_conversions(finding: &mut Finding, verdict: &Verdict) {
    finding.identity = identity_of_conversions(verdict);
    finding.notes.push(CONVERSIONS.to_string());
}

fn identity_of_conversions(verdict: &Verdict) -> String {
    format!("{} {}", verdict.version, Identity::of_conversions(verdict))
}

const CONVERSIONS: &str = "It does not show where the conversions of integers to reals are written (`to_real`, `0.0` for `0`).";

impl Examiner for SolverExaminer {
    fn confirm(&mut self, verdict: &VerdictRow) -> Examined {
        let text = verdict.formula.as_deref();
        let Some(formula) = text.and_then(|text| labelled_formula(text, verdict.label)) else {
            return Examined::Unconfirmed("its formula was not kept".into());
        };
        let looked = self.look_after(&formula, &verdict.solver, verdict.kind, &verdict.history);
        let (chosen, runs) = match looked {
            Ok(Some(looked)) => looked,
            Ok(None) => return Examined::Unconfirmed("no fresh process shows it".into()),
            Err(_) if self.plan.cancel.is_set() => return Examined::Cancelled,
            Err(why) => {
                let why = self.plan.book.why_broken(&verdict.solver, why);
                return Examined::Broken(verdict.solver.clone(), why);
            }
        };
        if let Status::Doubt(doubt) = &chosen.status {
            return Examined::Doubt(Box::new(doubtful(&chosen.verdict, doubt)));
        }
        let mut real = self.real(&chosen, &formula, &runs);
        real.finding.label = verdict.label;
        if !real.named && self.hangs_on_conversions(&chosen, &formula) {
            name_after_conversions(&mut real.finding, &chosen.verdict);
        }
        if !real.named {
            real.finding.frames = self.frames(&real.finding, &formula.text);
        }
        Examined::Confirmed(Box::new(real))
    }

    fn reduce(&mut self, finding: &Finding, original: &str) -> Option<Reduced> {
        match finding.kind == Kind::State {
            true => self.shrink_state(finding, original),
            false => self.shrink(finding, original),
        }
    }
}

/// The text of the proof that a verdict rests on or is about.
fn proof_of(confirmed: &Confirmed) -> Option<String> {
    let proof = confirmed.proof.as_ref()?;
    proof.text().map(str::to_string)
}

/// What is kept of a verdict that nobody beside us bears out.
fn doubtful(verdict: &Verdict, doubt: &Doubt) -> Doubtful {
    Doubtful {
        doubt: gadfly_store::Doubt {
            kind: verdict.kind,
            solver: verdict.solver.clone(),
            sentence: verdict.sentence.clone(),
            why: doubt.why.clone(),
            said: doubt.said.clone(),
            ..gadfly_store::Doubt::default()
        },
        model: doubt.model.clone(),
        question: doubt.question.clone(),
    }
}

fn session_note(earlier: usize) -> String {
    let formulas = match earlier {
        1 => "1 earlier formula first, followed by (reset); the script as sent holds both",
        n => &format!(
            "{n} earlier formulas first, each followed by (reset); the script as sent holds them all"
        ),
    };
    format!("It shows in one process that is given {formulas}.")
}

/// A formula with its header, and its label as strong as it was.
pub(crate) fn labelled_formula(text: &str, label: LabelSource) -> Option<Formula> {
    let mut formula = Formula::parse(text).ok()?;
    formula.label = label;
    Some(formula)
}
