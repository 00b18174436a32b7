//! Fusion functions found by search: small terms f(x, y), and terms that recover x and y, kept
//! where evaluation finds no value that they lose. Solvers prove what is left.

use crate::kit::Kit;
use crate::small_terms::{NAMES, Words, values};
use crate::types::Ty;
use gadfly_eval::Value;

/// Pairs of values that a function is tried with.
const PAIRS: usize = 64;
/// Functions that can be undone, but perhaps not by a small term: so many are looked at.
const LIKELY: usize = 40;

/// Searches for entries for `catalog/fusions`, smallest first, until `found` says that there are
/// enough.
pub fn discover(ty: &Ty, kit: &mut Kit, mut found: impl FnMut(&str) -> bool) {
    let words = Words::of(kit, ty);
    let values = values(kit, ty);
    let pairs: Vec<[Value; 2]> = values
        .iter()
        .flat_map(|x| values.iter().map(move |y| [x.clone(), y.clone()]))
        .take(PAIRS)
        .collect();
    let (mut number, mut likely) = (0, 0);
    for (fuse, column) in words.terms(kit, &pairs, None) {
        let results: Option<Vec<Value>> = column.into_iter().collect();
        let Some(results) = results.filter(|results| inverts(&pairs, results)) else {
            continue;
        };
        let recover = |x: bool| {
            let known = |pair: &[Value; 2]| pair[usize::from(x)].clone();
            let both = pairs.iter().zip(&results);
            let rows: Vec<_> = both.map(|(pair, z)| [known(pair), z.clone()]).collect();
            let wanted: Vec<_> = pairs.iter().map(|p| p[usize::from(!x)].clone()).collect();
            words.terms(kit, &rows, Some(&wanted)).pop()
        };
        if let Some(((x, _), (y, _))) = recover(true).zip(recover(false)) {
            let fuse = renamed(&fuse, ["x", "y"]);
            let (x, y) = (renamed(&x, ["y", "z"]), renamed(&y, ["x", "z"]));
            number += 1;
            if found(&entry(number, ty, [&fuse, &x, &y])) {
                return;
            }
        }
        likely += 1;
        if likely >= LIKELY {
            return;
        }
    }
}

/// A function as the catalogue writes it.
fn entry(number: usize, ty: &Ty, [fuse, x, y]: [&str; 3]) -> String {
    format!(
        "(fusion found-{number}\n  (vars (x {ty}) (y {ty}) (z {ty}))\n  (fuse {fuse})\n  (x {x})\n  (y {y}))\n"
    )
}

/// A term under other names.
fn renamed(term: &str, names: [&str; 2]) -> String {
    term.replace(NAMES[0], names[0]).replace(NAMES[1], names[1])
}

/// Whether the result tells x where y is known, and y where x is known.
fn inverts(pairs: &[[Value; 2]], results: &[Value]) -> bool {
    let differ = |i: usize, j: usize| {
        let same_side = pairs[i][0] == pairs[j][0] || pairs[i][1] == pairs[j][1];
        !same_side || results[i] != results[j]
    };
    !pairs.is_empty() && (0..pairs.len()).all(|i| (0..i).all(|j| differ(i, j)))
}
