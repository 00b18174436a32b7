//! Reading rule files: S-expressions into variables and patterns, with faults that say where.

use super::language::{Head, Need, Pattern, SortPattern, Var, VarKind};
use super::number::{Condition, Number};
use gadfly_syntax::sexpr::Sexpr;
use gadfly_syntax::{Position, TokenKind};
use thiserror::Error;

/// What is wrong with a rule file.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{path}:{line}:{column}: {message}")]
pub struct RuleError {
    /// The file's path in the catalogue.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// A fault before its place in the file is counted out.
pub(super) struct Fault {
    at: u32,
    message: String,
}

impl Fault {
    pub(super) fn at(place: Sexpr<'_, '_>, message: impl Into<String>) -> Self {
        Fault {
            at: place.span().start,
            message: message.into(),
        }
    }

    pub(super) fn new(at: u32, message: impl Into<String>) -> Self {
        Fault {
            at,
            message: message.into(),
        }
    }

    pub(super) fn in_file(self, path: &str, text: &str) -> RuleError {
        let place = Position::of(text.as_bytes(), self.at as usize);
        RuleError {
            path: path.into(),
            line: place.line,
            column: place.column,
            message: self.message,
        }
    }
}

/// The names that one rule has declared so far.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) vars: Vec<Var>,
    pub(super) params: Vec<String>,
    pub(super) sizes: Vec<String>,
    bound: Vec<String>,
}

const GROUND: [&str; 6] = ["Bool", "Int", "Real", "String", "RegLan", "RoundingMode"];

impl Reader {
    fn var(&self, name: &str) -> Option<usize> {
        self.vars.iter().position(|v| v.name == name)
    }

    /// Reads `(vars …)`.
    pub(super) fn declare(&mut self, list: Sexpr<'_, '_>) -> Result<(), Fault> {
        for entry in list.items().skip(1) {
            let words: Vec<_> = entry.items().collect();
            let name = words.first().and_then(|w| w.atom());
            let name =
                name.ok_or_else(|| Fault::at(entry, "expected (name sort) or (name sort need)"))?;
            let kind = self.kind(entry, &words[1..])?;
            self.vars.push(Var {
                name: name.into(),
                kind,
            });
        }
        Ok(())
    }

    fn kind(&mut self, entry: Sexpr<'_, '_>, words: &[Sexpr<'_, '_>]) -> Result<VarKind, Fault> {
        let text = |n: usize| words.get(n).map_or("", |w| w.text());
        if text(0) == "binders" {
            return Ok(VarKind::Binders);
        }
        if text(1) == "under" {
            let over = self.var(text(2));
            return over
                .map(VarKind::Under)
                .ok_or_else(|| Fault::at(entry, "expected a binders variable after `under`"));
        }
        if text(0) == "Nat" {
            let bound = |n: usize| {
                text(n)
                    .parse()
                    .map_err(|_| Fault::at(entry, "expected (name Nat lowest highest)"))
            };
            return Ok(VarKind::Nat(bound(1)?, bound(2)?));
        }
        let Some(&first) = words.first() else {
            return Err(Fault::at(entry, "expected a sort"));
        };
        if self.is_signature(first) {
            let args = first
                .items()
                .map(|s| self.sort(s))
                .collect::<Result<_, _>>()?;
            let result = words
                .get(1)
                .ok_or_else(|| Fault::at(entry, "expected the sort of the result"))?;
            let result = self.sort(*result)?;
            return Ok(VarKind::Function {
                args,
                result,
                constructor: text(2) == "constructor",
            });
        }
        let sort = self.sort(first)?;
        if text(1) == "list" {
            return Ok(VarKind::List(sort));
        }
        Ok(VarKind::Term(sort, self.need(entry, text(1), text(2))?))
    }

    /// `(A B)` is a function's arguments; `(_ BitVec n)`, `(Array I E)` and `(Seq E)` are sorts.
    fn is_signature(&self, list: Sexpr<'_, '_>) -> bool {
        list.is_list() && !matches!(list.get(0).map_or("", |s| s.text()), "_" | "Array" | "Seq")
    }

