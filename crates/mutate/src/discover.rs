//! Fusion functions found by search: small terms f(x, y), and terms that recover x and y, kept
//! where evaluation finds no value that they lose. Solvers prove what is left.

use crate::kit::Kit;
use crate::trial::small_values;
use crate::types::{Application, Ty};
use gadfly_eval::{Model, Prepared, Value};
use gadfly_term::{Mode, Script};
use std::fmt::Write as _;

/// Entries for `catalog/fusions`, smallest first, at most so many.
pub fn discover(ty: &Ty, kit: &mut Kit, most: usize) -> Vec<String> {
    let operators: Vec<Application> = kit.producing(ty, std::slice::from_ref(ty)).to_vec();
    let fusing = terms(&operators, ty, ["x", "y"]);
    let recovering = terms(&operators, ty, ["y", "z"]);
    let values = values(kit, ty);
    let pairs: Vec<[Value; 2]> = values
        .iter()
        .flat_map(|x| values.iter().map(move |y| [x.clone(), y.clone()]))
        .take(64)
        .collect();
    let Some(table) = evaluate(kit, ty, &fusing, &pairs, ["x", "y"]) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut seen: Vec<Vec<Value>> = Vec::new();
    for (n, fuse) in fusing.iter().enumerate() {
        let Some(results) = table
            .iter()
            .map(|row| row[n].clone())
            .collect::<Option<Vec<Value>>>()
        else {
            continue;
        };
        if !inverts(&pairs, &results) || seen.contains(&results) {
            continue;
        }
        let Some(x) = recover(kit, ty, &recovering, &pairs, &results, true) else {
            continue;
        };
        let Some(y) = recover(kit, ty, &recovering, &pairs, &results, false) else {
            continue;
        };
        seen.push(results);
        let y = crate::rules::replace_symbols(&y, |word| (word == "y").then(|| "x".to_string()));
        let entry = format!(
            "(fusion found-{}\n  (vars (x {ty}) (y {ty}) (z {ty}))\n  (fuse {fuse})\n  (x {x})\n  (y {y}))\n",
            found.len() + 1
        );
        found.push((fuse.len() + x.len() + y.len(), entry));
        if found.len() >= most {
            break;
        }
    }
    found.sort();
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Small values of a sort.
fn values(kit: &Kit, ty: &Ty) -> Vec<Value> {
    let literals = small_values(ty);
    let row = evaluate(
        kit,
        ty,
        &literals,
        &[[Value::Bool(true), Value::Bool(true)]],
        ["x", "y"],
    );
    row.into_iter().flatten().flatten().flatten().collect()
}

/// Terms over two names with one or two operators.
fn terms(operators: &[Application], ty: &Ty, names: [&str; 2]) -> Vec<String> {
    let of_arity = |n: usize| {
        operators
            .iter()
            .filter(move |o| o.args.len() == n && o.args.iter().all(|a| a == ty))
    };
    let unary: Vec<String> = of_arity(1).map(|o| o.head.clone()).collect();
    let [a, b] = names;
    let mut plain = Vec::new();
    for op in of_arity(2) {
        plain.push(format!("({} {a} {b})", op.head));
        plain.push(format!("({} {b} {a})", op.head));
    }
    let mut out = plain.clone();
    for outer in &unary {
        out.extend(plain.iter().map(|t| format!("({outer} {t})")));
        for op in of_arity(2) {
            out.push(format!("({} ({outer} {a}) {b})", op.head));
            out.push(format!("({} {a} ({outer} {b}))", op.head));
            out.push(format!("({} ({outer} {b}) {a})", op.head));
            out.push(format!("({} {b} ({outer} {a}))", op.head));
        }
    }
    out.truncate(1500);
    out
}

/// A table of values: a row for each assignment, a column for each term.
type Table = Vec<Vec<Option<Value>>>;

/// The value of each term under each assignment to the two names.
fn evaluate(
    kit: &Kit,
    ty: &Ty,
    terms: &[String],
    rows: &[[Value; 2]],
    names: [&str; 2],
) -> Option<Table> {
    let mut text = String::new();
    for name in names {
        let _ = writeln!(text, "(declare-const {name} {ty})");
    }
    for term in terms {
        let _ = writeln!(text, "(assert (= {term} {term}))");
    }
    let script = Script::parse(text, kit.catalog(), Mode::Default).ok()?;
    let roots = script.assertions().map(|a| script.args(a)[0]).collect();
    let prepared = Prepared::new(&script, roots);
    let row = |values: &[Value; 2]| {
        let mut model = Model::empty(&script);
        names
            .iter()
            .zip(values)
            .for_each(|(name, value)| model.set(name, value.clone()));
        prepared
            .values(&model)
            .into_iter()
            .map(Result::ok)
            .collect()
    };
    Some(rows.iter().map(row).collect())
}

/// Whether the result tells x where y is known, and y where x is known.
fn inverts(pairs: &[[Value; 2]], results: &[Value]) -> bool {
    let differ = |i: usize, j: usize| {
        let same_side = pairs[i][0] == pairs[j][0] || pairs[i][1] == pairs[j][1];
        !same_side || results[i] != results[j]
    };
    (0..pairs.len()).all(|i| (0..i).all(|j| differ(i, j)))
}

/// A term over the known variable (called y here) and z that gives the other one at all pairs.
fn recover(
    kit: &Kit,
    ty: &Ty,
    terms: &[String],
    pairs: &[[Value; 2]],
    results: &[Value],
    x: bool,
) -> Option<String> {
    let known = |pair: &[Value; 2]| pair[usize::from(x)].clone();
    let wanted = |pair: &[Value; 2]| pair[usize::from(!x)].clone();
    let rows: Vec<[Value; 2]> = pairs
        .iter()
        .zip(results)
        .map(|(pair, z)| [known(pair), z.clone()])
        .collect();
    let table = evaluate(kit, ty, terms, &rows, ["y", "z"])?;
    let fits = |n: &usize| {
        table
            .iter()
            .zip(pairs)
            .all(|(row, pair)| row[*n].as_ref() == Some(&wanted(pair)))
    };
    (0..terms.len()).find(fits).map(|n| terms[n].clone())
}
