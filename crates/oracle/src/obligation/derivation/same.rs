//! That two terms are equal, as a formula. Of arrays that are written out over one constant, that their
//! elements are: solvers do not compare constant arrays.

use super::LONGEST;
use super::terms::{Id, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Names of variables in a clause, and what stands for them.
pub(super) type Names<'n> = BTreeMap<&'n str, String>;

/// The formula; the first term is of a clause, the second one is closed unless it is of the clause, too.
pub(super) fn same(terms: &Terms, a: Id, b: Id, names: &Names<'_>) -> Option<String> {
    let write = |id| terms.write(id, names, LONGEST);
    let (Some(left), Some(right)) = (Table::of(terms, a), Table::of(terms, b)) else {
        return Some(format!("(= {} {})", write(a)?, write(b)?));
    };
    let default = |table: &Table| literal(terms, table.default);
    if left.sort != right.sort || default(&left)? != default(&right)? {
        return None;
    }
    let places: BTreeSet<&i128> = left.elements.keys().chain(right.elements.keys()).collect();
    let mut text = String::from("(and true true");
    for place in places {
        let of = |table: &Table| *table.elements.get(place).unwrap_or(&table.default);
        text.push_str(&format!(
            " (= {} {})",
            write(of(&left))?,
            write(of(&right))?
        ));
    }
    Some(text + ")")
}

/// Whether a term is an array that is written out.
pub(super) fn is_table(terms: &Terms, id: Id) -> bool {
    Table::of(terms, id).is_some()
}

/// An array that is written out over a constant.
struct Table {
    sort: Id,
    default: Id,
    elements: BTreeMap<i128, Id>,
}

impl Table {
    fn of(terms: &Terms, array: Id) -> Option<Table> {
        let (mut elements, mut rest) = (BTreeMap::new(), array);
        loop {
            match *terms.items(rest) {
                [store, array, index, value] if terms.text(store) == Some("store") => {
                    // The outermost one counts.
                    elements.entry(literal(terms, index)?).or_insert(value);
                    rest = array;
                }
                [constant, default] => {
                    let &[_, word, sort] = terms.items(constant) else {
                        return None;
                    };
                    let is =
                        (terms.head(constant), terms.text(word)) == (Some("as"), Some("const"));
                    return is.then_some(Table {
                        sort,
                        default,
                        elements,
                    });
                }
                _ => return None,
            }
        }
    }
}

/// The number that an integer or a bit-vector is written as.
fn literal(terms: &Terms, id: Id) -> Option<i128> {
    if let Some(word) = terms.text(id) {
        return match (word.strip_prefix("#b"), word.strip_prefix("#x")) {
            (Some(bits), _) => i128::from_str_radix(bits, 2).ok(),
            (_, Some(digits)) => i128::from_str_radix(digits, 16).ok(),
            _ => word.parse().ok(),
        };
    }
    match *terms.items(id) {
        [minus, number] if terms.text(minus) == Some("-") => Some(-literal(terms, number)?),
        [_, value, _] if terms.head(id) == Some("_") => {
            terms.text(value)?.strip_prefix("bv")?.parse().ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::Sexprs;

    #[test]
    fn arrays_are_compared_by_their_elements() {
        let ints = "((as const (Array Int Int)) 0)";
        let bits = "((as const (Array (_ BitVec 2) (_ BitVec 2))) #b00)";
        for (a, b, expect) in [
            (
                "x".to_string(),
                "(+ y 1)".to_string(),
                Some("(= k (+ y 1))"),
            ),
            (
                format!("(store (store {ints} 0 x) 1 y)"),
                format!("(store {ints} 0 7)"),
                Some("(and true true (= k 7) (= y 0))"),
            ),
            (
                format!("(store (store {ints} (- 1) 5) (- 1) x)"),
                format!("(store {ints} (- 1) 5)"),
                Some("(and true true (= k 5))"),
            ),
            (
                format!("(store {} (_ bv1 2) x)", bits.replace("#b00", "(_ bv0 2)")),
                format!("(store {bits} #b01 #b11)"),
                Some("(and true true (= k #b11))"),
            ),
            (ints.to_string(), ints.replace('0', "1"), None),
            (ints.to_string(), bits.to_string(), None),
            (
                format!("(store {ints} x 1)"),
                ints.to_string(),
                Some(
                    "(= (store ((as const (Array Int Int)) 0) k 1) ((as const (Array Int Int)) 0))",
                ),
            ),
        ] {
            let text = format!("({a} {b})");
            let read = Sexprs::read(&text);
            let mut terms = Terms::default();
            let pair = terms.take(&read, read.commands()[0]).expect("a pair");
            let &[left, right] = terms.items(pair) else {
                panic!("{text}");
            };
            let names = BTreeMap::from([("x", "k".to_string())]);
            assert_eq!(
                same(&terms, left, right, &names).as_deref(),
                expect,
                "{text}"
            );
        }
    }
}
