//! Fusion functions with their inversions.

use super::language::{Pattern, SortPattern, Var, VarKind};
use super::reading::{Fault, Reader, RuleError};
use super::rule::comment_above;
use gadfly_syntax::Sexprs;
use gadfly_syntax::sexpr::Sexpr;

/// A fusion function z = f(x, y), and the terms that recover x and y.
#[derive(Clone, Debug)]
pub struct Fusion {
    /// Its name.
    pub id: String,
    /// Its variables: x, y and z first.
    pub vars: Vec<Var>,
    /// How many sort variables it has.
    pub params: usize,
    /// How many sizes it has.
    pub sizes: usize,
    /// The names of its sort variables.
    pub param_names: Vec<String>,
    /// f(x, y)
    pub fuse: Pattern,
    /// The term that recovers x.
    pub x: Pattern,
    /// The term that recovers y.
    pub y: Pattern,
    /// Commands that must stand before, as written; names that they declare are made new.
    pub declare: Vec<String>,
    /// Whether it recovers the variables for some values only.
    pub bare: bool,
    /// The entry as written.
    pub text: String,
    /// The comment above it.
    pub note: String,
}

impl Fusion {
    /// The sort pattern of one of x, y, z (0, 1, 2).
    pub fn sort(&self, var: usize) -> Option<&SortPattern> {
        match &self.vars.get(var)?.kind {
            VarKind::Term(sort, _) => Some(sort),
            _ => None,
        }
    }
}

/// Reads all fusion functions of a file.
pub fn read_fusions(path: &str, text: &str) -> Result<Vec<Fusion>, RuleError> {
    let place = |fault: Fault| fault.in_file(path, text);
    let all = Sexprs::parse(text).map_err(|d| place(Fault::new(d.span.start, d.message)))?;
    all.iter()
        .map(|entry| read_fusion(entry, text).map_err(place))
        .collect()
}

fn read_fusion(entry: Sexpr<'_, '_>, text: &str) -> Result<Fusion, Fault> {
    if entry.get(0).map_or("", |w| w.text()) != "fusion" {
        return Err(Fault::at(entry, "expected (fusion name …)"));
    }
    let id = entry
        .get(1)
        .and_then(|w| w.atom())
        .ok_or_else(|| Fault::at(entry, "expected the fusion's name"))?;
    let mut reader = Reader::default();
    let (mut fuse, mut x, mut y, mut declare, mut bare) = (None, None, None, Vec::new(), false);
    for part in entry.items().skip(2) {
        let argument = || {
            part.get(1)
                .ok_or_else(|| Fault::at(part, "an argument is missing"))
        };
        match part.get(0).map_or("", |w| w.text()) {
            "vars" => reader.declare(part)?,
            "declare" => declare = part.items().skip(1).map(|c| c.text().to_string()).collect(),
            "fuse" => fuse = Some(reader.pattern(argument()?)?),
            "x" => x = Some(reader.pattern(argument()?)?),
            "y" => y = Some(reader.pattern(argument()?)?),
            "bare" => bare = true,
            word => return Err(Fault::at(part, format!("`{word}` is no part of a fusion"))),
        }
    }
    let missing = |what: &str| Fault::at(entry, format!("fusion {id} has no ({what} …)"));
    let names: Vec<&str> = reader
        .vars
        .iter()
        .map(|v| v.name.as_str())
        .take(3)
        .collect();
    if names != ["x", "y", "z"] {
        return Err(Fault::at(
            entry,
            "the first three variables must be x, y and z",
        ));
    }
    Ok(Fusion {
        id: id.into(),
        params: reader.params.len(),
        sizes: reader.sizes.len(),
        param_names: reader.params,
        vars: reader.vars,
        fuse: fuse.ok_or_else(|| missing("fuse"))?,
        x: x.ok_or_else(|| missing("x"))?,
        y: y.ok_or_else(|| missing("y"))?,
        declare,
        bare,
        text: entry.text().into(),
        note: comment_above(text, entry.span().start as usize),
    })
}
