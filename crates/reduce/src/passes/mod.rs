//! The list of all passes: the one place beside its own file that a new one touches.

mod abstract_term;
mod carry_value;
mod drop_annotation;
mod drop_argument;
mod drop_assertion;
mod drop_attribute;
mod drop_command;
mod drop_level;
mod drop_parameter;
mod drop_unused;
mod eliminate_variable;
mod exchange_application;
mod exchange_operator;
mod exchange_variable;
mod flatten_operator;
mod hoist_subterm;
mod inline_definition;
mod inline_let;
mod inline_sort;
mod instantiate_quantifier;
mod join_assertions;
mod join_literals;
mod keep_few;
mod lift_condition;
mod narrow_sort;
mod replace_by_constant;
mod replace_by_variable;
mod replace_sort;
mod shorten_constant;
mod shorten_name;
mod simplify_command;
#[cfg(test)]
mod testing;
mod turn_relation;

use crate::pass::Pass;

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
        Box::new(drop_attribute::DropAttribute),
        Box::new(inline_let::InlineLet),
        Box::new(inline_definition::InlineDefinition),
        Box::new(inline_sort::InlineSort),
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
        Box::new(keep_few::KeepFew),
        Box::new(carry_value::CarryValue),
    ]
}
