//! A confirmed finding made small, with the releases that show it and its final identity.

use super::SolverExaminer;
use super::describe::{finding_run, is_named};
use super::files::{command_of, run_file};
use crate::bench::join;
use crate::explained::telling;
use crate::work::Reduced;
use gadfly_examine::{Confirmed, Order, Settings, Status, brisk};
use gadfly_formula::{Formula, LabelSource, Provenance};
use gadfly_oracle::{Identity, Kind, Mark, Verdict, converted};
use gadfly_solver::{Outcome, Run};
use gadfly_store::{Finding, Reduction, Release};
use std::time::{Duration, Instant};

/// What one reduction may take.
const MOST_TIME: Duration = Duration::from_secs(40);
const MOST_CHECKS: u64 = 4000;

/// The least CPU time of a run in a reduction.
pub(super) const LEAST_LIMIT: Duration = Duration::from_millis(300);
/// How a note begins that names a report.
const COMPARE: &str = "Possibly a duplicate of a report:";
/// The least CPU time of another release.
const LEAST_RELEASE: Duration = Duration::from_secs(1);

/// What a hunt orders.
pub(super) fn order<'a>(halt: &'a (dyn Fn() -> bool + Sync)) -> Order<'a> {
    Order {
        time: Some(MOST_TIME),
        checks: Some(MOST_CHECKS),
        halt,
        ..Order::default()
    }
}

impl SolverExaminer {
    /// Makes a finding small. `None` where the hunt was stopped or the bug no longer shows.
    pub(super) fn shrink(&self, finding: &Finding, original: &str) -> Option<Reduced> {
        let formula = super::labelled_formula(original, finding.label)?;
        let (mut confirmed, runs) = self.look(&formula, &finding.solver, finding.kind).ok()??;
        if matches!(confirmed.status, Status::Doubt(_)) {
            return None;
        }
        let mut finding = finding.clone();
        self.drop_options(&mut finding, &mut confirmed, &formula);
        let started = Instant::now();
        let (case, tried) = self.reduction(&confirmed, &runs, &formula.text);
        if self.plan.cancel.is_set() {
            return None;
        }
        finding.reduction = Some(Reduction {
            before: formula.text.len() as u64,
            after: case.len() as u64,
            seconds: started.elapsed().as_secs_f64(),
            tried,
        });
        // What the original needs, what is left of it may not.
        self.drop_options(&mut finding, &mut confirmed, &unlabelled(&case));
        let verdict = self.settled(&mut finding, &confirmed.verdict, &case);
        Some(self.finish(finding, &verdict, case))
    }

    /// A finding with a case that was reduced beside the hunt. `None` where the bug no longer shows.
    pub(crate) fn adopt(
        &self,
        finding: &Finding,
        original: &str,
        case: String,
        reduction: Reduction,
    ) -> Option<Reduced> {
        let formula = super::labelled_formula(original, finding.label)?;
        let (confirmed, _) = self.look(&formula, &finding.solver, finding.kind).ok()??;
        if matches!(confirmed.status, Status::Doubt(_)) {
            return None;
        }
        let mut finding = finding.clone();
        finding.reduction = Some(reduction);
        let verdict = self.settled(&mut finding, &confirmed.verdict, &case);
        Some(self.finish(finding, &verdict, case))
    }

    /// A bare difference is often settled by its small case: then the finding is about whoever is
    /// wrong there.
    fn settled(&self, finding: &mut Finding, verdict: &Verdict, case: &str) -> Verdict {
        let case = unlabelled(case);
        let looked = match verdict.kind {
            Kind::Disagreement => self.look(&case, &finding.solver, Kind::Soundness),
            _ => return verdict.clone(),
        };
        let Ok(Some((again, runs))) = looked else {
            return verdict.clone();
        };
        let wrong = matches!(again.verdict.kind, Kind::Soundness | Kind::InvalidModel);
        if !wrong || again.status != Status::Confirmed {
            return verdict.clone();
        }
        let about = self.real(&again, &case, &runs).finding;
        *finding = Finding {
            kind: about.kind,
            solver: about.solver,
            family: about.family,
            version: about.version,
            title: about.title,
            sentence: about.sentence,
            evidence: about.evidence,
            signature: about.signature,
            check: about.check,
            identity: about.identity,
            priority: about.priority,
            options: about.options,
            witnesses: about.witnesses,
            ..finding.clone()
        };
        again.verdict
    }

    /// The smallest script found that shows the bug, and how many were tried; the original where
    /// nothing smaller stands.
    fn reduction(&self, confirmed: &Confirmed, runs: &[Run], original: &str) -> (String, u64) {
        let equipment = &self.equipment;
        let means = equipment.means(confirmed.verdict.kind, runs, LEAST_LIMIT);
        let bug = equipment.same_bug(&means, confirmed, original, None);
        let halt = || self.plan.cancel.is_set();
        match gadfly_examine::drive(original, original, &bug.ways(), order(&halt)) {
            Ok(driven) if driven.confirmed => (driven.reduction.text, driven.reduction.checks),
            _ => (original.to_string(), 0),
        }
    }

