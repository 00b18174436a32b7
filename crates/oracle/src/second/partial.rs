//! Operators that the standard leaves open somewhere, made total: where the value is open, the
//! model's own table of it counts, and without one a function that anything may be.

use super::model::{Definition, ModelText};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// Operators that stay as they are although solvers may differ on what is open in them.
const OPEN: [&str; 10] = [
    "fp.to_ubv",
    "fp.to_sbv",
    "fp.to_real",
    "fp.min",
    "fp.max",
    "fp.to_ieee_bv",
    "set.choose",
    "bag.choose",
    "^",
    "seq.last_indexof",
];

/// Whether an operator may have an open value that is not made total here.
pub(super) fn is_open(operator: &str) -> bool {
    OPEN.contains(&operator)
}

/// Whether an operator has values that the standard leaves open.
pub(crate) fn is_partial(operator: &str) -> bool {
    is_open(operator) || TOTAL.iter().any(|(name, ..)| *name == operator)
}

/// The operators that are made total, each with the condition under which it is open and with the
/// name under which models give its values there.
const TOTAL: [(&str, &str, &str); 5] = [
    ("/", "(= y 0.0)", "/0"),
    ("div", "(= y 0)", "div0"),
    ("mod", "(= y 0)", "mod0"),
    ("rem", "(= y 0)", "rem0"),
    (
        "seq.nth",
        "(not (and (<= 0 y) (< y (seq.len x))))",
        "seq.nth_u",
    ),
];

/// Definitions that make operators total, by the operator and the sorts of its arguments.
#[derive(Default)]
pub(super) struct Totals {
    names: BTreeMap<(String, Vec<String>), String>,
    commands: String,
}

impl Totals {
    /// The name that stands for an operator applied to arguments of these sorts; `None` where it
    /// is total anyway, or we do not know how to make it so (then `open` is set).
    pub(super) fn name(
        &mut self,
        operator: &str,
        sorts: &[String],
        result: &str,
        model: &ModelText,
        open: &mut bool,
    ) -> Option<String> {
        let (_, guard, table) = TOTAL.iter().find(|(name, ..)| *name == operator)?;
        let key = (operator.to_string(), sorts.to_vec());
        if let Some(name) = self.names.get(&key) {
            return Some(name.clone());
        }
        let numbers = if operator == "/" {
            &["Int", "Real"][..]
        } else {
            &["Int"]
        };
        let fits = match sorts {
            [_, index] if operator == "seq.nth" => index == "Int",
            _ => sorts.len() >= 2 && sorts.iter().all(|sort| numbers.contains(&sort.as_str())),
        };
        if !fits {
            *open = true;
            return None;
        }
        let name = format!("gadfly!{operator}!{}", self.names.len());
        let taken: Vec<String> = match operator {
            "seq.nth" => sorts.to_vec(),
            "/" => vec!["Real".into(), "Real".into()],
            _ => vec!["Int".into(), "Int".into()],
        };
        let base = self.base(operator, (guard, table), &taken, result, model);
        if sorts == taken {
            self.names.insert(key, base.clone());
            return Some(base);
        }
        self.chain(&name, &base, sorts, result, operator == "/");
        self.names.insert(key, name.clone());
        Some(name)
    }

    /// The commands that define all of them.
    pub(super) fn commands(&self) -> &str {
        &self.commands
    }

    /// The total form of an operator of two arguments.
    fn base(
        &mut self,
        operator: &str,
        (guard, table): (&str, &str),
        sorts: &[String],
        result: &str,
        model: &ModelText,
    ) -> String {
        let key = (operator.to_string(), sorts.to_vec());
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let name = format!("gadfly!{operator}!total!{}", self.names.len());
        let open = format!("gadfly!{table}!{}", self.names.len());
        let fits = |d: &&Definition| {
            let first = d.params.first().map(|(_, sort)| sort.to_string());
            d.name == table && (operator != "seq.nth" || first.as_ref() == sorts.first())
        };
        let call = match model.definitions.iter().find(fits) {
            Some(definition) => {
                self.commands.push_str(&definition.command(&open));
                let args = ["x", "y"].get(..definition.params.len()).unwrap_or(&["x"]);
                format!("({open} {})", args.join(" "))
            }
            None => {
                let sorts = sorts.join(" ");
                let _ = writeln!(self.commands, "(declare-fun {open} ({sorts}) {result})");
                format!("({open} x y)")
            }
        };
        let _ = writeln!(
            self.commands,
            "(define-fun {name} ((x {}) (y {})) {result} (ite {guard} {call} ({operator} x y)))",
            sorts[0], sorts[1]
        );
        self.names.insert(key, name.clone());
        name
    }

    /// More than two arguments, or integers where reals are wanted.
    fn chain(&mut self, name: &str, base: &str, sorts: &[String], result: &str, reals: bool) {
        let params = sorts.iter().enumerate();
        let params: Vec<String> = params.map(|(n, sort)| format!("(x{n} {sort})")).collect();
        let arg = |n: usize| {
            if reals && sorts[n] == "Int" {
                format!("(to_real x{n})")
            } else {
                format!("x{n}")
            }
        };
        let rest = (1..sorts.len()).fold(arg(0), |acc, n| format!("({base} {acc} {})", arg(n)));
        let params = params.join(" ");
        let _ = writeln!(
            self.commands,
            "(define-fun {name} ({params}) {result} {rest})"
        );
    }
}

/// Where the word stands that an application begins with.
pub(super) fn head_of(application: &str) -> Option<Range<usize>> {
    let mut tokens = gadfly_syntax::loose::words(application);
    let (Some((_, "(")), Some((at, head))) = (tokens.next(), tokens.next()) else {
        return None;
    };
    (head != "(").then(|| at..at + head.len())
}
