//! Scripts under models, as the tests here put them.

use gadfly_eval::{Evaluation, Model, ModelError, Truth, evaluate};
use gadfly_term::{Mode, Script};

/// A script that must parse.
#[track_caller]
pub(crate) fn script(text: &str) -> Script {
    match Script::parse(text, &gadfly_testkit::catalog(), Mode::Lenient) {
        Ok(script) => script,
        Err(errors) => panic!("{text}: {errors:?}"),
    }
}

/// What a model makes of a script, or why it is no model.
#[track_caller]
pub(crate) fn evaluated(text: &str, model: &str) -> Result<Evaluation, ModelError> {
    let script = script(text);
    Model::parse(model, &script).map(|model| evaluate(&script, &model))
}

/// `true`, `false`, or `undetermined` with its reason.
pub(crate) fn word(truth: &Truth) -> String {
    match truth {
        Truth::True => "true".into(),
        Truth::False => "false".into(),
        Truth::Undetermined(reason) => format!("undetermined: {reason}"),
    }
}
