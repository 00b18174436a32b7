//! A `state` finding on another build: with the scripts that its process was given before.

use super::{FIXED, Fate};
use crate::examiner::SolverExaminer;
use gadfly_examine::Compared;
use gadfly_formula::Formula;
use gadfly_store::{Finding, VerdictRow};

impl SolverExaminer {
    /// A `state` finding's case: in fresh processes first, then with its history.
    pub(super) fn state_case(
        &self,
        spec: &str,
        finding: &Finding,
        formula: &Formula,
        triggers: &[VerdictRow],
    ) -> (Fate, String) {
        let kind = finding.signature.state_of().unwrap_or(finding.kind);
        match self.look(formula, spec, kind) {
            Err(why) => return (Fate::Unclear, why),
            Ok(Some((found, _))) if found.verdict.solver == spec => {
                let words = format!("A fresh process shows it too. {}", found.verdict.sentence);
                return (Fate::Changed, words);
            }
            Ok(_) => {}
        }
        // Findings of older stores have their history with their first trigger only.
        let kept = triggers.iter().map(|trigger| &trigger.history);
        let before = match finding.before.is_empty() {
            true => kept.into_iter().find(|history| !history.is_empty()),
            false => Some(&finding.before),
        };
        match before {
            Some(before) => self.in_session(spec, finding, formula, before),
            None => (
                Fate::Unclear,
                "what its process was given before was not kept".into(),
            ),
        }
    }

    /// A formula in a persistent process that is given the earlier scripts first.
    pub(super) fn in_session(
        &self,
        spec: &str,
        finding: &Finding,
        formula: &Formula,
        before: &[String],
    ) -> (Fate, String) {
        let Some(predicate) = self.state_predicate(finding, spec) else {
            return (Fate::Unclear, "its signature does not read back".into());
        };
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        match predicate.compare(&before, &formula.text) {
            Compared::Shows(sentence) => (Fate::StillThere, sentence),
            Compared::Differs(sentence) => (Fate::Changed, sentence),
            Compared::Unclear(why) => (Fate::Unclear, why),
            Compared::Same => match self.disturbed(spec, &before, formula) {
                None => (Fate::Fixed, FIXED.into()),
                Some(why) => (Fate::Unclear, why),
            },
        }
    }
}
