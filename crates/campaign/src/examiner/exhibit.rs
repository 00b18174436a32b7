//! What a report shows beside a verdict: the model that it is about, and what subterms are under it.

use super::SolverExaminer;
use gadfly_catalog::Catalog;
use gadfly_oracle::{Kind, ModelTruth, Verdict, Wrong, probe};
use gadfly_store::Finding;
use gadfly_term::{Mode, Script};

/// So many values are shown.
const MOST_VALUES: usize = 6;
/// Longer terms and values say little in a line.
const LINE: usize = 70;
/// Longer models are not shown.
const MOST_MODEL: usize = 4000;

impl SolverExaminer {
    /// Adds the model that shows what is wrong of a case: the blamed solver's false one, or one of somebody
    /// else's for what it refutes.
    pub(super) fn exhibit(&self, finding: &mut Finding, verdict: &Verdict, case: &str) {
        finding.model = None;
        finding.values.clear();
        let holds = match (verdict.kind, verdict.wrong) {
            (Kind::InvalidModel, _) => false,
            (Kind::Soundness, Some(Wrong::Refutation)) => true,
            _ => return,
        };
        let check = finding.check as usize;
        let mut specs = self.specs(&finding.solver);
        specs.retain(|spec| (*spec == finding.solver) != holds);
        let probe = probe::with_models(case, &[check]);
        let shown = specs.iter().find_map(|spec| {
            let model = self.fresh(spec, &probe).ok()?.models.into_iter().next()?;
            let fits = match self.evaluator().evaluate(case, check, &model) {
                ModelTruth::True => holds,
                ModelTruth::False(_) => !holds,
                _ => false,
            };
            // One without functions says nothing.
            let tells = model.contains("(define-") && model.len() < MOST_MODEL;
            (fits && tells).then_some(model)
        });
        if let Some(model) = shown {
            if !holds {
                finding.values = self.values(case, check, &model);
            }
            finding.model = Some(model);
        }
    }

    /// Subterms of the assertion that is false, with their values, the assertion last.
    fn values(&self, case: &str, check: usize, model: &str) -> Vec<(String, String)> {
        let Ok(script) = Script::parse(case, &Catalog::shared(), Mode::Lenient) else {
            return Vec::new();
        };
        let values = self.evaluator().values(&script, check, model);
        let text = |node| {
            let span = script.span(node);
            script.source()[span.range()]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut shown: Vec<(String, String)> = Vec::new();
        for (node, value) in values {
            let pair = (text(node), value);
            // Constants and names say nothing that the model does not.
            let tells = pair.0.starts_with('(') && pair.0 != pair.1;
            let short = pair.0.len() <= LINE && pair.1.len() <= LINE;
            if tells && short && !shown.contains(&pair) {
                shown.push(pair);
            }
        }
        shown.split_off(shown.len().saturating_sub(MOST_VALUES))
    }
}
