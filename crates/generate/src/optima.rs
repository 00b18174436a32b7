//! Small systems of linear and polynomial constraints with objectives. All constraints hold at a point that is chosen
//! first, so that the system is satisfiable; which optima it has is for the solver to say.

use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_rng::Rng;
use std::fmt::Write as _;

const STREAM: u32 = 0x4F50;
/// Variables of a system.
const VARIABLES: usize = 3;
/// Constants lie between this and its negation.
const LARGEST: i64 = 9;
/// Pareto fronts may be endless, so they are rare.
const ORDERS: [&str; 7] = ["lex", "lex", "lex", "box", "box", "box", "pareto"];
const WEIGHTS: [&str; 5] = ["1", "2", "5", "0.5", "2.25"];
const RELATIONS: [&str; 5] = ["<", "<=", ">", ">=", "="];

#[derive(Clone, Copy)]
enum Sort {
    Int,
    Real,
    Bits(u32),
}

impl Sort {
    fn name(self) -> String {
        match self {
            Sort::Int => "Int".to_string(),
            Sort::Real => "Real".to_string(),
            Sort::Bits(width) => format!("(_ BitVec {width})"),
        }
    }

    fn logic(self, products: bool) -> &'static str {
        match (self, products) {
            (Sort::Int, false) => "QF_LIA",
            (Sort::Int, true) => "QF_NIA",
            (Sort::Real, false) => "QF_LRA",
            (Sort::Real, true) => "QF_NRA",
            (Sort::Bits(_), _) => "QF_BV",
        }
    }

    /// A number as a value.
    fn wrap(self, value: i64) -> i64 {
        match self {
            Sort::Bits(width) => value & ((1 << width) - 1),
            _ => value,
        }
    }

    fn literal(self, value: i64) -> String {
        let point = if matches!(self, Sort::Real) { ".0" } else { "" };
        match self {
            Sort::Bits(width) => format!("(_ bv{} {width})", self.wrap(value)),
            _ if value < 0 => format!("(- {}{point})", -value),
            _ => format!("{value}{point}"),
        }
    }

    fn operators(self) -> (&'static str, &'static str) {
        match self {
            Sort::Bits(_) => ("bvadd", "bvmul"),
            _ => ("+", "*"),
        }
    }

    fn relation(self, relation: &'static str) -> &'static str {
        match (self, relation) {
            (Sort::Bits(_), "<") => "bvult",
            (Sort::Bits(_), "<=") => "bvule",
            (Sort::Bits(_), ">") => "bvugt",
            (Sort::Bits(_), ">=") => "bvuge",
            _ => relation,
        }
    }
}

/// Something with its value at the point.
struct At<T> {
    text: String,
    value: T,
}

struct System {
    sort: Sort,
    point: Vec<i64>,
    /// Whether variables are multiplied with each other.
    products: bool,
}

/// The system number `index` of the run with `seed`.
pub fn optima(seed: u64, index: u64, catalog: &str) -> Formula {
    let mut rng = Rng::new(seed, STREAM, index);
    let sort = match rng.below(6) {
        0..3 => Sort::Real,
        3 | 4 => Sort::Int,
        _ => Sort::Bits(2 + rng.below(5) as u32),
    };
    let point = (0..1 + rng.below(VARIABLES))
        .map(|_| sort.wrap(rng.between(-LARGEST, LARGEST)))
        .collect();
    let order = *rng.pick(&ORDERS).unwrap_or(&"lex");
    let products = !matches!(sort, Sort::Bits(_)) && rng.chance(1, 3);
    let system = System {
        sort,
        point,
        products,
    };
    let text = system.text(order, &mut rng);
    Formula {
        text,
        expect: vec![Expect::Sat],
        label: LabelSource::Construction,
        provenance: Provenance {
            version: env!("CARGO_PKG_VERSION").to_string(),
            catalog: catalog.to_string(),
            strategy: "optima".to_string(),
            seed,
            index,
            parents: Vec::new(),
            trace: vec![order.to_string()],
        },
    }
}

