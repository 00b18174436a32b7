//! One file a pass.

pub(crate) mod abstract_term;
pub(crate) mod drop_annotation;
pub(crate) mod drop_argument;
pub(crate) mod drop_assertion;
pub(crate) mod drop_command;
pub(crate) mod drop_level;
pub(crate) mod drop_parameter;
pub(crate) mod drop_unused;
pub(crate) mod eliminate_variable;
pub(crate) mod exchange_application;
pub(crate) mod exchange_operator;
pub(crate) mod exchange_variable;
pub(crate) mod flatten_operator;
pub(crate) mod hoist_subterm;
pub(crate) mod inline_definition;
pub(crate) mod inline_let;
pub(crate) mod instantiate_quantifier;
pub(crate) mod join_assertions;
pub(crate) mod join_literals;
pub(crate) mod lift_condition;
pub(crate) mod narrow_sort;
pub(crate) mod replace_by_constant;
pub(crate) mod replace_by_variable;
pub(crate) mod replace_sort;
pub(crate) mod shorten_constant;
pub(crate) mod shorten_name;
pub(crate) mod simplify_command;
pub(crate) mod turn_relation;

#[cfg(test)]
mod tests;
