//! What only a persistent process shows, and after how few other formulas.

use crate::examine::same_matter;
use crate::{Case, Examination, Examiner, Status};
use gadfly_formula::Formula;
use gadfly_oracle::{Evidence, Facts, Judged, Kind, Signature, Verdict, judge};
use gadfly_solver::Run;

/// At most so many earlier formulas are replayed, and so many replays are made.
const LONGEST: usize = 256;
const REPLAYS: usize = 64;

/// Replays a session until a suspicion shows again.
struct Replay<'a> {
    examiner: &'a Examiner<'a>,
    formula: &'a Formula,
    suspicion: &'a Verdict,
    round: &'a [Run],
    facts: &'a Facts,
    left: usize,
    runs: Vec<Run>,
}

impl Examiner<'_> {
    /// Replays the session of a suspicion that no fresh process shows.
    pub(crate) fn only_in_session(
        &self,
        case: &Case,
        formula: &Formula,
        suspicion: &Verdict,
        round: &[Run],
        facts: &Facts,
        result: &mut Examination,
    ) {
        let mut runs = case.runs.iter().filter(|run| run.spec == suspicion.solver);
        let persistent = runs.any(|run| !run.fresh);
        let history = case
            .history
            .iter()
            .find(|(spec, _)| *spec == suspicion.solver);
        let not_shown = || (suspicion.clone(), "no fresh process shows it".to_string());
        let (true, Some((_, history))) = (persistent, history) else {
            return result.dismissed.push(not_shown());
        };
        let start = history.len().saturating_sub(LONGEST);
        let history: Vec<&str> = history[start..].iter().map(String::as_str).collect();
        let mut replay = Replay {
            examiner: self,
            formula,
            suspicion,
            round,
            facts,
            left: REPLAYS,
            runs: Vec::new(),
        };
        let prefix = replay.shortest(&history);
        result.extra.append(&mut replay.runs);
        match prefix {
            Some(prefix) => {
                let verdict = as_state(suspicion, prefix.len());
                let prefix = prefix.into_iter().map(str::to_string).collect();
                result.confirmed.push(self.confirmed(
                    verdict,
                    Status::State { prefix },
                    &formula.text,
                ));
            }
            None => result.dismissed.push(not_shown()),
        }
    }
}

impl Replay<'_> {
    /// The shortest list of earlier scripts found that shows the suspicion: first the shortest
    /// tail, then without each script that is not needed.
    fn shortest<'s>(&mut self, history: &[&'s str]) -> Option<Vec<&'s str>> {
        let mut length = 0;
        let mut prefix = loop {
            let tail = &history[history.len() - length.min(history.len())..];
            if self.shows(tail) {
                break tail.to_vec();
            }
            if length >= history.len() {
                return None;
            }
            length = (length * 2).max(1);
        };
        let mut i = 0;
        while i < prefix.len() && self.left > 0 {
            let mut without = prefix.clone();
            without.remove(i);
            if self.shows(&without) {
                prefix = without;
            } else {
                i += 1;
            }
        }
        Some(prefix)
    }

    fn shows(&mut self, prefix: &[&str]) -> bool {
        self.left = self.left.saturating_sub(1);
        let mut scripts = prefix.to_vec();
        scripts.push(&self.formula.text);
        let settings = self.examiner.settings;
        let spec = &self.suspicion.solver;
        let Ok(Some(run)) = self
            .examiner
            .runner
            .session(spec, &scripts, &settings.limits)
        else {
            return false;
        };
        let others = self
            .round
            .iter()
            .filter(|other| other.spec != *spec)
            .cloned();
        let runs: Vec<Run> = others.chain([run.clone()]).collect();
        self.runs.push(run);
        let judged = Judged {
            formula: self.formula,
            runs: &runs,
            facts: self.facts,
            policy: &settings.policy,
        };
        judge(&judged)
            .iter()
            .any(|verdict| same_matter(verdict, self.suspicion))
    }
}

fn as_state(suspicion: &Verdict, earlier: usize) -> Verdict {
    let after = crate::state_predicate::after(earlier);
    Verdict {
        kind: Kind::State,
        evidence: Evidence::Observed,
        signature: Signature::State(suspicion.kind, Box::new(suspicion.signature.clone())),
        sentence: format!(
            "In a persistent process, {after}: {} A fresh process does not show it.",
            suspicion.sentence
        ),
        ..suspicion.clone()
    }
}
