//! Who is right where a solver and its reference differ: a model that our evaluator finds true
//! settles it, whatever the reference says.

use gadfly_catalog::Catalog;
use gadfly_oracle::{CatalogEvaluator, Evaluator, ModelTruth};
use gadfly_solver::{Answer, Options, SelfChecks, Solver, count_checks};

/// Whether a solver that says `sat` to a script with one check shows a true model of it.
pub(crate) fn has_true_model(solver: &Solver, options: &Options, text: &str) -> bool {
    if count_checks(text) != 1 {
        return false;
    }
    let asking = format!("(set-option :produce-models true)\n{text}\n(get-model)\n");
    let options = Options {
        checks: SelfChecks::default(),
        ..options.clone()
    };
    let run = solver.run_fresh(&asking, &options);
    let [Answer::Sat] = run.answers[..] else {
        return false;
    };
    let evaluator = CatalogEvaluator::new(Catalog::shared());
    let mut models = run.models.iter();
    models.any(|model| evaluator.evaluate(text, 0, model) == ModelTruth::True)
}