    /// Leaves out each option that the bug does not need.
    fn drop_options(&self, finding: &mut Finding, confirmed: &mut Confirmed, formula: &Formula) {
        let mut at = 0;
        while at < finding.options.len() {
            let mut fewer = finding.options.clone();
            fewer.remove(at);
            let Some(base) = finding.solver.strip_suffix(&join("", &finding.options)) else {
                return;
            };
            let spec = join(base, &fewer);
            match self.look(formula, &spec, finding.kind) {
                Ok(Some((again, _)))
                    if again.verdict.solver == spec && alike(&again, confirmed) =>
                {
                    finding.options = fewer;
                    finding.solver = spec;
                    *confirmed = again;
                }
                _ => at += 1,
            }
        }
    }

    /// What everyone says to the case, since when, and what the bug is called now.
    fn finish(&self, mut finding: Finding, verdict: &Verdict, case: String) -> Reduced {
        let specs = self.specs(&finding.solver);
        let runs: Vec<Run> = specs
            .iter()
            .filter_map(|spec| self.fresh(spec, &case).ok())
            .collect();
        finding.runs = runs.iter().map(finding_run).collect();
        let again = self.say_again(&mut finding, verdict, &case);
        let about = again.as_ref().map_or(verdict, |again| &again.verdict);
        let checks = gadfly_solver::count_checks(&case).saturating_sub(1);
        finding.check = about.check.min(checks) as u64;
        self.exhibit(&mut finding, verdict, &case);
        let proving = again.iter().filter_map(|again| again.proof.as_ref());
        let proving: Vec<Run> = proving.map(|proof| (*proof.run).clone()).collect();
        let settings = brisk(&self.equipment.settings, &runs, LEAST_RELEASE);
        finding.releases = self.releases(&finding, &case, &settings);
        let identity = Identity::after(verdict, &case);
        // One that is named after conversions keeps that name while there are any.
        let conversions = finding.identity == super::identity_of_conversions(verdict)
            && converted(&case).is_some();
        if !conversions {
            finding.notes.retain(|note| note != super::CONVERSIONS);
        }
        if !is_named(verdict) && !conversions {
            finding.identity = format!("{} {identity}", finding.version);
            finding.frames = self.frames(&finding, &case);
        }
        finding.operators = telling(&case);
        let sent = self.sent(&finding.solver, &case);
        finding.title = gadfly_report::title(&finding, sent.as_deref().unwrap_or(&case));
        if let Some(issue) = self.plan.known.issue(verdict, &case) {
            let note = format!(
                "It looks like the known issue {} ({}).",
                issue.id, issue.reference
            );
            if !finding.notes.contains(&note) {
                finding.notes.push(note);
            }
        }
        self.compare_with_reports(&mut finding, &case);
        let files = runs.iter().chain(&proving);
        let files = files.map(|run| run_file(run, "case")).collect();
        Reduced {
            command: command_of(&runs, &finding.solver),
            sent,
            proof: again.as_ref().and_then(super::proof_of),
            runs: files,
            finding,
            case,
        }
    }

    /// Notes what was reported already and may be the same.
    fn compare_with_reports(&self, finding: &mut Finding, case: &str) {
        finding.notes.retain(|note| !note.starts_with(COMPARE));
        for report in self.plan.known.likely(&finding.family, finding.kind, case) {
            let note = format!("{COMPARE} {} ({}).", report.title, report.reference);
            finding.notes.push(note);
        }
    }

    /// Where the solver dies on the case, if it does and a debugger can tell.
    pub(super) fn frames(&self, finding: &Finding, case: &str) -> Vec<String> {
        let solver = self.plan.book.get(&finding.solver);
        let Some(solver) = solver.ok().filter(|_| finding.kind == Kind::Crash) else {
            return Vec::new();
        };
        let options = gadfly_solver::Options {
            cancel: Some(self.plan.cancel.clone()),
            ..Default::default()
        };
        let sent = self.sent(&finding.solver, case);
        solver.frames_at_death(sent.as_deref().unwrap_or(case), &options)
    }

