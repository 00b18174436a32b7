//! What most solvers take leniently, said in full to those that read strictly.

use gadfly_catalog::Assoc;
use gadfly_profile::Strict;
use gadfly_syntax::{TokenKind, Tokenizer, string_code_points};
use gadfly_term::{
    Command, CommandKind, Edits, Head, Literal, NodeId, Reading, Script, SortId, SortKind, Span,
};
use std::fmt::Write;

/// The script with each conversion written of an integer that stands for a real; `None` where there is none.
pub fn with_conversions(script: &Script) -> Option<String> {
    let strict = Strict { mixes: Vec::new() };
    let strictly = Strictly::new(&strict, script);
    let mut edits = Edits::new(script);
    let mut changed = false;
    for id in script.nodes() {
        changed |= strictly.numbers(id, &mut edits);
    }
    for command in script.commands() {
        changed |= strictly.definition(command, &mut edits);
    }
    changed.then(|| edits.apply())
}

/// Says scripts to a solver that reads strictly.
pub(crate) struct Strictly<'a> {
    strict: &'a Strict,
    script: &'a Script,
    /// Whether there are reals at all, for which integers may stand.
    reals: bool,
}

impl<'a> Strictly<'a> {
    pub(crate) fn new(strict: &'a Strict, script: &'a Script) -> Self {
        let reals = script.sorts().any(|sort| sort == SortId::REAL);
        Strictly {
            strict,
            script,
            reals,
        }
    }

    /// Notes what must change at a node; whether anything does.
    pub(crate) fn node(&self, id: NodeId, edits: &mut Edits<'_>) -> bool {
        let script = self.script;
        let args = script.args(id);
        match script.head(id) {
            Head::Op(op) => {
                let name = script.op_name(op);
                let mixes = self.strict.mixes.iter().any(|other| other == name);
                self.alone(id, edits) || (!mixes && self.numbers(id, edits))
            }
            Head::Fun(fun) if !script.params(fun).is_empty() => self.numbers(id, edits),
            Head::Fun(_) | Head::Var(_) if !args.is_empty() => self.element(id, edits),
            Head::Literal(Literal::String) => self.string(id, edits),
            _ => false,
        }
    }

    /// `(distinct x)` and `(+ x)`: operators of two and more arguments with one.
    fn alone(&self, id: NodeId, edits: &mut Edits<'_>) -> bool {
        let (script, Head::Op(op)) = (self.script, self.script.head(id)) else {
            return false;
        };
        let &[arg] = script.args(id) else {
            return false;
        };
        let signatures = &script.operator(op).signatures;
        let mut standard = signatures.iter().filter(|it| it.since.is_some());
        if standard.any(|signature| signature.args.len() == 1) {
            return false;
        }
        let mut several = signatures.iter().map(|signature| signature.assoc);
        match several.find(|assoc| *assoc != Assoc::None) {
            Some(Assoc::Left) => {
                let (whole, part) = (script.span(id), script.span(arg));
                edits.replace_span(Span::new(whole.start, part.start), "");
                edits.replace_span(Span::new(part.end, whole.end), "");
            }
            Some(Assoc::Chainable | Assoc::Pairwise) => edits.replace(id, "true"),
            _ => return false,
        }
        true
    }

    /// Integers as arguments where reals are wanted.
    fn numbers(&self, id: NodeId, edits: &mut Edits<'_>) -> bool {
        let script = self.script;
        let integer = |arg: &NodeId| script.sort(*arg) == SortId::INT;
        if !self.reals || !script.args(id).iter().any(integer) {
            return false;
        }
        let readings = script.readings(id).unwrap_or_default();
        let mut changed = false;
        for (arg, reading) in script.args(id).iter().zip(readings) {
            if reading == Reading::AsReal && integer(arg) {
                self.real(*arg, edits);
                changed = true;
            }
        }
        changed
    }

    fn real(&self, id: NodeId, edits: &mut Edits<'_>) {
        if self.script.head(id) == Head::Literal(Literal::Numeral) {
            edits.replace(id, format!("{}.0", self.script.text(id)));
            return;
        }
        let Span { start, end } = self.script.span(id);
        edits.replace_span(Span::new(start, start), "(to_real ");
        edits.replace_span(Span::new(end, end), ")");
    }

    /// `(a 1)` for `(select a 1)`.
    fn element(&self, id: NodeId, edits: &mut Edits<'_>) -> bool {
        let script = self.script;
        let &[index] = script.args(id) else {
            return false;
        };
        let array = match script.head(id) {
            Head::Fun(fun) => script.fun(fun).result,
            Head::Var(var) => script.var(var).sort,
            _ => return false,
        };
        let SortKind::Array(wanted, _) = script.sort_kind(array) else {
            return false;
        };
        let behind = script.span(id).start + 1;
        edits.replace_span(Span::new(behind, behind), "select ");
        if wanted == SortId::REAL && script.sort(index) == SortId::INT {
            self.real(index, edits);
        }
        true
    }

