//! Commands of solvers' dialects, read by the lists of arguments that the catalogue gives them.

use super::names::Meaning;
use super::{Abort, Mode, Parsed, Run};
use crate::command::CommandKind;
use crate::ids::SortId;
use crate::sort::SortKind;
use gadfly_catalog::Argument;
use gadfly_syntax::{Diagnostic, Symbol, Token, TokenKind};

/// What stands behind a command's name, before it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    Name,
    Literal,
    Keyword,
    List,
    /// `(and …)`
    Conjunction,
}

impl Run<'_> {
    pub(super) fn dialect_command(
        &mut self,
        name: Symbol,
        token: Token,
    ) -> (CommandKind, Parsed<()>) {
        let catalog = self.script.catalog.clone();
        let command = catalog.command(name);
        let Some(command) = command.filter(|_| self.mode != Mode::Standard) else {
            let read = match self.mode {
                Mode::Lenient => self.rest_of_command(),
                _ => self.unknown_command(token, command.is_some()),
            };
            return (CommandKind::Other, read);
        };
        let given = self.given();
        let kind = CommandKind::of_dialect(name);
        if let Some(form) = command.forms.iter().find(|form| fits(form, &given)) {
            return (kind, self.arguments(form, catalog.symbols().name(name)));
        }
        match command.forms.first().and_then(|form| form.first()) {
            Some(first) if given.is_empty() => {
                let close = self.tokens.token();
                (kind, self.expected(close, what(*first)))
            }
            _ => (CommandKind::Other, self.rest_of_command()),
        }
    }

    fn unknown_command(&mut self, token: Token, in_dialect: bool) -> Parsed<()> {
        let text = self.spelt(token).to_string();
        let catalog = self.script.catalog.clone();
        let names = catalog.command_names().chain(catalog.standard_commands());
        let mut diagnostic = Diagnostic::new(token.span(), format!("unknown command `{text}`"));
        if in_dialect {
            diagnostic.message = format!("`{text}` is not a command of SMT-LIB");
        } else if let Some(near) = gadfly_vocabulary::nearest(&text, names) {
            diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        Err(Abort)
    }

    /// What stands up to the command's end; the tokenizer stays where it is.
    fn given(&self) -> Vec<Given> {
        let mut tokens = self.tokens.clone();
        let mut found = Vec::new();
        let mut depth = 0usize;
        loop {
            let token = tokens.token();
            let top = depth == 0;
            match token.kind {
                TokenKind::Close if top => return found,
                TokenKind::End | TokenKind::Bad(_) => return found,
                TokenKind::Close => depth -= 1,
                TokenKind::Open => {
                    depth += 1;
                    let head = tokens.clone().token();
                    let and = self.spelt(head) == "and";
                    found.extend(top.then_some(if and { Given::Conjunction } else { Given::List }));
                }
                TokenKind::Symbol | TokenKind::Quoted => found.extend(top.then_some(Given::Name)),
                TokenKind::Keyword => found.extend(top.then_some(Given::Keyword)),
                _ => found.extend(top.then_some(Given::Literal)),
            }
        }
    }

    fn arguments(&mut self, form: &[Argument], name: &str) -> Parsed<()> {
        for argument in form {
            match argument {
                Argument::Term => {
                    let term = self.term()?;
                    self.script.terms.push(term);
                }
                Argument::Formula => self.formula(&format!("the formula of `{name}`"))?,
                Argument::Objective => self.objective()?,
                Argument::Terms => {
                    self.tokens.token();
                    self.terms()?;
                }
                Argument::Formulas => {
                    self.tokens.token();
                    self.formulas(&format!("a formula of `{name}`"))?;
                }
                Argument::Relation => self.relation()?,
                Argument::Name => drop(self.expect_symbol("a name")?),
                Argument::Sexpr => self.skip_sexpr()?,
                Argument::Partitions => return self.formulas("a part"),
                Argument::Steps => return self.steps(name),
                Argument::Attributes => return self.command_attributes(),
                Argument::Rest => return self.rest_of_command(),
            }
        }
        self.end_command()
    }

    /// Lists of formulas, up to the end of the command.
    fn steps(&mut self, name: &str) -> Parsed<()> {
        while self.tokens.clone().token().kind == TokenKind::Open {
            self.tokens.token();
            self.formulas(&format!("a formula of `{name}`"))?;
        }
        self.end_command()
    }

    /// A term that has a least and a greatest value, or none.
    fn objective(&mut self) -> Parsed<()> {
        let term = self.term()?;
        let sort = self.script.sort(term);
        let ordered = matches!(
            self.script.sorts.kind(sort),
            SortKind::Int | SortKind::Real | SortKind::BitVec(_) | SortKind::Float(..)
        );
        if !ordered && sort != SortId::UNKNOWN {
            let text = self.sort_text(sort);
            self.error(
                self.script.span(term),
                format!("an objective must be a number or a bit-vector, but this is {text}"),
            );
        }
        self.script.terms.push(term);
        Ok(())
    }

    /// The name of a predicate; one without parameters is a formula like any other.
    fn relation(&mut self) -> Parsed<()> {
        let mut ahead = self.tokens.clone();
        let token = ahead.token();
        let symbol = self.symbol(token);
        if let Meaning::Fun(id) = self.work.names.term(symbol)
            && self.script.funs[id.index()].result == SortId::BOOL
            && !self.script.params(id).is_empty()
        {
            self.tokens = ahead;
            return Ok(());
        }
        self.formula("a relation")
    }

    /// Keywords with their values, and the end of the command.
    fn command_attributes(&mut self) -> Parsed<()> {
        loop {
            let keyword = self.tokens.token();
            match keyword.kind {
                TokenKind::Close => return Ok(()),
                TokenKind::Keyword if self.spelt(keyword) == ":weight" => self.weight()?,
                TokenKind::Keyword => self.attribute_value()?,
                _ => return self.expected(keyword, "a keyword or `)`"),
            }
        }
    }

    /// A number. z3 reads a negative one as a word, others take a term.
    fn weight(&mut self) -> Parsed<()> {
        let token = self.tokens.clone().token();
        let is_number = match token.kind {
            TokenKind::Numeral | TokenKind::Decimal | TokenKind::Open => true,
            TokenKind::Symbol => self.spelt(token).strip_prefix('-').is_some_and(is_decimal),
            _ => false,
        };
        if !is_number {
            return self.expected(token, "a number for the weight");
        }
        self.skip_sexpr()
    }
}

