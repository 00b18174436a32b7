//! A `state` finding reduced: the list of earlier scripts, the formula, and the commands of the
//! earlier scripts, as long as a persistent process shows the bug and a fresh one does not.

use super::describe::{finding_run, is_named};
use super::files::{command_of, run_file};
use super::shrink::{LEAST_LIMIT, MOST_CHECKS, MOST_TIME};
use super::{SolverExaminer, session_note, session_script};
use crate::work::Reduced;
use gadfly_formula::Formula;
use gadfly_oracle::{Compared, Identity, Kind, Runner, Settings, StatePredicate, Verdict};
use gadfly_reduce::{Budget, Predicate, PredicateError, Setting, Silent, Tried, reduce};
use gadfly_solver::Run;
use gadfly_store::{Finding, Reduction};
use std::cell::Cell;
use std::time::Instant;

/// What one process is given.
#[derive(Clone)]
struct Scripts {
    /// The scripts before the case, oldest first.
    before: Vec<String>,
    /// The case.
    case: String,
}

impl Scripts {
    fn len(&self) -> usize {
        session_script(&self.before, &self.case).len()
    }

    fn with(&self, part: Part, text: &str) -> Scripts {
        let mut changed = self.clone();
        match part {
            Part::Case => changed.case = text.to_string(),
            Part::Earlier(n) => changed.before[n] = text.to_string(),
        }
        changed
    }
}

/// Which of the scripts is changed.
#[derive(Clone, Copy)]
enum Part {
    Case,
    Earlier(usize),
}

/// A reduction at work.
struct InSession<'a> {
    examiner: &'a SolverExaminer,
    predicate: StatePredicate<'a>,
    deadline: Instant,
    checks: Cell<u64>,
}

impl InSession<'_> {
    fn shows(&self, scripts: &Scripts) -> bool {
        self.checks.set(self.checks.get() + 1);
        let before: Vec<&str> = scripts.before.iter().map(String::as_str).collect();
        self.predicate.shows(&before, &scripts.case)
    }

    fn is_over(&self) -> bool {
        let cancelled = self.examiner.plan.cancel.is_set();
        cancelled || self.checks.get() >= MOST_CHECKS || Instant::now() >= self.deadline
    }

    /// Leaves out earlier scripts, many at once before few.
    fn fewer(&self, scripts: &mut Scripts) {
        let mut size = scripts.before.len();
        while size > 0 {
            let mut at = 0;
            while at < scripts.before.len() && !self.is_over() {
                let end = (at + size).min(scripts.before.len());
                let mut without = scripts.clone();
                without.before.drain(at..end);
                if self.shows(&without) {
                    *scripts = without;
                } else {
                    at = end;
                }
            }
            size /= 2;
        }
    }

    /// Makes one of the scripts smaller.
    fn smaller(&self, scripts: &mut Scripts, part: Part) {
        let text = match part {
            Part::Case => scripts.case.clone(),
            Part::Earlier(n) => scripts.before[n].clone(),
        };
        let left = MOST_CHECKS.saturating_sub(self.checks.get());
        let setting = Setting {
            jobs: 1,
            budget: Budget {
                deadline: Some(self.deadline),
                checks: Some(left),
                interrupted: None,
            },
            tried: &Tried::default(),
            observer: &Silent,
        };
        let one = OnePart {
            scripts,
            part,
            predicate: &self.predicate,
            examiner: self.examiner,
        };
        if let Ok(reduction) = reduce(&text, &one, setting) {
            self.checks.set(self.checks.get() + reduction.checks);
            *scripts = scripts.with(part, &reduction.text);
        }
    }

    fn run(&self, scripts: &mut Scripts) {
        self.fewer(scripts);
        self.smaller(scripts, Part::Case);
        for n in (0..scripts.before.len()).rev() {
            if self.is_over() {
                return;
            }
            self.smaller(scripts, Part::Earlier(n));
        }
        // What an earlier script needed may have been in one that is smaller now.
        self.fewer(scripts);
    }
}

/// The predicate of one script while the others stay.
struct OnePart<'a> {
    scripts: &'a Scripts,
    part: Part,
    predicate: &'a StatePredicate<'a>,
    examiner: &'a SolverExaminer,
}

impl Predicate for OnePart<'_> {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        if self.examiner.plan.cancel.is_set() {
            return Err(PredicateError("the hunt was stopped".into()));
        }
        let scripts = self.scripts.with(self.part, script);
        let before: Vec<&str> = scripts.before.iter().map(String::as_str).collect();
        Ok(self.predicate.shows(&before, &scripts.case))
    }
}

