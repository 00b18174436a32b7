//! Closed formulas of strings and other values, by the exact evaluator.

use std::fmt::Write;
use std::sync::Arc;

use dashu_base::Signed;
use gadfly_eval::{Model, Truth, evaluate};
use gadfly_term::{Catalog, Mode, Script};

use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Head, Term, Terms};

/// Longer formulas are not evaluated.
const LONGEST: usize = 20_000;

/// Whether a formula without free names is true.
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
    evaluate(&script, &model).overall == Truth::True
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
        let args = terms.args(term);
        let (name, indices) = match terms.head(term) {
            Head::Number(entry, sort) => {
                let value = terms.value(entry);
                let size = value.numerator().clone().into_parts().1;
                let text = match sort {
                    Sort::INT => size.to_string(),
                    _ => format!("(/ {size}.0 {}.0)", value.denominator()),
                };
                match value.is_negative() && !value.is_zero() {
                    true => write!(out, "(- {text})").ok()?,
                    false => out.push_str(&text),
                }
                continue;
            }
            Head::Bits(entry, width) => {
                write!(out, "(_ bv{} {width})", terms.value(entry).numerator()).ok()?;
                continue;
            }
            Head::Text(name) => {
                write!(out, "\"{}\"", terms.text(name).replace('"', "\"\"")).ok()?;
                continue;
            }
            Head::Op(op) if op.is_standard() => (op.name(), op.indices()),
            Head::Opaque(name) if is_standard(terms.text(name)) => (terms.text(name), 0),
            _ => return None,
        };
        if args.is_empty() {
            out.push_str(name);
            continue;
        }
        let (indices, args) = args.split_at_checked(indices)?;
        match indices {
            [] => write!(out, "({name}").ok()?,
            _ => {
                write!(out, "((_ {name}").ok()?;
                for index in indices {
                    write!(out, " {}", terms.as_index(*index)?).ok()?;
                }
                out.push(')');
            }
        }
        stack.push(Part::Close);
        stack.extend(args.iter().rev().map(|a| Part::Term(*a)));
    }
    Some(())
}

/// Operators of SMT-LIB whose meaning the evaluator has and that are written without indices.
fn is_standard(name: &str) -> bool {
    let kind = name.starts_with("str.") || name.starts_with("re.");
    kind && !name.starts_with("re.loop") && name != "re.^"
}

impl Op {
    /// Whether it is written in scripts as in proofs, but for its indices.
    fn is_standard(self) -> bool {
        let own = self.name().starts_with('@') || self.name().ends_with("_total");
        !own && !self.binds()
            && !matches!(
                self,
                Op::Apply | Op::Is | Op::BvUltBv | Op::BvSltBv | Op::BvIte
            )
    }
}
