//! Commands: one function each, with recovery at the end of a command that has an error.

use super::names::Meaning;
use super::{MAX_ERRORS, Mode, Parsed, Run};
use crate::command::{Command, CommandKind};
use crate::declared::FunKind;
use crate::head::MAX_TABLE;
use crate::ids::{ScopeId, SortId};
use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol, Token, TokenKind, Tokenizer};

impl Run<'_> {
    /// The whole script.
    pub(super) fn script(&mut self) {
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Open => {
                    self.command(token);
                    // What stands behind `(exit)` is not read by any solver, and may be anything.
                    if self
                        .script
                        .commands
                        .last()
                        .is_some_and(|c| c.kind == CommandKind::Exit)
                    {
                        return;
                    }
                }
                TokenKind::Close => self.error(token.span(), "this `)` closes nothing"),
                _ => {
                    let _ = self.expected::<()>(token, "a command");
                }
            }
            if self.work.diagnostics.len() >= MAX_ERRORS || self.tables_full() {
                return;
            }
        }
    }

    /// Heads have 29 bits for the number of a function or variable.
    fn tables_full(&mut self) -> bool {
        let full = self
            .script
            .funs
            .len()
            .max(self.script.vars.len())
            .max(self.script.instances.len())
            > MAX_TABLE / 2;
        if full {
            self.error(
                Span::default(),
                "the script declares more than 268 million symbols",
            );
        }
        full
    }

    fn command(&mut self, open: Token) {
        let at = |n: usize| n as u32..n as u32;
        let mut command = Command {
            kind: CommandKind::Other,
            name: Symbol(0),
            span: open.span(),
            levels: 0,
            terms: at(self.script.terms.len()),
            funs: at(self.script.funs.len()),
            sorts: at(self.script.declared_sorts.len()),
            nodes: at(self.script.nodes.len()),
        };
        let mark = self.work.names.mark();
        self.declaring = None;
        self.named.clear();
        if self.named_command(&mut command).is_err() {
            self.recover(open, mark);
        }
        if let Some(refused) = self.script.sorts.take_refused() {
            self.error(open.span(), format!("a term's sort is {refused}"));
        }
        for n in 0..self.named.len() {
            let (symbol, id) = self.named[n];
            if self.work.names.term(symbol) != Meaning::Fun(id) {
                let sort = self.script.funs[id.index()].result;
                self.work.names.bind(symbol, Meaning::Fun(id), sort);
            }
        }
        command.span.end = self.tokens.pos();
        command.terms.end = self.script.terms.len() as u32;
        command.funs.end = self.script.funs.len() as u32;
        command.sorts.end = self.script.declared_sorts.len() as u32;
        command.nodes.end = self.script.nodes.len() as u32;
        self.script.commands.push(command);
    }

    /// After an error: forgets what was half read and goes on behind the command.
    #[cold]
    fn recover(&mut self, open: Token, mark: u32) {
        self.work.names.undo(mark);
        self.work.frames.clear();
        self.work.values.clear();
        self.work.binders.clear();
        self.work.pending.clear();
        self.work.sort_values.clear();
        self.work.sort_frames.clear();
        self.scope = ScopeId::ROOT;
        if let Some(symbol) = self.declaring.take() {
            self.add_fun(
                symbol,
                FunKind::Broken,
                &[],
                SortId::UNKNOWN,
                Meaning::Nothing,
            );
        }
        let mut tokens = Tokenizer::at(self.text, open.start);
        let mut depth = 0usize;
        let closed = loop {
            match tokens.token().kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 1 => break true,
                TokenKind::Close => depth -= 1,
                TokenKind::End => break false,
                _ => {}
            }
        };
        self.tokens = tokens;
        if !closed {
            self.never_closed(open, depth);
        }
    }

    /// A missing `)` shows at the end of the file, but the place to look is the command.
    fn never_closed(&mut self, open: Token, depth: usize) {
        let end = self.text.len() as u32;
        if self
            .work
            .diagnostics
            .last()
            .is_some_and(|d| d.span.start == end)
        {
            self.work.diagnostics.pop();
            let message =
                format!("this command is never closed: {depth} `)` missing at the end of the file");
            self.error(open.span(), message);
        }
    }

    fn named_command(&mut self, command: &mut Command) -> Parsed<()> {
        let token = self.tokens.token();
        if token.kind != TokenKind::Symbol {
            return self.expected(token, "the name of a command");
        }
        let name = self.symbol(token);
        command.name = name;
        use CommandKind as K;
        let (kind, result) = match name {
            words::ASSERT => (K::Assert, self.assert()),
            words::CHECK_SAT => self.check_sat(),
            words::CHECK_SAT_ASSUMING => (K::CheckSatAssuming, self.check_sat_assuming()),
            words::DECLARE_CONST => (K::DeclareConst, self.declare_const()),
            words::DECLARE_FUN => (K::DeclareFun, self.declare_fun()),
            words::DECLARE_VAR if self.mode != Mode::Standard => {
                (K::DeclareConst, self.declare_const())
            }
            words::DECLARE_REL if self.mode != Mode::Standard => {
                (K::DeclareFun, self.declare_rel())
            }
            words::SYNTH_FUN if self.mode != Mode::Standard => (K::SynthFun, self.synth_fun(false)),
            words::SYNTH_INV if self.mode != Mode::Standard => (K::SynthFun, self.synth_fun(true)),
            words::DECLARE_SORT => (K::DeclareSort, self.declare_sort()),
            words::DECLARE_TYPE_VAR if self.mode != Mode::Standard => {
                (K::DeclareSortParameter, self.declare_sort_parameter())
            }
            words::DECLARE_SORT_PARAMETER => {
                (K::DeclareSortParameter, self.declare_sort_parameter())
            }
            words::DECLARE_DATATYPE | words::DECLARE_CODATATYPE => {
                (K::DeclareDatatype, self.declare_datatype())
            }
            words::DECLARE_DATATYPES | words::DECLARE_CODATATYPES => {
                (K::DeclareDatatypes, self.declare_datatypes())
            }
            words::DEFINE_CONST => (K::DefineConst, self.define_const()),
            words::DEFINE_FUN => (K::DefineFun, self.define_fun(false)),
            words::DEFINE_FUN_REC => (K::DefineFunRec, self.define_fun(true)),
            words::DEFINE_FUNS_REC => (K::DefineFunsRec, self.define_funs_rec()),
            words::DEFINE_SORT => (K::DefineSort, self.define_sort()),
            words::SET_LOGIC => (K::SetLogic, self.set_logic()),
            words::SET_INFO => (K::SetInfo, self.set_attribute()),
            words::SET_OPTION => (K::SetOption, self.set_attribute()),
            words::PUSH => (K::Push, self.push(command)),
            words::POP => (K::Pop, self.pop(command)),
            words::RESET => (K::Reset, self.reset()),
            words::RESET_ASSERTIONS => (K::ResetAssertions, self.reset_assertions()),
            words::EXIT => (K::Exit, self.end_command()),
            words::ECHO => (K::Echo, self.echo()),
            words::GET_VALUE => (K::GetValue, self.get_value()),
            words::GET_MODEL
            | words::GET_ASSERTIONS
            | words::GET_ASSIGNMENT
            | words::GET_PROOF
            | words::GET_UNSAT_ASSUMPTIONS
            | words::GET_UNSAT_CORE => (K::Get, self.bare()),
            words::GET_INFO | words::GET_OPTION => (K::Get, self.rest_of_command()),
            _ => self.dialect_command(name, token),
        };
        command.kind = kind;
        result
    }

    pub(super) fn end_command(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Close, "`)` at the end of the command")
            .map(|_| ())
    }

    /// Keeps the rest of a command as it stands.
    pub(super) fn rest_of_command(&mut self) -> Parsed<()> {
        let mut depth = 0usize;
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => return Ok(()),
                TokenKind::Close => depth -= 1,
                TokenKind::End | TokenKind::Bad(_) => return self.expected(token, "`)`"),
                _ => {}
            }
        }
    }

    /// Reads a term of sort Bool and keeps it as a term of the command.
    pub(super) fn formula(&mut self, what: &str) -> Parsed<()> {
        let term = self.term()?;
        let sort = self.script.sort(term);
        if sort != SortId::BOOL && sort != SortId::UNKNOWN {
            let text = self.sort_text(sort);
            self.error(
                self.script.span(term),
                format!("{what} must be Bool, but this is {text}"),
            );
        }
        self.script.terms.push(term);
        Ok(())
    }

    fn assert(&mut self) -> Parsed<()> {
        self.formula("an asserted term")?;
        self.end_command()
    }

    /// A command that the standard gives no arguments, but solvers do.
    fn bare(&mut self) -> Parsed<()> {
        if self.mode == Mode::Standard {
            self.end_command()
        } else {
            self.rest_of_command()
        }
    }

    /// `check-sat`; z3 lets assumptions follow.
    fn check_sat(&mut self) -> (CommandKind, Parsed<()>) {
        let alone = self.tokens.clone().token().kind == TokenKind::Close;
        if alone || self.mode == Mode::Standard {
            return (CommandKind::CheckSat, self.end_command());
        }
        (
            CommandKind::CheckSatAssuming,
            self.formulas("an assumption"),
        )
    }

    fn check_sat_assuming(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Open, "`(` before the assumptions")?;
        self.formulas("an assumption")?;
        self.end_command()
    }

    fn get_value(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Open, "`(` before the terms")?;
        self.terms()?;
        self.rest_of_command()
    }

    /// Formulas up to `)`.
    pub(super) fn formulas(&mut self, what: &str) -> Parsed<()> {
        loop {
            let token = self.tokens.clone().token();
            if token.kind == TokenKind::Close {
                self.tokens.token();
                return Ok(());
            }
            self.formula(what)?;
        }
    }

    /// Terms up to `)`.
    pub(super) fn terms(&mut self) -> Parsed<()> {
        loop {
            let token = self.tokens.token();
            if token.kind == TokenKind::Close {
                return Ok(());
            }
            let floor = self.work.frames.len();
            let term = self.term_from(token, floor)?;
            self.script.terms.push(term);
        }
    }

    fn set_logic(&mut self) -> Parsed<()> {
        let (symbol, _) = self.expect_symbol("the name of a logic")?;
        self.end_command()?;
        self.script.logic = Some(symbol);
        let logic = self.script.symbols.name(symbol);
        let reals = (logic.contains("RA") || logic.contains("RDL")) && !logic.contains("IRA");
        self.numeral = if reals { SortId::REAL } else { SortId::INT };
        Ok(())
    }

    fn set_attribute(&mut self) -> Parsed<()> {
        let keyword = self.expect(TokenKind::Keyword, "a keyword")?;
        if self.spelt(keyword) == ":global-declarations" {
            let value = self.tokens.token();
            self.global_declarations = self.spelt(value) == "true";
            return self.end_command();
        }
        // The standard would allow a keyword alone, but no solver reads it.
        self.skip_sexpr()?;
        self.end_command()
    }

    fn echo(&mut self) -> Parsed<()> {
        let token = self.tokens.token();
        if token.kind != TokenKind::String
            && (self.mode == Mode::Standard || token.kind != TokenKind::Symbol)
        {
            return self.expected(token, "a string");
        }
        self.end_command()
    }

    fn levels(&mut self) -> Parsed<u32> {
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Numeral => {
                let levels =
                    gadfly_syntax::numeral_value(self.spelt(token)).filter(|n| *n <= 1 << 20);
                self.end_command()?;
                levels.map_or_else(|| self.abort(token.span(), "that is too many levels"), Ok)
            }
            TokenKind::Close if self.mode != Mode::Standard => Ok(1),
            _ => self.expected(token, "a number of levels"),
        }
    }

    fn push(&mut self, command: &mut Command) -> Parsed<()> {
        command.levels = self.levels()?;
        let mark = self.work.names.mark();
        if command.levels > 0 {
            self.levels.push((mark, command.levels));
        }
        Ok(())
    }

    fn pop(&mut self, command: &mut Command) -> Parsed<()> {
        command.levels = self.levels()?;
        let mut left = command.levels;
        while left > 0 {
            let Some((mark, opened)) = self.levels.pop() else {
                let span = Span::new(self.tokens.pos().saturating_sub(1), self.tokens.pos());
                self.error(span, "there is no level left to pop");
                return Ok(());
            };
            if !self.global_declarations {
                self.work.names.undo(mark);
            }
            if opened > left {
                self.levels.push((mark, opened - left));
            }
            left = left.saturating_sub(opened);
        }
        Ok(())
    }

    fn reset(&mut self) -> Parsed<()> {
        self.end_command()?;
        self.work.names.undo(0);
        self.levels.clear();
        self.script.logic = None;
        self.numeral = SortId::INT;
        Ok(())
    }

    fn reset_assertions(&mut self) -> Parsed<()> {
        self.end_command()?;
        if !self.global_declarations {
            self.work.names.undo(0);
        }
        self.levels.clear();
        Ok(())
    }
}