    /// Characters that are not printable, written as what they are.
    fn string(&self, id: NodeId, edits: &mut Edits<'_>) -> bool {
        let literal = self.script.text(id);
        let printable = |c: char| (' '..='~').contains(&c);
        if literal.chars().all(printable) {
            return false;
        }
        let mut text = String::from("\"");
        for code in string_code_points(literal) {
            match char::from_u32(code).filter(|c| printable(*c) && *c != '\\') {
                Some('"') => text.push_str("\"\""),
                Some(c) => text.push(c),
                None => {
                    let _ = write!(text, "\\u{{{code:x}}}");
                }
            }
        }
        text.push('"');
        edits.replace(id, text);
        true
    }

    /// Notes what must change at a command, beside its terms; whether anything does.
    pub(crate) fn command(&self, command: &Command, edits: &mut Edits<'_>) -> bool {
        let script = self.script;
        let text = script.command_text(command);
        let terms = script.command_terms(command);
        let last = command.span.end - 1;
        let end = Span::new(last, last);
        match (command.kind, terms) {
            (CommandKind::DeclareSort, _) if words(text) == 2 => edits.replace_span(end, " 0"),
            (CommandKind::Push | CommandKind::Pop, _) if words(text) == 1 => {
                edits.replace_span(end, " 1");
            }
            // z3's own way to assume.
            (CommandKind::CheckSatAssuming, [first, ..])
                if script.name(command.name) == "check-sat" =>
            {
                let first = script.span(*first).start;
                let before = Span::new(command.span.start, first);
                edits.replace_span(before, "(check-sat-assuming (");
                edits.replace_span(end, ")");
            }
            // Its options of a simplification.
            (CommandKind::Get, [term]) if script.name(command.name) == "simplify" => {
                let behind = Span::new(script.span(*term).end, last);
                if behind.is_empty() {
                    return false;
                }
                edits.replace_span(behind, "");
            }
            _ => return self.definition(command, edits),
        }
        true
    }

    /// An integer as the body of a real.
    fn definition(&self, command: &Command, edits: &mut Edits<'_>) -> bool {
        let script = self.script;
        let defines = matches!(
            command.kind,
            CommandKind::DefineFun | CommandKind::DefineConst
        );
        let &[body] = script.command_terms(command) else {
            return false;
        };
        let result = script.command_funs(command).next();
        let real = result.is_some_and(|fun| script.fun(fun).result == SortId::REAL);
        let integer = defines && real && script.sort(body) == SortId::INT;
        if integer {
            self.real(body, edits);
        }
        integer
    }
}

/// How many words a command has between its parentheses.
fn words(command: &str) -> usize {
    let mut tokens = Tokenizer::at(command.as_bytes(), 0);
    std::iter::from_fn(|| Some(tokens.token().kind).filter(|kind| *kind != TokenKind::End))
        .filter(|kind| !matches!(kind, TokenKind::Open | TokenKind::Close))
        .count()
}

#[cfg(test)]
mod tests {
    use super::with_conversions;
    use gadfly_term::{Mode, Script};

    #[test]
    fn conversions_are_written_where_integers_stand_for_reals() {
        let head = "(declare-const x Real)(declare-const i Int)(declare-fun f (Real) Int)";
        let table = [
            ("(< x i)", Some("(< x (to_real i))")),
            ("(= 0 x (* 2 i))", Some("(= 0.0 x (to_real (* 2 i)))")),
            ("(= (f 1) i)", Some("(= (f 1.0) i)")),
            ("(distinct (ite (< i 0) x i) (/ i 2))", None),
            ("(< i 0)", None),
            ("(< x 0.5 (to_real i))", None),
        ];
        for (term, wanted) in table {
            let script = |term: &str| format!("{head}(assert {term})(check-sat)");
            let catalog = gadfly_testkit::catalog();
            let parsed = Script::parse(script(term), &catalog, Mode::Lenient).unwrap();
            let written = with_conversions(&parsed);
            if let Some(wanted) = wanted {
                assert_eq!(written.as_deref(), Some(script(wanted).as_str()));
            }
            let written = written.unwrap_or_else(|| script(term));
            let again = Script::parse(&written, &catalog, Mode::Standard);
            assert!(again.is_ok(), "{written}");
            assert_eq!(with_conversions(&again.unwrap()), None, "{written}");
        }
    }
}
