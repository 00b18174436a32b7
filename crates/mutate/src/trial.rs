//! Testing a claim by evaluation: values, small ones first and random ones after, are put in for
//! the constants of an obligation; a script that comes out true is a counterexample.

use crate::literal::write_literal;
use crate::rules::Obligation;
use crate::types::Ty;
use gadfly_catalog::Catalog;
use gadfly_eval::{Model, Truth, evaluate};
use gadfly_rng::Rng;
use gadfly_term::{FunKind, Mode, Script};
use std::fmt::Write as _;
use std::sync::Arc;

/// What a trial showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    /// No counterexample among so many assignments that were decided.
    Passed(usize),
    /// These values refute the claim.
    Refuted(String),
    /// The obligation has functions, sorts or quantifiers that values cannot be put in for.
    Untestable,
}

/// Tries an obligation with up to `tries` assignments.
pub fn try_out(obligation: &Obligation, catalog: &Arc<Catalog>, tries: u64) -> Trial {
    let Ok(script) = Script::parse(obligation.script.as_str(), catalog, Mode::Default) else {
        return Trial::Untestable;
    };
    let mut constants = Vec::new();
    for fun in script.funs() {
        let data = script.fun(fun);
        let ty = Ty::of(&script, data.result);
        match data.kind {
            FunKind::Declared if script.params(fun).is_empty() && testable(&ty) => {
                constants.push((script.name(data.symbol).to_string(), ty));
            }
            FunKind::Declared => return Trial::Untestable,
            _ => {}
        }
    }
    let choices: Vec<Vec<String>> = constants.iter().map(|(_, ty)| small_values(ty)).collect();
    let all = choices
        .iter()
        .try_fold(1u64, |n, c| n.checked_mul(c.len() as u64))
        .unwrap_or(u64::MAX);
    let mut decided = 0;
    for n in 0..tries.min(all.max(tries / 4)) {
        let model = assignment(&constants, &choices, n, all);
        let Ok(read) = Model::parse(&model, &script) else {
            continue;
        };
        match evaluate(&script, &read).overall {
            Truth::True => return Trial::Refuted(model),
            Truth::False => decided += 1,
            Truth::Undetermined(_) => {}
        }
    }
    if decided == 0 {
        Trial::Untestable
    } else {
        Trial::Passed(decided)
    }
}

/// The n-th assignment: all combinations of small values where these are few, else a random one.
fn assignment(constants: &[(String, Ty)], choices: &[Vec<String>], n: u64, all: u64) -> String {
    let mut rng = Rng::new(n, 7, 0);
    let mut rest = n;
    let mut model = String::from("(\n");
    for ((name, ty), values) in constants.iter().zip(choices) {
        let value = if n < all && all < 100_000 {
            let value = values[(rest % values.len() as u64) as usize].clone();
            rest /= values.len() as u64;
            value
        } else if rng.chance(1, 2) {
            values[rng.below(values.len())].clone()
        } else {
            let mut text = String::new();
            let _ = write_literal(ty, &mut rng, &mut text);
            text
        };
        let _ = writeln!(model, "(define-fun {name} () {ty} {value})");
    }
    model.push(')');
    model
}

fn testable(ty: &Ty) -> bool {
    matches!(
        ty,
        Ty::Bool
            | Ty::Int
            | Ty::Real
            | Ty::String
            | Ty::RoundingMode
            | Ty::BitVec(_)
            | Ty::Float(..)
    )
}

/// Few, telling values of a sort.
pub(crate) fn small_values(ty: &Ty) -> Vec<String> {
    let list = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    match ty {
        Ty::Bool => list(&["false", "true"]),
        Ty::Int => list(&["0", "1", "(- 1)", "2", "(- 3)", "7"]),
        Ty::Real => list(&["0.0", "1.0", "(- 1.0)", "0.5", "(- 2.5)"]),
        Ty::String => list(&["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"aa\"", "\"0\""]),
        Ty::RoundingMode => list(&["RNE", "RNA", "RTP", "RTN", "RTZ"]),
        Ty::BitVec(width) if *width <= 3 => (0..1u32 << width)
            .map(|n| format!("(_ bv{n} {width})"))
            .collect(),
        Ty::BitVec(width) => {
            let top = format!("#b1{}", "0".repeat(*width as usize - 1));
            let ones = format!("#b{}", "1".repeat(*width as usize));
            let mut values: Vec<String> = (0..4).map(|n| format!("(_ bv{n} {width})")).collect();
            values.extend([top, ones]);
            values
        }
        Ty::Float(e, s) => {
            let mut values: Vec<String> = ["+zero", "-zero", "+oo", "-oo", "NaN"]
                .iter()
                .map(|n| format!("(_ {n} {e} {s})"))
                .collect();
            let (e, s) = (*e as usize, *s as usize - 1);
            values.push(format!(
                "(fp #b0 #b0{} #b{})",
                "1".repeat(e - 1),
                "0".repeat(s)
            ));
            values.push(format!(
                "(fp #b1 #b{} #b{}1)",
                "0".repeat(e),
                "0".repeat(s - 1)
            ));
            values.push(format!(
                "(fp #b0 #b{}0 #b{})",
                "1".repeat(e - 1),
                "1".repeat(s)
            ));
            values
        }
        Ty::Seq(element) => {
            let units: Vec<String> = small_values(element)
                .iter()
                .take(2)
                .map(|value| format!("(seq.unit {value})"))
                .collect();
            let mut values = vec![format!("(as seq.empty {ty})")];
            values.extend(units.iter().cloned());
            if let [a, b] = &units[..] {
                values.extend([format!("(seq.++ {a} {b})"), format!("(seq.++ {a} {a})")]);
            }
            values
        }
        // Constant arrays, and one with two values.
        Ty::Array(both) => {
            let (at, of) = (small_values(&both[0]), small_values(&both[1]));
            let mut values: Vec<String> = of
                .iter()
                .take(3)
                .map(|value| format!("((as const {ty}) {value})"))
                .collect();
            if let ([index, ..], [a, b, ..]) = (&at[..], &of[..]) {
                values.push(format!("(store ((as const {ty}) {a}) {index} {b})"));
            }
            values
        }
        _ => Vec::new(),
    }
}
