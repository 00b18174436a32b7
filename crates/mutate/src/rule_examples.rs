//! The examples of a rule: a term that it applies to, and one that it does not.

use crate::rules::{Direction, Rule};
use crate::seed::Seed;
use crate::strategies::weaken::rewrite;
use gadfly_catalog::Catalog;
use gadfly_rng::Rng;
use gadfly_term::{Mode, NodeId, Parser};
use std::fmt::Write as _;
use std::sync::Arc;

/// A script in which the example stands as the right-hand side of an equation, or alone where it
/// is a formula; its sort need not be known.
pub fn script(samples: &str, example: &str) -> String {
    let mut out = String::from(samples);
    // `distinct` of a term with itself is well-sorted whatever the sort, and asserts no more.
    let _ = writeln!(out, "(assert (distinct {example} {example}))\n(check-sat)");
    out
}

/// Whether a rule can rewrite the example of a script made by [`script`], in the first direction
/// that it is used in.
pub fn applies(seed: &Seed, rule: &Rule) -> bool {
    rewritten(seed, rule).is_some()
}

/// What the rule makes of its own example; `None` where the example is faulty.
pub fn shown(samples: &str, rule: &Rule, catalog: &Arc<Catalog>) -> Option<String> {
    let mut parser = Parser::new(catalog, Mode::Default);
    let seed = Seed::read("example", &script(samples, &rule.applies), &mut parser).ok()?;
    rewritten(&seed, rule)
}

/// What the rule makes of the example.
pub fn rewritten(seed: &Seed, rule: &Rule) -> Option<String> {
    let root = seed.script.assertions().last()?;
    let &example: &NodeId = seed.script.args(root).first()?;
    let direction: Direction = rule.directions().next()?;
    (0..64).find_map(|n| rewrite(seed, rule, direction, example, &mut Rng::new(0, 0, n)))
}