fn is_decimal(text: &str) -> bool {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    digits(whole) && digits(part)
}

/// Whether a list of arguments may be meant, by its outer form.
fn fits(form: &[Argument], given: &[Given]) -> bool {
    let mut rest = given;
    for argument in form {
        match argument {
            Argument::Attributes => return are_attributes(rest),
            Argument::Partitions => {
                let part = |g: &Given| matches!(g, Given::Name | Given::Conjunction);
                return !rest.is_empty() && rest.iter().all(part);
            }
            Argument::Steps => return !rest.is_empty() && rest.iter().all(is_list),
            Argument::Rest => return true,
            _ => {}
        }
        let Some((first, others)) = rest.split_first() else {
            return false;
        };
        let one = match argument {
            Argument::Terms | Argument::Formulas => is_list(first),
            Argument::Name | Argument::Relation => *first == Given::Name,
            _ => *first != Given::Keyword,
        };
        if !one {
            return false;
        }
        rest = others;
    }
    rest.is_empty()
}

fn is_list(given: &Given) -> bool {
    matches!(given, Given::List | Given::Conjunction)
}

/// Keywords, each with one value or none.
fn are_attributes(given: &[Given]) -> bool {
    let value = |g: &Given| *g != Given::Keyword;
    !given.first().is_some_and(value) && !given.windows(2).any(|pair| pair.iter().all(value))
}

/// What is missing where nothing stands behind a command's name.
fn what(argument: Argument) -> &'static str {
    match argument {
        Argument::Formula => "a formula",
        Argument::Objective => "an objective",
        Argument::Terms => "`(` before the terms",
        Argument::Formulas => "`(` before the formulas",
        Argument::Relation => "a relation",
        Argument::Name => "a name",
        Argument::Sexpr => "a tactic",
        Argument::Partitions | Argument::Steps => "the parts",
        _ => "a term",
    }
}
