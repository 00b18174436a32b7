//! What the script's sorts and datatypes are called in a model.

use std::sync::Arc;

use gadfly_term::{FunKind, Script};

use super::Terms;
use crate::float::Format;
use crate::program::{FieldPlace, field};
use crate::value::Domain;

/// Deeper sorts are not read. Scripts have none that are deeper.
const DEEPEST_SORT: usize = 400;

/// What a script's symbol is to a model's terms.
pub(super) enum Known {
    Constructor { sort: Arc<str> },
    Selector(FieldPlace),
    Tester(Arc<str>),
}

impl Terms<'_> {
    /// The sorts and datatype functions of the script.
    pub(super) fn learn(&mut self, script: &Script) {
        for sort in script.sorts() {
            let domain = crate::program::domain(script, sort);
            if matches!(domain, Domain::Datatype(_) | Domain::Uninterpreted(_)) {
                self.sorts.insert(domain.to_string(), domain);
            }
        }
        for fun in script.funs() {
            let name = script.name(script.fun(fun).symbol).to_string();
            let of =
                |f: gadfly_term::FunId| -> Arc<str> { script.name(script.fun(f).symbol).into() };
            let known = match script.fun(fun).kind {
                FunKind::Constructor(..) => Known::Constructor {
                    sort: crate::program::domain(script, script.fun(fun).result)
                        .to_string()
                        .into(),
                },
                FunKind::Selector(constructor, field) => Known::Selector(FieldPlace {
                    constructor: of(constructor),
                    selector: of(fun),
                    field,
                }),
                FunKind::Tester(constructor) => Known::Tester(of(constructor)),
                _ => continue,
            };
            self.known.insert(name, known);
        }
    }

    /// A printed sort as the script's are printed: `(P Float32)` is `(P (_ FloatingPoint 8 24))`.
    fn sort_text(&self, id: usize, depth: usize) -> String {
        let tree = self.tree;
        match tree.items(id) {
            [name, args @ ..] if tree.symbol(*name).is_some_and(|n| n != "_") => {
                let args: Vec<String> = args
                    .iter()
                    .map(|a| self.sort_within(*a, depth).to_string())
                    .collect();
                format!("({} {})", tree.text(*name), args.join(" "))
            }
            _ => tree.text(id),
        }
    }

    /// The domain that a printed sort names.
    pub(in crate::model) fn sort(&self, id: usize) -> Domain {
        self.sort_within(id, DEEPEST_SORT)
    }

    /// The same for a sort that is nested in others, which is looked into so deep only.
    fn sort_within(&self, id: usize, depth: usize) -> Domain {
        let tree = self.tree;
        let Some(below) = depth.checked_sub(1) else {
            return Domain::Other("…".into());
        };
        let other = || {
            let text = self.sort_text(id, below);
            let known = self.sorts.get(&text).cloned();
            known.unwrap_or_else(|| Domain::Other(text.into()))
        };
        if let Some(name) = tree.symbol(id) {
            let float = |e, s| Format::new(e, s).map_or_else(other, Domain::Float);
            return match name {
                "Bool" => Domain::Bool,
                "Int" => Domain::Int,
                "Real" => Domain::Real,
                "String" => Domain::Text,
                "RegLan" => Domain::RegLan,
                "RoundingMode" => Domain::RoundingMode,
                "Float16" => float(5, 11),
                "Float32" => float(8, 24),
                "Float64" => float(11, 53),
                "Float128" => float(15, 113),
                _ => other(),
            };
        }
        let number = |i: usize| {
            tree.items(id)
                .get(i)
                .and_then(|n| tree.token(*n))
                .and_then(|t| t.parse::<u32>().ok())
        };
        let part = |i: usize| {
            let item = tree.items(id).get(i)?;
            Some(Arc::new(self.sort_within(*item, below)))
        };
        let head = |i: usize| {
            tree.items(id)
                .get(i)
                .and_then(|n| tree.symbol(*n))
                .unwrap_or("")
        };
        // An array of several indices has no domain here: it is not the array of its first.
        let several = tree.items(id).len() > 3;
        match (head(0), head(1), part(1), part(2)) {
            ("_", "BitVec", ..) => number(2).map_or_else(other, Domain::BitVec),
            ("_", "FloatingPoint", ..) => {
                let format = number(2)
                    .zip(number(3))
                    .and_then(|(e, s)| Format::new(e, s));
                format.map_or_else(other, Domain::Float)
            }
            ("_", "FiniteField", ..) => {
                let order = tree.items(id).get(2).and_then(|n| tree.token(*n));
                order.and_then(field).unwrap_or_else(other)
            }
            ("Array" | "->", _, Some(index), Some(element)) if !several => {
                Domain::Array(index, element)
            }
            ("Seq", _, Some(element), None) => Domain::sequence(element),
            ("Set", _, Some(element), None) => Domain::Set(element),
            _ => other(),
        }
    }
}
