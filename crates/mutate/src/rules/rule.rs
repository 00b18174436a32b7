//! Weakening and strengthening rules.

use super::language::{Pattern, Var, VarKind};
use super::number::Condition;
use super::reading::{Fault, Reader, RuleError};
use gadfly_syntax::Sexprs;
use gadfly_syntax::sexpr::Sexpr;

/// What a rule claims of its two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The left side implies the right one.
    Implies,
    /// Both sides are equal, whatever their sort.
    Equal,
    /// The left regular language is part of the right one.
    Subset,
}

impl Relation {
    /// The word in a rule file.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Implies => "implies",
            Relation::Equal => "equal",
            Relation::Subset => "subset",
        }
    }
}

/// Which side is found and which is put in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Left to right: weakening.
    Forward,
    /// Right to left: strengthening.
    Backward,
}

/// A rule of the catalogue.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub id: String,
    /// The folder of its file: the theory.
    pub theory: String,
    /// Its variables.
    pub vars: Vec<Var>,
    /// How many sort variables it has.
    pub params: usize,
    /// How many sizes it has.
    pub sizes: usize,
    /// What it claims.
    pub relation: Relation,
    /// The stronger side.
    pub left: Pattern,
    /// The weaker side.
    pub right: Pattern,
    /// The only direction in which it is used, if so restricted.
    pub only: Option<Direction>,
    /// What must hold of numbers and characters.
    pub conditions: Vec<Condition>,
    /// A term to which it applies (in the first direction it can be used in).
    pub applies: String,
    /// A term to which it does not apply.
    pub not: String,
    /// The rule as written.
    pub text: String,
    /// The comment above it.
    pub note: String,
}

impl Rule {
    /// The side that is looked for and the one that takes its place.
    pub fn sides(&self, direction: Direction) -> (&Pattern, &Pattern) {
        match direction {
            Direction::Forward => (&self.left, &self.right),
            Direction::Backward => (&self.right, &self.left),
        }
    }

    /// The directions in which it can be used.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + '_ {
        [Direction::Forward, Direction::Backward]
            .into_iter()
            .filter(|&d| {
                self.only.is_none_or(|only| only == d)
                    && self.sides(d).0.is_matchable()
                    && self.is_buildable(d)
            })
    }

    /// Whether what the found side leaves open can be chosen: a list or a binder cannot.
    fn is_buildable(&self, direction: Direction) -> bool {
        let (from, to) = self.sides(direction);
        let found = from.variables();
        to.variables().iter().all(|v| {
            found.contains(v)
                || !matches!(
                    self.vars[*v].kind,
                    VarKind::List(_) | VarKind::Binders | VarKind::Under(_)
                )
        })
    }
}

/// Reads all rules of a file.
pub fn read_rules(path: &str, text: &str) -> Result<Vec<Rule>, RuleError> {
    let place = |fault: Fault| fault.in_file(path, text);
    let all = Sexprs::parse(text).map_err(|d| place(Fault::new(d.span.start, d.message)))?;
    let theory = path
        .trim_start_matches("rules/")
        .split('/')
        .next()
        .unwrap_or("");
    all.iter()
        .map(|entry| read_rule(entry, theory, text).map_err(place))
        .collect()
}

fn read_rule(entry: Sexpr<'_, '_>, theory: &str, text: &str) -> Result<Rule, Fault> {
    if entry.get(0).map_or("", |w| w.text()) != "rule" {
        return Err(Fault::at(entry, "expected (rule name …)"));
    }
    let id = entry
        .get(1)
        .and_then(|w| w.atom())
        .ok_or_else(|| Fault::at(entry, "expected the rule's name"))?;
    let mut reader = Reader::default();
    let mut claim = None;
    let (mut only, mut conditions, mut applies, mut not) = (None, Vec::new(), None, None);
    for part in entry.items().skip(2) {
        let argument = |n: usize| {
            part.get(n)
                .ok_or_else(|| Fault::at(part, "an argument is missing"))
        };
        match part.get(0).map_or("", |w| w.text()) {
            "vars" => reader.declare(part)?,
            word @ ("implies" | "equal" | "subset") => {
                let relation = match word {
                    "implies" => Relation::Implies,
                    "equal" => Relation::Equal,
                    _ => Relation::Subset,
                };
                claim = Some((
                    relation,
                    reader.pattern(argument(1)?)?,
                    reader.pattern(argument(2)?)?,
                ));
            }
            "only" => only = Some(direction(argument(1)?)?),
            "where" => {
                conditions = part
                    .items()
                    .skip(1)
                    .map(|c| reader.condition(c))
                    .collect::<Result<_, _>>()?;
            }
            "applies" => applies = Some(argument(1)?.text().to_string()),
            "not" => not = Some(argument(1)?.text().to_string()),
            word => return Err(Fault::at(part, format!("`{word}` is no part of a rule"))),
        }
    }
    let missing = |what: &str| Fault::at(entry, format!("rule {id} has no ({what} …)"));
    let (relation, left, right) = claim.ok_or_else(|| missing("implies"))?;
    Ok(Rule {
        id: id.into(),
        theory: theory.into(),
        params: reader.params.len(),
        sizes: reader.sizes.len(),
        vars: reader.vars,
        relation,
        left,
        right,
        only,
        conditions,
        applies: applies.ok_or_else(|| missing("applies"))?,
        not: not.ok_or_else(|| missing("not"))?,
        text: entry.text().into(),
        note: comment_above(text, entry.span().start as usize),
    })
}

fn direction(word: Sexpr<'_, '_>) -> Result<Direction, Fault> {
    match word.text() {
        "forward" => Ok(Direction::Forward),
        "backward" => Ok(Direction::Backward),
        _ => Err(Fault::at(word, "expected forward or backward")),
    }
}

/// The comment lines that end right above `start`.
pub(super) fn comment_above(text: &str, start: usize) -> String {
    let mut lines: Vec<&str> = text[..start]
        .lines()
        .rev()
        .map_while(|line| line.strip_prefix("; "))
        .collect();
    lines.reverse();
    lines.join(" ")
}