impl System {
    fn text(&self, order: &str, rng: &mut Rng) -> String {
        let sort = self.sort;
        let mut text = format!("(set-logic {})\n", sort.logic(self.products));
        // z3 keeps the last order over a `(reset)`, so that it is always said.
        let _ = writeln!(text, "(set-option :opt.priority {order})");
        for v in 0..self.point.len() {
            let _ = writeln!(text, "(declare-const x{v} {})", sort.name());
        }
        for _ in 0..1 + rng.below(4) {
            let _ = writeln!(text, "(assert {})", self.truth(rng).text);
        }
        let bounded = !matches!(sort, Sort::Bits(_)) && rng.chance(2, 3);
        for v in (0..self.point.len()).filter(|_| bounded) {
            let (low, high) = (sort.literal(-LARGEST), sort.literal(LARGEST));
            let _ = writeln!(text, "(assert (<= {low} x{v} {high}))");
        }
        for n in 0..1 + rng.below(3) {
            if rng.chance(1, 5) {
                for _ in 0..1 + rng.below(3) {
                    let (soft, weight) = (self.formula(2, rng).text, rng.pick(&WEIGHTS));
                    let weight = weight.unwrap_or(&"1");
                    let _ = writeln!(text, "(assert-soft {soft} :weight {weight} :id g{n})");
                }
                continue;
            }
            let command = ["minimize", "maximize"][rng.below(2)];
            let _ = writeln!(text, "({command} {})", self.sum(rng).text);
        }
        text.push_str("(check-sat)\n(get-objectives)\n(get-model)\n");
        text
    }

    /// A formula that holds at the point.
    fn truth(&self, rng: &mut Rng) -> At<bool> {
        let formula = self.formula(0, rng);
        match formula.value {
            true => formula,
            false => not(formula),
        }
    }

    fn formula(&self, depth: usize, rng: &mut Rng) -> At<bool> {
        let choice = if depth > 1 { 0 } else { rng.below(10) };
        match choice {
            0..5 => self.atom(rng),
            5 => not(self.formula(depth + 1, rng)),
            _ => {
                let (left, right) = (self.formula(depth + 1, rng), self.formula(depth + 1, rng));
                let and = choice == 6;
                At {
                    text: format!(
                        "({} {} {})",
                        if and { "and" } else { "or" },
                        left.text,
                        right.text
                    ),
                    value: match and {
                        true => left.value && right.value,
                        false => left.value || right.value,
                    },
                }
            }
        }
    }

    fn atom(&self, rng: &mut Rng) -> At<bool> {
        let sum = self.sum(rng);
        let constant = self.sort.wrap(rng.between(-LARGEST, LARGEST));
        let relation = *rng.pick(&RELATIONS).unwrap_or(&"=");
        let value = match relation {
            "<" => sum.value < constant,
            "<=" => sum.value <= constant,
            ">" => sum.value > constant,
            ">=" => sum.value >= constant,
            _ => sum.value == constant,
        };
        let (relation, constant) = (self.sort.relation(relation), self.sort.literal(constant));
        At {
            text: format!("({relation} {} {constant})", sum.text),
            value,
        }
    }

    /// A sum of multiples of some variables, or of products of two of them.
    fn sum(&self, rng: &mut Rng) -> At<i64> {
        let (plus, times) = self.sort.operators();
        let sure = rng.below(self.point.len());
        let mut sum: Option<At<i64>> = None;
        for (v, at) in self.point.iter().enumerate() {
            if v != sure && rng.chance(1, 2) {
                continue;
            }
            let factor = rng.between(-5, 5);
            let factor = if factor == 0 { 1 } else { factor };
            let (mut term, mut value) = (format!("x{v}"), *at);
            if self.products && rng.chance(1, 2) {
                let other = rng.below(self.point.len());
                term = format!("({times} {term} x{other})");
                value *= self.point[other];
            }
            if factor != 1 {
                term = format!("({times} {} {term})", self.sort.literal(factor));
            }
            let value = self.sort.wrap(factor * value);
            sum = Some(match sum {
                None => At { text: term, value },
                Some(sum) => At {
                    text: format!("({plus} {} {term})", sum.text),
                    value: self.sort.wrap(sum.value + value),
                },
            });
        }
        sum.unwrap_or(At {
            text: "x0".to_string(),
            value: self.point[0],
        })
    }
}

fn not(formula: At<bool>) -> At<bool> {
    At {
        text: format!("(not {})", formula.text),
        value: !formula.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_catalog::Catalog;
    use gadfly_term::{Mode, Script};

    #[test]
    fn systems_are_well_formed() {
        let catalog = Catalog::builtin();
        let mut seen = [0; 6];
        for index in 0..400 {
            let formula = optima(3, index, "");
            let read = Script::parse(formula.text.as_str(), &catalog, Mode::Default);
            assert!(read.is_ok(), "{:?}\n{}", read.err(), formula.text);
            for (n, word) in ["assert-soft", "QF_LRA", "QF_BV", "box", "QF_NRA", "QF_NIA"]
                .iter()
                .enumerate()
            {
                seen[n] += usize::from(formula.text.contains(word));
            }
        }
        assert!(seen.iter().all(|count| *count > 30), "{seen:?}");
    }
}
