//! Our own reader and evaluator as judges of scripts and models.

use crate::{ModelTruth, Undetermined};
use gadfly_catalog::Catalog;
use gadfly_eval::{Budget, Evaluation, Model, Truth, evaluate_at, trace};
use gadfly_term::{Mode, NodeId, Script};
use std::sync::Arc;

/// Evaluates a solver's model, without the oracles knowing how.
pub trait Evaluator: Sync {
    /// The value of all assertions that hold at the n-th `check-sat`, under a model as the solver
    /// printed it.
    fn evaluate(&self, script: &str, check: usize, model: &str) -> ModelTruth;

    /// The same for a script that was read already, by the standard's rules.
    fn evaluate_read(&self, script: &Script, check: usize, model: &str) -> ModelTruth {
        self.evaluate(script.source(), check, model)
    }

    /// The value of every subterm that led to a verdict on a model: of the first assertion that is
    /// false, or of all. Empty where some are not known.
    fn values(&self, script: &Script, check: usize, model: &str) -> Vec<(NodeId, String)> {
        let _ = (script, check, model);
        Vec::new()
    }

    /// Whether the script is well-sorted and within the logic that it declares.
    fn well_sorted(&self, script: &str) -> bool;
}

/// Reads scripts and evaluates models by the catalogue.
#[derive(Clone)]
pub struct CatalogEvaluator {
    catalog: Arc<Catalog>,
}

impl CatalogEvaluator {
    /// An evaluator with this catalogue.
    pub fn new(catalog: Arc<Catalog>) -> Self {
        CatalogEvaluator { catalog }
    }
}

impl Evaluator for CatalogEvaluator {
    fn evaluate(&self, script: &str, check: usize, model: &str) -> ModelTruth {
        match Script::parse(script, &self.catalog, Mode::Default) {
            Ok(script) => self.evaluate_read(&script, check, model),
            Err(_) => ModelTruth::Undetermined("our reader does not take the script".into()),
        }
    }

    fn evaluate_read(&self, script: &Script, check: usize, model: &str) -> ModelTruth {
        // Reading the model and judging it have one budget together.
        Budget::STANDARD.run(|| match Model::parse(model, script) {
            Ok(model) => truth(script, evaluate_at(script, &model, check)),
            Err(error) => {
                let why = format!("our reader does not take the model: {error}");
                ModelTruth::Undetermined(why.as_str().into())
            }
        })
    }

    fn values(&self, script: &Script, check: usize, model: &str) -> Vec<(NodeId, String)> {
        Budget::STANDARD
            .run(|| values(script, check, model))
            .unwrap_or_default()
    }

    fn well_sorted(&self, script: &str) -> bool {
        Script::parse(script, &self.catalog, Mode::Default).is_ok()
    }
}

/// The value of each subterm of what was judged; `None` where some are not known.
fn values(script: &Script, check: usize, model: &str) -> Option<Vec<(NodeId, String)>> {
    let model = Model::parse(model, script).ok()?;
    let evaluation = evaluate_at(script, &model, check);
    let all = evaluation.assertions.iter();
    let wrong = all.clone().find(|(_, truth)| *truth == Truth::False);
    let judged: Vec<NodeId> = match wrong {
        Some((node, _)) => vec![*node],
        None => all.map(|(node, _)| *node).collect(),
    };
    let traced = judged.iter().flat_map(|root| trace(script, &model, *root));
    traced
        .map(|(node, value)| Some((node, value.ok()?.to_string())))
        .collect()
}

fn truth(script: &Script, evaluation: Evaluation) -> ModelTruth {
    match evaluation.overall {
        Truth::True => ModelTruth::True,
        Truth::Undetermined(reason) => ModelTruth::Undetermined(Undetermined {
            kind: reason.kind(),
            why: reason.to_string(),
        }),
        Truth::False => {
            let mut assertions = evaluation.assertions.iter();
            let wrong = assertions.find(|(_, truth)| *truth == Truth::False);
            ModelTruth::False(wrong.map_or(String::new(), |(node, _)| one_line(script.text(*node))))
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_a_script() {
        let evaluator = CatalogEvaluator::new(Catalog::builtin());
        let script = "(declare-fun x () Int)(assert (> x\n 0))(check-sat)(assert (= (div x 0) 1))(check-sat)";
        let model = |value: &str| format!("((define-fun x () Int {value}))");
        assert_eq!(evaluator.evaluate(script, 0, &model("1")), ModelTruth::True);
        assert_eq!(
            evaluator.evaluate(script, 0, &model("0")),
            ModelTruth::False("(> x 0)".into())
        );
        for (script, model) in [
            ("(assert (f 1))(check-sat)", "()"),
            (script, "(define-fun"),
            (script, ""),
        ] {
            let said = evaluator.evaluate(script, 0, model);
            assert!(
                matches!(said, ModelTruth::Undetermined(_)),
                "{script} under {model}: {said:?}"
            );
        }
        assert!(evaluator.well_sorted(script) && !evaluator.well_sorted("(assert 1)"));
    }
}