    fn need(&self, entry: Sexpr<'_, '_>, word: &str, of: &str) -> Result<Need, Fault> {
        Ok(match word {
            "" => Need::Any,
            "literal" => Need::Literal,
            "positive" => Need::Positive,
            "negative" => Need::Negative,
            "nonnegative" => Need::Nonnegative,
            "nonzero" => Need::Nonzero,
            "nonempty" => Need::Nonempty,
            "char" => Need::Char,
            "odd" => Need::Odd,
            "fresh" => Need::Fresh,
            "inverse" => {
                let of = self.var(of);
                Need::Inverse(
                    of.ok_or_else(|| Fault::at(entry, "expected a variable after `inverse`"))?,
                )
            }
            _ => {
                return Err(Fault::at(
                    entry,
                    format!("`{word}` is no need: try positive, literal, list …"),
                ));
            }
        })
    }

    /// Reads a sort.
    pub(super) fn sort(&mut self, sort: Sexpr<'_, '_>) -> Result<SortPattern, Fault> {
        if let Some(name) = sort.atom() {
            if GROUND.contains(&name) || name.len() > 1 {
                return Ok(SortPattern::Ground(name.into()));
            }
            return Ok(SortPattern::Param(number_of(&mut self.params, name)));
        }
        let parts: Vec<_> = sort.items().collect();
        match (
            parts.first().map_or("", |p| p.text()),
            parts.get(1).map_or("", |p| p.text()),
            parts.len(),
        ) {
            ("_", "BitVec", 3) => Ok(SortPattern::BitVec(self.size(parts[2])?)),
            ("_", "FloatingPoint", 4) => Ok(SortPattern::Float(
                self.size(parts[2])?,
                self.size(parts[3])?,
            )),
            ("Array", _, 3) => Ok(SortPattern::Array(Box::new([
                self.sort(parts[1])?,
                self.sort(parts[2])?,
            ]))),
            ("Seq", _, 2) => Ok(SortPattern::Seq(Box::new(self.sort(parts[1])?))),
            _ => Err(Fault::at(sort, "not a sort that rules can speak of")),
        }
    }

    /// A number in a sort: unknown names become sizes.
    fn size(&mut self, number: Sexpr<'_, '_>) -> Result<Number, Fault> {
        if let Some(name) = number.atom()
            && number.kind() == TokenKind::Symbol
            && self.var(name).is_none()
        {
            return Ok(Number::Size(number_of(&mut self.sizes, name)));
        }
        self.number(number)
    }

    /// A number in an index or a condition.
    pub(super) fn number(&self, number: Sexpr<'_, '_>) -> Result<Number, Fault> {
        if let Some(name) = number.atom() {
            let size = || self.sizes.iter().position(|s| s == name).map(Number::Size);
            let known = name.parse().ok().map(Number::Constant);
            let known = known
                .or_else(|| self.var(name).map(Number::Var))
                .or_else(size);
            return known.ok_or_else(|| {
                Fault::at(number, format!("`{name}` is not a number, a Nat or a size"))
            });
        }
        let parts: Vec<_> = number.items().collect();
        let [op, a, b] = parts[..] else {
            return Err(Fault::at(number, "expected (+ a b), (- a b) or (* a b)"));
        };
        let both = Box::new([self.number(a)?, self.number(b)?]);
        match op.text() {
            "+" => Ok(Number::Add(both)),
            "-" => Ok(Number::Sub(both)),
            "*" => Ok(Number::Mul(both)),
            _ => Err(Fault::at(op, "expected +, - or *")),
        }
    }

    /// Reads a pattern.
    pub(super) fn pattern(&mut self, term: Sexpr<'_, '_>) -> Result<Pattern, Fault> {
        let Some(word) = term.atom().filter(|_| !term.is_list()) else {
            return self.compound(term);
        };
        if term.kind() == TokenKind::Symbol {
            if let Some(list) = word.strip_suffix("...") {
                return self
                    .var(list)
                    .map(Pattern::Rest)
                    .ok_or_else(|| Fault::at(term, "no such list variable"));
            }
            if self.bound.iter().any(|b| b == word) {
                return Ok(Pattern::Bound(word.into()));
            }
            if let Some(var) = self.var(word) {
                return Ok(match self.vars[var].kind {
                    VarKind::Nat(..) => Pattern::Numeral(Number::Var(var)),
                    _ => Pattern::Var(var),
                });
            }
        }
        Ok(Pattern::Constant(term.text().into()))
    }