    /// The finding in one sentence about the case: until now it was about the original. What is confirmed
    /// of the case, where it is the same.
    fn say_again(&self, finding: &mut Finding, verdict: &Verdict, case: &str) -> Option<Confirmed> {
        let looked = self.look(&unlabelled(case), &finding.solver, finding.kind);
        let (again, _) = looked.ok()??;
        // A false model of a case that has none is a wrong `sat`, which says more.
        let same = again.verdict.kind == verdict.kind
            || (verdict.kind, again.verdict.kind) == (Kind::InvalidModel, Kind::Soundness);
        if same && again.verdict.solver == finding.solver {
            finding.evidence = again.verdict.evidence;
            finding.sentence.clone_from(&again.verdict.sentence);
            finding.witnesses = again.witnesses.iter().map(ToString::to_string).collect();
            finding.obligation.clone_from(&again.obligation);
            return Some(again);
        }
        if again.verdict.kind == Kind::Disagreement {
            let note = format!(
                "The label is the original's. Of the case: {}",
                again.verdict.sentence
            );
            finding.notes.push(note);
        }
        None
    }

    /// All installed releases of the family on the case, each with the options that it knows.
    fn releases(&self, finding: &Finding, case: &str, settings: &Settings) -> Vec<Release> {
        let releases = self.plan.book.releases(&finding.family);
        if releases.len() < 2 {
            return Vec::new();
        }
        let mut asked: Vec<Asked> = releases
            .into_iter()
            .map(|release| (release, finding.options.clone()))
            .collect();
        let formula = unlabelled(case);
        // Other solvers under test tell what is right, too.
        let references = self.specs(&finding.solver).split_off(1);
        let equipment = &self.equipment;
        let examiner = equipment.examiner_with(&equipment.runner, settings);
        let mut chronicle = examiner.chronicle(&formula, &specs_of(&asked), &references);
        while drop_unknown(&mut asked, &chronicle.runs) {
            chronicle = examiner.chronicle(&formula, &specs_of(&asked), &references);
        }
        let rows = chronicle
            .histories
            .into_iter()
            .flat_map(|(_, history)| history.rows);
        rows.map(|row| Release {
            spec: row.spec,
            result: row.said,
            bad: match row.mark {
                Mark::Good => Some(false),
                Mark::Bad(_) => Some(true),
                Mark::Undecided(_) | Mark::Unclear(_) => None,
            },
        })
        .collect()
    }
}

/// A release, and the options that it is asked with.
type Asked = (String, Vec<String>);

fn specs_of(asked: &[Asked]) -> Vec<String> {
    let specs = asked.iter();
    specs.map(|(release, with)| join(release, with)).collect()
}

/// Drops the options that a release says it does not know; whether there were any.
fn drop_unknown(asked: &mut [Asked], runs: &[Run]) -> bool {
    let mut dropped = false;
    for (release, with) in asked {
        let spec = join(release, with);
        let run = runs.iter().find(|run| run.spec == spec);
        if let Some(Outcome::Unsupported(why)) = run.map(|run| &run.outcome) {
            let before = with.len();
            with.retain(|option| !names(why, option));
            dropped |= with.len() < before;
        }
    }
    dropped
}

/// Whether what a solver says is about this option, by its name or, as older releases of z3 say it, by its
/// name within a module.
fn names(why: &str, option: &str) -> bool {
    let name = option.trim_start_matches('-');
    let name = name.split('=').next().unwrap_or(name);
    let within = name
        .split_once('.')
        .map(|(_, within)| format!("'{within}'"));
    why.contains(name) || within.is_some_and(|within| why.contains(&within))
}

/// Whether what shows without an option is what showed with it, and no other bug.
pub(super) fn alike(again: &Confirmed, before: &Confirmed) -> bool {
    let (new, old) = (&again.verdict, &before.verdict);
    let wrong_sat = (old.kind, new.kind) == (Kind::InvalidModel, Kind::Soundness);
    let firm = !matches!(again.status, Status::Doubt(_));
    firm && (wrong_sat || (new.kind, &new.signature) == (old.kind, &old.signature))
}

/// A case: what its formula's label was says nothing about it.
fn unlabelled(case: &str) -> Formula {
    Formula {
        text: case.to_string(),
        expect: Vec::new(),
        label: LabelSource::None,
        provenance: Provenance::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_a_release_does_not_know_is_recognised() {
        let cmul = "rewriter.hoist_cmul=true";
        for (why, option, is_named) in [
            (
                "unknown parameter 'hoist_cmul' at module 'rewriter'",
                cmul,
                true,
            ),
            ("unknown parameter 'rewriter.hoist_cmul'", cmul, true),
            (
                "unknown parameter 'arith.nl.gb' at module 'smt'",
                "smt.arith.nl.gb=false",
                true,
            ),
            ("unrecognized option: nl-cov", "--nl-cov", true),
            (
                "unknown parameter 'hoist_mul' at module 'rewriter'",
                cmul,
                false,
            ),
            ("it lacks the command `minimize`", cmul, false),
        ] {
            assert_eq!(names(why, option), is_named, "{why} {option}");
        }
    }
}
