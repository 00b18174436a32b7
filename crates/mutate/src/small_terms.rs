//! Small terms over two names, smallest first, one for each meaning that a few values can tell
//! apart.

use crate::kit::Kit;
use crate::trial::small_values;
use crate::types::Ty;
use gadfly_eval::{Model, Prepared, Value};
use gadfly_term::{Mode, Script};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Terms looked at before a search gives up.
const BUDGET: usize = 40_000;
/// Operators, names and literals of a term, at most; terms that go through another sort (a
/// string's length) need more of them to say anything.
const LARGEST: [usize; 2] = [5, 8];

/// The names that terms are over.
pub(crate) const NAMES: [&str; 2] = ["p!1", "p!2"];

/// The values of a term, one for each assignment; `None` where the standard leaves it open.
pub(crate) type Column = Vec<Option<Value>>;

/// The operators that a search over a sort uses.
pub(crate) struct Words {
    /// The sort, and those whose terms help to write terms of it.
    sorts: Vec<Ty>,
    operators: Vec<Operator>,
}

/// An operator with the numbers of its sorts.
struct Operator {
    result: usize,
    head: String,
    args: Vec<usize>,
}

impl Words {
    pub(crate) fn of(kit: &mut Kit, ty: &Ty) -> Words {
        let mut sorts = vec![ty.clone()];
        sorts.extend(companions(ty));
        let mut operators = Vec::new();
        for (result, ty) in sorts.iter().enumerate() {
            for operator in kit.producing(ty, &sorts).iter() {
                let number = |arg: &Ty| sorts.iter().position(|s| s == arg);
                let args: Option<Vec<usize>> = operator.args.iter().map(number).collect();
                let head = operator.head.clone();
                // Of the other sorts, sums and what measures one term: all of arithmetic would
                // drown the search.
                let helps = |args: &[usize]| {
                    result == 0 || args == [0] || matches!(head.as_str(), "+" | "-")
                };
                if let Some(args) = args.filter(|args| !args.is_empty() && helps(args)) {
                    operators.push(Operator { result, head, args });
                }
            }
        }
        Words { sorts, operators }
    }

    /// Distinct terms over two constants of the sort, called [`NAMES`], which take these values;
    /// with what values each has. Ends with the first one that has the wanted values.
    pub(crate) fn terms(
        &self,
        kit: &Kit,
        rows: &[[Value; 2]],
        wanted: Option<&[Value]>,
    ) -> Vec<(String, Column)> {
        let mut growth = Growth {
            words: self,
            kit,
            rows,
            seen: self.sorts.iter().map(|_| BTreeSet::new()).collect(),
            levels: Vec::new(),
            found: Vec::new(),
        };
        let mut looked_at = 0;
        for size in 1..=LARGEST[usize::from(self.sorts.len() > 1)] {
            let candidates = if size == 1 {
                self.leaves()
            } else {
                growth.candidates(size, BUDGET - looked_at)
            };
            looked_at += candidates.iter().map(Vec::len).sum::<usize>();
            growth.add_level(candidates);
            let is_wanted = |(_, column): &(String, Column)| {
                wanted.is_some_and(|w| column.iter().map(Option::as_ref).eq(w.iter().map(Some)))
            };
            if let Some(at) = growth.found.iter().position(is_wanted) {
                growth.found.truncate(at + 1);
                return growth.found;
            }
        }
        if wanted.is_some() {
            Vec::new()
        } else {
            growth.found
        }
    }

    /// The names, and a few literals of each sort.
    fn leaves(&self) -> Vec<Vec<String>> {
        let literals = |ty: &Ty| -> Vec<String> {
            match ty {
                Ty::Int => vec!["0".into(), "1".into()],
                Ty::Real => vec!["1.0".into(), "2.0".into()],
                Ty::String => vec!["\"\"".into()],
                Ty::BitVec(width) => vec![format!("(_ bv1 {width})")],
                Ty::RoundingMode => vec!["RNE".into()],
                _ => Vec::new(),
            }
        };
        let mut out: Vec<Vec<String>> = self.sorts.iter().map(literals).collect();
        out[0].splice(0..0, NAMES.map(String::from));
        out
    }
}