    fn compound(&mut self, term: Sexpr<'_, '_>) -> Result<Pattern, Fault> {
        let parts: Vec<_> = term.items().collect();
        let Some(&first) = parts.first() else {
            return Err(Fault::at(term, "expected a term"));
        };
        match first.text() {
            "forall" | "exists" => return self.quantifier(term, &parts),
            "_" => return self.bit_vector(term, &parts),
            "instantiate" if parts.len() == 3 => {
                let both = self.var(parts[1].text()).zip(self.var(parts[2].text()));
                return both
                    .map(|(binders, body)| Pattern::Instantiate(binders, body))
                    .ok_or_else(|| Fault::at(term, "expected (instantiate binders body)"));
            }
            "hide" if parts.len() == 2 => {
                let var = self.var(parts[1].text());
                return var
                    .map(Pattern::Hide)
                    .ok_or_else(|| Fault::at(term, "expected (hide variable)"));
            }
            _ => {}
        }
        let head = self.head(first)?;
        let args = parts[1..]
            .iter()
            .map(|&arg| self.pattern(arg))
            .collect::<Result<_, _>>()?;
        Ok(Pattern::Apply(head, args))
    }

    fn head(&self, head: Sexpr<'_, '_>) -> Result<Head, Fault> {
        if let Some(name) = head.atom() {
            return Ok(match self.var(name) {
                Some(var) => Head::Function(var),
                None => Head::Op(name.into()),
            });
        }
        let parts: Vec<_> = head.items().collect();
        if parts.len() < 3 || parts[0].text() != "_" {
            return Err(Fault::at(head, "expected (_ operator index …)"));
        }
        if parts[1].text() == "is" {
            let constructor = self.var(parts[2].text());
            return match constructor {
                Some(var) => Ok(Head::Tester(var)),
                None => Ok(Head::IsNamed(parts[2].text().into())),
            };
        }
        let indices = parts[2..]
            .iter()
            .map(|&n| self.number(n))
            .collect::<Result<_, _>>()?;
        Ok(Head::Indexed(parts[1].text().into(), indices))
    }

    fn bit_vector(&self, term: Sexpr<'_, '_>, parts: &[Sexpr<'_, '_>]) -> Result<Pattern, Fault> {
        let value = parts
            .get(1)
            .and_then(|p| p.text().strip_prefix("bv")?.parse().ok());
        match (value, parts.get(2)) {
            (Some(value), Some(&width)) => Ok(Pattern::BitVec(value, self.number(width)?)),
            _ => Err(Fault::at(term, "expected (_ bv0 width)")),
        }
    }

    fn quantifier(
        &mut self,
        term: Sexpr<'_, '_>,
        parts: &[Sexpr<'_, '_>],
    ) -> Result<Pattern, Fault> {
        let [word, list, body] = *parts else {
            return Err(Fault::at(term, "expected (forall binders body)"));
        };
        let forall = word.text() == "forall";
        if let Some(name) = list.atom() {
            let binders = self
                .var(name)
                .ok_or_else(|| Fault::at(list, "no such binders variable"))?;
            return Ok(Pattern::Over {
                forall,
                binders,
                body: Box::new(self.pattern(body)?),
            });
        }
        let mut bound = Vec::new();
        for entry in list.items() {
            let (Some(name), Some(sort)) = (entry.get(0).and_then(|n| n.atom()), entry.get(1))
            else {
                return Err(Fault::at(entry, "expected (name sort)"));
            };
            bound.push((name.to_string(), self.sort(sort)?));
        }
        let before = self.bound.len();
        self.bound
            .extend(bound.iter().map(|(name, _)| name.clone()));
        let body = Box::new(self.pattern(body)?);
        self.bound.truncate(before);
        Ok(Pattern::Binding {
            forall,
            bound,
            body,
        })
    }

    /// Reads a side condition.
    pub(super) fn condition(&self, condition: Sexpr<'_, '_>) -> Result<Condition, Fault> {
        let parts: Vec<_> = condition.items().collect();
        let [op, a, b] = parts[..] else {
            return Err(Fault::at(condition, "expected (relation a b)"));
        };
        match op.text() {
            "<=" => Ok(Condition::AtMost(self.number(a)?, self.number(b)?)),
            ">" => Ok(Condition::Above(self.number(a)?, self.number(b)?)),
            "str.<=" => {
                let both = self.var(a.text()).zip(self.var(b.text()));
                both.map(|(a, b)| Condition::CharAtMost(a, b))
                    .ok_or_else(|| Fault::at(condition, "expected two variables"))
            }
            _ => Err(Fault::at(op, "expected <=, > or str.<=")),
        }
    }
}

fn number_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|n| n == name).unwrap_or_else(|| {
        names.push(name.into());
        names.len() - 1
    })
}