impl SolverExaminer {
    /// Reduces a `state` finding. `None` where the hunt was stopped, the earlier scripts were not
    /// kept, or the bug no longer shows.
    pub(super) fn shrink_state(&self, finding: &Finding, original: &str) -> Option<Reduced> {
        let formula = super::labelled_formula(original, finding.label)?;
        let kind = finding.signature.state_of()?;
        let looked = self.look_after(&formula, &finding.solver, kind, &finding.before);
        let (confirmed, _) = looked.ok()??;
        if confirmed.verdict.kind != Kind::State {
            return None;
        }
        let started = Instant::now();
        let whole = Scripts {
            before: finding.before.clone(),
            case: formula.text.clone(),
        };
        let (scripts, tried) = self.reduce_session(finding, &whole)?;
        let sentence = self.still_shows(finding, &scripts)?;
        if self.plan.cancel.is_set() {
            return None;
        }
        let mut finding = finding.clone();
        let (old, new) = (session_note(finding.before.len()), scripts.before.len());
        for note in &mut finding.notes {
            if *note == old {
                *note = session_note(new);
            }
        }
        finding.before.clone_from(&scripts.before);
        finding.sentence = sentence;
        finding.reduction = Some(Reduction {
            before: whole.len() as u64,
            after: scripts.len() as u64,
            seconds: started.elapsed().as_secs_f64(),
            tried,
        });
        Some(self.finish_state(finding, &confirmed.verdict, scripts.case))
    }

    /// The smallest scripts found, and how many were tried. First with short time limits, which
    /// most bugs keep; `None` where the bug does not show even with long ones.
    fn reduce_session(&self, finding: &Finding, whole: &Scripts) -> Option<(Scripts, u64)> {
        let limits = self.settings.limits;
        let brisk = Settings {
            limits: crate::setup::timed(limits, limits.cpu.unwrap_or(LEAST_LIMIT).min(LEAST_LIMIT)),
            ..self.settings.clone()
        };
        for settings in [&brisk, &self.settings] {
            let oracle = self.oracle_with(&self.runner, settings);
            let work = InSession {
                examiner: self,
                predicate: StatePredicate::of(oracle, &finding.solver, &finding.signature)?,
                deadline: Instant::now() + MOST_TIME,
                checks: Cell::new(0),
            };
            let mut scripts = whole.clone();
            if !work.shows(&scripts) {
                continue;
            }
            work.run(&mut scripts);
            if self.still_shows(finding, &scripts).is_some() {
                return Some((scripts, work.checks.get()));
            }
        }
        None
    }

    /// What a persistent and a fresh process do with the scripts, each run of them a new one, with
    /// time enough; `None` where the bug does not show every time.
    fn still_shows(&self, finding: &Finding, scripts: &Scripts) -> Option<String> {
        let before: Vec<&str> = scripts.before.iter().map(String::as_str).collect();
        let mut sentence = None;
        for _ in 0..self.settings.tries.max(1) {
            let predicate = StatePredicate::of(self.oracle(), &finding.solver, &finding.signature)?;
            match predicate.compare(&before, &scripts.case) {
                Compared::Shows(said) => sentence = Some(said),
                _ => return None,
            }
        }
        sentence
    }

    /// What everyone says to the case, and what the bug is called now.
    fn finish_state(&self, mut finding: Finding, verdict: &Verdict, case: String) -> Reduced {
        let limits = &self.settings.limits;
        let mut scripts: Vec<&str> = finding.before.iter().map(String::as_str).collect();
        scripts.push(&case);
        let ask = |spec: &String| match *spec == finding.solver {
            true => self.runner.session(spec, &scripts, limits).ok().flatten(),
            false => self.runner.fresh(spec, &case, limits).ok(),
        };
        let specs = self.specs(&finding.solver);
        let runs: Vec<Run> = specs.iter().filter_map(ask).collect();
        finding.runs = runs.iter().map(finding_run).collect();
        if !is_named(verdict) {
            let identity = Identity::after(verdict, &case);
            finding.identity = format!("{} {identity}", finding.version);
        }
        let last = self.sent(&finding.solver, &case);
        let sent = session_script(&finding.before, last.as_deref().unwrap_or(&case));
        Reduced {
            command: command_of(&runs, &finding.solver),
            sent: Some(sent),
            runs: runs.iter().map(|run| run_file(run, "case")).collect(),
            finding,
            case,
        }
    }
}

impl SolverExaminer {
    /// The bug predicate of a `state` finding on a solver, and on its case or original.
    pub(crate) fn state_predicate<'a>(
        &'a self,
        finding: &Finding,
        solver: &str,
    ) -> Option<StatePredicate<'a>> {
        StatePredicate::of(self.oracle(), solver, &finding.signature)
    }

    /// Why a persistent process of a solver does not take these scripts; `None` where it does.
    pub(crate) fn disturbed(
        &self,
        solver: &str,
        before: &[&str],
        formula: &Formula,
    ) -> Option<String> {
        let mut scripts = before.to_vec();
        scripts.push(&formula.text);
        match self.runner.serve(solver, &scripts, &self.settings.limits) {
            Ok(Some(served)) => served.disturbed,
            Ok(None) => Some("it has no persistent mode".into()),
            Err(error) => Some(error.to_string()),
        }
    }
}