/// Terms that grow by one operator over smaller ones.
struct Growth<'a> {
    words: &'a Words,
    kit: &'a Kit,
    rows: &'a [[Value; 2]],
    /// The values that some term has, for each sort.
    seen: Vec<BTreeSet<Column>>,
    /// By size, then by sort.
    levels: Vec<Vec<Vec<String>>>,
    /// The terms of the sort that is searched.
    found: Vec<(String, Column)>,
}

impl Growth<'_> {
    /// All applications of so many nodes over the terms found so far, by sort.
    fn candidates(&self, size: usize, most: usize) -> Vec<Vec<String>> {
        let mut out = vec![Vec::new(); self.seen.len()];
        let mut left = most;
        let operators = &self.words.operators;
        for (n, operator) in operators.iter().enumerate() {
            let mut terms = Vec::new();
            // Every operator gets its share, and what the earlier ones leave.
            let share = left / (operators.len() - n);
            self.arguments(&operator.args, size - 1, String::new(), &mut terms, share);
            left -= terms.len();
            let head = &operator.head;
            out[operator.result].extend(terms.iter().map(|args| format!("({head}{args})")));
        }
        out
    }

    /// All lists of arguments of these sorts with so many nodes together.
    fn arguments(
        &self,
        sorts: &[usize],
        size: usize,
        before: String,
        out: &mut Vec<String>,
        most: usize,
    ) {
        let Some((&sort, rest)) = sorts.split_first() else {
            if size == 0 && out.len() < most {
                out.push(before);
            }
            return;
        };
        for own in 1..=size.saturating_sub(rest.len()) {
            let Some(level) = self.levels.get(own - 1) else {
                break;
            };
            for term in &level[sort] {
                if out.len() >= most {
                    return;
                }
                self.arguments(rest, size - own, format!("{before} {term}"), out, most);
            }
        }
    }

    /// Keeps the terms whose values are new.
    fn add_level(&mut self, candidates: Vec<Vec<String>>) {
        let mut level = Vec::new();
        for (sort, terms) in candidates.into_iter().enumerate() {
            let ty = &self.words.sorts[0];
            let columns = columns(self.kit, ty, &terms, self.rows, NAMES);
            let mut kept = Vec::new();
            for (term, column) in terms.into_iter().zip(columns) {
                if column.iter().all(Option::is_none) || !self.seen[sort].insert(column.clone()) {
                    continue;
                }
                if sort == 0 {
                    self.found.push((term.clone(), column));
                }
                kept.push(term);
            }
            level.push(kept);
        }
        self.levels.push(level);
    }
}

/// Sorts whose terms help to write terms of a sort.
fn companions(ty: &Ty) -> Vec<Ty> {
    match ty {
        Ty::String | Ty::Seq(_) => vec![Ty::Int],
        Ty::Array(both) if both[0] == both[1] => vec![both[0].clone()],
        Ty::Array(both) => both.to_vec(),
        Ty::Float(..) => vec![Ty::RoundingMode],
        _ => Vec::new(),
    }
}

/// Small values of a sort.
pub(crate) fn values(kit: &Kit, ty: &Ty) -> Vec<Value> {
    let any = [[Value::Bool(true), Value::Bool(true)]];
    let columns = columns(kit, ty, &small_values(ty), &any, NAMES);
    columns.into_iter().flatten().flatten().collect()
}

/// What values terms over two constants of a sort take, for each assignment to the constants; none
/// where a term is not well-formed.
fn columns(
    kit: &Kit,
    ty: &Ty,
    terms: &[String],
    rows: &[[Value; 2]],
    names: [&str; 2],
) -> Vec<Column> {
    let mut text = String::new();
    for name in names {
        let _ = writeln!(text, "(declare-const {name} {ty})");
    }
    for term in terms {
        let _ = writeln!(text, "(assert (= {term} {term}))");
    }
    let Ok(script) = Script::parse(text, kit.catalog(), Mode::Default) else {
        return Vec::new();
    };
    let roots = script.assertions().map(|a| script.args(a)[0]).collect();
    let prepared = Prepared::new(&script, roots);
    let mut columns: Vec<Column> = terms
        .iter()
        .map(|_| Vec::with_capacity(rows.len()))
        .collect();
    for row in rows {
        let mut model = Model::empty(&script);
        for (name, value) in names.iter().zip(row) {
            model.set(name, value.clone());
        }
        let values = prepared.values(&model).into_iter();
        columns
            .iter_mut()
            .zip(values)
            .for_each(|(column, value)| column.push(value.ok()));
    }
    columns
}
