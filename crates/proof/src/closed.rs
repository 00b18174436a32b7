//! Closed formulas of strings and other values, by the exact evaluator.

use std::sync::Arc;

use gadfly_eval::{Model, Truth, evaluate};
use gadfly_term::{Catalog, Mode, Script};

use crate::term::{Term, Terms};
use crate::write;

/// Longer formulas are not evaluated.
const LONGEST: usize = 20_000;

/// Whether a formula without free names is true, whatever partial operators give outside their domain.
pub(crate) fn holds(terms: &Terms, catalog: &Arc<Catalog>, goal: Term) -> bool {
    if terms.has_variables(goal) {
        return false;
    }
    let mut text = String::from("(assert ");
    if print(terms, goal, &mut text).is_none() {
        return false;
    }
    text.push_str(")\n");
    let Ok(script) = Script::parse(text, catalog, Mode::Default) else {
        return false;
    };
    let Ok(model) = Model::parse("()", &script) else {
        return false;
    };
    let evaluation = evaluate(&script, &model);
    evaluation.overall == Truth::True && !evaluation.completed
}

/// What is still to be written.
enum Part {
    Term(Term),
    Close,
}

/// Writes a term of values and standard operators; nothing for any other.
fn print(terms: &Terms, root: Term, out: &mut String) -> Option<()> {
    let mut stack = vec![Part::Term(root)];
    while let Some(part) = stack.pop() {
        let Part::Term(term) = part else {
            out.push(')');
            continue;
        };
        if out.len() > LONGEST {
            return None;
        }
        out.push(' ');
        if let Some(text) = write::literal(terms, term) {
            out.push_str(&text);
            continue;
        }
        let (name, args) = write::operator(terms, term)?;
        if args.is_empty() {
            out.push_str(&name);
            continue;
        }
        out.push('(');
        out.push_str(&name);
        stack.push(Part::Close);
        stack.extend(args.iter().rev().map(|a| Part::Term(*a)));
    }
    Some(())
}
