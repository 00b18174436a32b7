//! What a pass is, and which passes there are.

use crate::edit::Move;
use crate::passes::*;
use crate::subject::Subject;

/// One idea of how a script can be simplified.
pub(crate) trait Pass: Sync {
    /// Its name, a verb.
    fn name(&self) -> &'static str;

    /// All simplifications of this kind, those that promise most first. Neighbours in the list
    /// are tried together. A move need not be right: what is not well-formed or not smaller is
    /// thrown away before it costs a check.
    fn moves(&self, subject: &Subject<'_>) -> Vec<Move>;

    /// Whether all its moves together, and any of them, leave a script that is well-formed if this
    /// one is: then no time is spent on finding out.
    fn keeps_form(&self, _script: &str) -> bool {
        false
    }
}

/// All passes, those that cut most first.
pub(crate) fn all() -> Vec<Box<dyn Pass>> {
    vec![
        Box::new(drop_assertion::DropAssertion),
        Box::new(drop_command::DropCommand),
        Box::new(drop_level::DropLevel),
        Box::new(drop_unused::DropUnused),
        Box::new(replace_by_constant::ReplaceByConstant),
        Box::new(hoist_subterm::HoistSubterm),
        Box::new(drop_argument::DropArgument),
        Box::new(replace_by_variable::ReplaceByVariable),
        Box::new(drop_annotation::DropAnnotation),
        Box::new(inline_let::InlineLet),
        Box::new(inline_definition::InlineDefinition),
        Box::new(instantiate_quantifier::InstantiateQuantifier),
        Box::new(eliminate_variable::EliminateVariable),
        Box::new(abstract_term::AbstractTerm),
        Box::new(drop_parameter::DropParameter),
        Box::new(narrow_sort::NarrowSort),
        Box::new(replace_sort::ReplaceSort),
        Box::new(shorten_constant::ShortenConstant),
        Box::new(shorten_name::ShortenName),
        Box::new(simplify_command::SimplifyCommand),
        Box::new(flatten_operator::FlattenOperator),
        Box::new(exchange_operator::ExchangeOperator),
        Box::new(exchange_application::ExchangeApplication),
        Box::new(lift_condition::LiftCondition),
        Box::new(turn_relation::TurnRelation),
        Box::new(join_assertions::JoinAssertions),
        Box::new(join_literals::JoinLiterals),
        Box::new(exchange_variable::ExchangeVariable),
    ]
}
