//! Terms as scripts write them.

use dashu_base::Signed;

use crate::op::Op;
use crate::sort::{Sort, SortHead};
use crate::term::{Head, Term, Terms};

/// A number, bit-vector or string; nothing for any other term.
pub(crate) fn literal(terms: &Terms, term: Term) -> Option<String> {
    Some(match terms.head(term) {
        Head::Number(entry, sort) => {
            let value = terms.value(entry);
            let size = value.numerator().clone().into_parts().1;
            let text = match sort {
                Sort::INT => size.to_string(),
                _ => format!("(/ {size}.0 {}.0)", value.denominator()),
            };
            match value.is_negative() && !value.is_zero() {
                true => format!("(- {text})"),
                false => text,
            }
        }
        Head::Bits(entry, width) => format!("(_ bv{} {width})", terms.value(entry).numerator()),
        Head::Text(name) => format!("\"{}\"", terms.text(name).replace('"', "\"\"")),
        _ => return None,
    })
}

/// An operator of the standard with its indices, and its arguments; nothing for any other term.
pub(crate) fn operator(terms: &Terms, term: Term) -> Option<(String, &[Term])> {
    let (name, indices) = match terms.head(term) {
        Head::Op(op) if op.is_standard() => (op.name(), op.indices()),
        Head::Opaque(name) if is_standard(terms.text(name)) => (terms.text(name), 0),
        _ => return None,
    };
    let (indices, args) = terms.args(term).split_at_checked(indices)?;
    if indices.is_empty() {
        return Some((name.to_owned(), args));
    }
    let mut text = format!("(_ {name}");
    for index in indices {
        text.push_str(&format!(" {}", terms.as_index(*index)?));
    }
    text.push(')');
    Some((text, args))
}

/// A sort; nothing for one that scripts cannot name.
pub(crate) fn sort(terms: &Terms, sort: Sort) -> Option<String> {
    let args = terms.sorts.args(sort).iter();
    let args: Option<Vec<String>> = args.map(|arg| self::sort(terms, *arg)).collect();
    let head = match terms.sorts.head(sort) {
        SortHead::Unknown | SortHead::Fun => return None,
        SortHead::Named(name) if !name.starts_with('(') => gadfly_syntax::quoted(name).into_owned(),
        SortHead::Named(name) => name.clone(),
        _ => return Some(terms.sort_text(sort)).filter(|_| args.is_some()),
    };
    match args?.join(" ") {
        none if none.is_empty() => Some(head),
        args => Some(format!("({head} {args})")),
    }
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
