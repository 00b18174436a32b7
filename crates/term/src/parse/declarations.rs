//! Declarations and definitions: functions, constants, sorts.

use super::names::{Meaning, SortDefinition, SortMeaning};
use super::{Mode, Parsed, Pending, Run};
use crate::declared::{DeclaredSort, Fun, FunKind, ScopeKind, VarKind};
use crate::ids::{DeclaredSortId, FunId, ScopeId, SortId};
use crate::resolve;
use crate::sort::{Constructor, Maker};
use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol, Token, TokenKind};

impl Run<'_> {
    fn declared_name(&mut self) -> Parsed<(Symbol, Token)> {
        let (symbol, token) = self.expect_symbol("a name to declare")?;
        self.declaring = Some(symbol);
        Ok((symbol, token))
    }

    pub(super) fn declare_const(&mut self) -> Parsed<()> {
        let (symbol, token) = self.declared_name()?;
        let sort = self.sort()?;
        self.end_command()?;
        self.declare(symbol, token.span(), FunKind::Declared, &[], sort);
        Ok(())
    }

    pub(super) fn declare_fun(&mut self) -> Parsed<()> {
        let (symbol, token) = self.declared_name()?;
        let open = self.tokens.token();
        if open.kind == TokenKind::Symbol && self.symbol(open) == words::PAR {
            return self.expected(open, "`(` before the sorts of the parameters");
        }
        if open.kind != TokenKind::Open {
            return self.expected(open, "`(` before the sorts of the parameters");
        }
        let params = self.sort_list()?;
        let sort = self.sort()?;
        self.end_command()?;
        self.declare(symbol, token.span(), FunKind::Declared, &params, sort);
        Ok(())
    }

    /// z3's relations: predicates of its Horn-clause solver.
    pub(super) fn declare_rel(&mut self) -> Parsed<()> {
        let (symbol, token) = self.declared_name()?;
        self.expect(TokenKind::Open, "`(` before the sorts of the parameters")?;
        let params = self.sort_list()?;
        self.rest_of_command()?;
        self.declare(
            symbol,
            token.span(),
            FunKind::Declared,
            &params,
            SortId::BOOL,
        );
        Ok(())
    }

    /// A function that is searched for, a predicate if it is an invariant. Its grammar has terms with
    /// names of its own, and is kept as it stands.
    pub(super) fn synth_fun(&mut self, invariant: bool) -> Parsed<()> {
        let (symbol, token) = self.declared_name()?;
        let pending = self.work.pending.len();
        self.sorted_vars(false)?;
        let params: Vec<SortId> = self.work.pending.drain(pending..).map(|it| it.1).collect();
        let result = match invariant {
            true => SortId::BOOL,
            false => self.sort()?,
        };
        self.rest_of_command()?;
        self.declare(symbol, token.span(), FunKind::Declared, &params, result);
        Ok(())
    }

    /// Sorts up to `)`.
    pub(super) fn sort_list(&mut self) -> Parsed<Vec<SortId>> {
        let mut sorts = Vec::new();
        loop {
            let token = self.tokens.token();
            if token.kind == TokenKind::Close {
                return Ok(sorts);
            }
            sorts.push(self.sort_from(token)?);
        }
    }

    /// Declares a function, unless its name is taken.
    pub(super) fn declare(
        &mut self,
        symbol: Symbol,
        span: Span,
        kind: FunKind,
        params: &[SortId],
        result: SortId,
    ) -> FunId {
        let old = self.work.names.term(symbol);
        let name = || gadfly_syntax::quoted(self.script.symbols.name(symbol)).into_owned();
        match old {
            Meaning::Fun(id) if self.clashes(id, params, result) => {
                let message = format!("`{}` is already declared", name());
                self.error(span, message);
            }
            Meaning::Op(op) if self.is_core(op) => {
                let message = format!("`{}` is built in and cannot be declared", name());
                self.error(span, message);
            }
            _ => {}
        }
        // A bound variable does not stay behind a global name.
        let older = if matches!(old, Meaning::Var(_)) {
            Meaning::Nothing
        } else {
            old
        };
        self.add_fun(symbol, kind, params, result, older)
    }

    /// Whether a declaration repeats one; with another rank it is an overload that z3 allows.
    fn clashes(&self, id: FunId, params: &[SortId], result: SortId) -> bool {
        let fun = &self.script.funs[id.index()];
        let same = self.script.params(id) == params && fun.result == result;
        fun.kind != FunKind::Broken && (self.mode != Mode::Lenient || same)
    }

    fn is_core(&self, op: gadfly_catalog::OpId) -> bool {
        let op = self.script.catalog.op(op);
        op.signatures
            .iter()
            .any(|s| self.script.catalog.theory(s.theory) == "Core")
    }

    pub(super) fn add_fun(
        &mut self,
        symbol: Symbol,
        kind: FunKind,
        params: &[SortId],
        result: SortId,
        older: Meaning,
    ) -> FunId {
        let id = FunId(self.script.funs.len() as u32);
        let start = self.script.sort_lists.len() as u32;
        self.script.sort_lists.extend_from_slice(params);
        let fun = Fun {
            symbol,
            kind,
            params: start..self.script.sort_lists.len() as u32,
            result,
            command: self.script.commands.len() as u32,
            scope: ScopeId::ROOT,
            sort_params: 0..0,
            older: older.pack(),
        };
        self.script.funs.push(fun);
        self.generalise(id);
        let plain = if params.is_empty() && !self.script.sorts.has_params(result) {
            result
        } else {
            SortId::UNKNOWN
        };
        self.work.names.bind(symbol, Meaning::Fun(id), plain);
        if matches!(kind, FunKind::Named(_)) {
            self.named.push((symbol, id));
        }
        id
    }

    /// A function over sorts that `declare-sort-parameter` declared stands for one of every sort.
    /// (Those of a datatype have their parameters given after this.)
    fn generalise(&mut self, id: FunId) {
        let mut found = Vec::new();
        for n in 0..self.script.params(id).len() {
            let param = self.script.params(id)[n];
            self.script.sorts.collect_params(param, &mut found);
        }
        let result = self.script.funs[id.index()].result;
        self.script.sorts.collect_params(result, &mut found);
        if !found.is_empty() {
            let start = self.script.sort_lists.len() as u32;
            self.script.sort_lists.extend(found);
            let end = self.script.sort_lists.len() as u32;
            self.script.funs[id.index()].sort_params = start..end;
        }
    }

    pub(super) fn declare_sort(&mut self) -> Parsed<()> {
        let (symbol, token) = self.expect_symbol("the name of a sort")?;
        let next = self.tokens.token();
        let arity = match next.kind {
            TokenKind::Numeral => {
                let arity = gadfly_syntax::numeral_value(self.spelt(next))
                    .and_then(|n| u16::try_from(n).ok())
                    .filter(|n| *n < 1000);
                self.end_command()?;
                arity
            }
            // z3 lets the arity be left out.
            TokenKind::Close if self.mode != Mode::Standard => Some(0),
            _ => return self.expected(next, "the number of the sort's arguments"),
        };
        let Some(arity) = arity else {
            return self.abort(next.span(), "a sort takes less than 1000 arguments");
        };
        self.new_sort(symbol, token.span(), arity, false);
        Ok(())
    }

    /// Adds a sort, unless its name is taken.
    pub(super) fn new_sort(
        &mut self,
        symbol: Symbol,
        span: Span,
        arity: u16,
        datatype: bool,
    ) -> DeclaredSortId {
        self.check_free_sort(symbol, span);
        let id = DeclaredSortId(self.script.declared_sorts.len() as u32);
        let command = self.script.commands.len() as u32;
        self.script.declared_sorts.push(DeclaredSort {
            symbol,
            arity,
            constructors: Vec::new(),
            datatype,
            command,
            params: 0..0,
        });
        let maker = if datatype {
            Maker::Datatype(id)
        } else {
            Maker::Uninterpreted(id)
        };
        let n = self.new_constructor(symbol, arity, maker);
        self.work
            .names
            .bind_sort(symbol, SortMeaning::Constructor(n));
        id
    }

    pub(super) fn new_constructor(&mut self, symbol: Symbol, arity: u16, maker: Maker) -> u32 {
        self.script.sorts.constructors.push(Constructor {
            symbol,
            indices: 0,
            arity,
            maker,
            standard: true,
        });
        self.script.sorts.constructors.len() as u32 - 1
    }

    fn check_free_sort(&mut self, symbol: Symbol, span: Span) {
        let standard = match self.work.names.sort(symbol) {
            SortMeaning::Nothing => return,
            // A name that only some solver's dialect has may be declared.
            SortMeaning::Constructor(n) => self.script.sorts.constructors[n as usize].standard,
            _ => true,
        };
        if standard {
            let name = gadfly_syntax::quoted(self.script.symbols.name(symbol)).into_owned();
            self.error(span, format!("the sort `{name}` is already declared"));
        }
    }

    pub(super) fn declare_sort_parameter(&mut self) -> Parsed<()> {
        let (symbol, token) = self.expect_symbol("the name of a sort parameter")?;
        self.end_command()?;
        self.check_free_sort(symbol, token.span());
        let param = self.new_param(symbol);
        self.work.names.bind_sort(symbol, SortMeaning::Sort(param));
        Ok(())
    }

    pub(super) fn new_param(&mut self, symbol: Symbol) -> SortId {
        let n = self.new_constructor(symbol, 0, Maker::Param);
        self.script.sorts.make(n, &[], &[])
    }

    /// Reads `X Y …)` and binds them as sort parameters; the mark undoes it.
    pub(super) fn sort_params(&mut self) -> Parsed<Vec<SortId>> {
        let mut params = Vec::new();
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => return Ok(params),
                TokenKind::Symbol | TokenKind::Quoted => {
                    let symbol = self.symbol(token);
                    let param = self.new_param(symbol);
                    self.work.names.bind_sort(symbol, SortMeaning::Sort(param));
                    params.push(param);
                }
                _ => return self.expected(token, "a sort parameter or `)`"),
            }
        }
    }

    pub(super) fn define_sort(&mut self) -> Parsed<()> {
        let (symbol, token) = self.expect_symbol("the name of a sort")?;
        self.expect(TokenKind::Open, "`(` before the parameters")?;
        let mark = self.work.names.mark();
        let params = self.sort_params()?;
        let body = self.sort()?;
        self.work.names.undo(mark);
        self.end_command()?;
        self.check_free_sort(symbol, token.span());
        self.script.defined_sorts.push(symbol);
        if params.is_empty() {
            self.work.names.bind_sort(symbol, SortMeaning::Sort(body));
            return Ok(());
        }
        self.work
            .names
            .definitions
            .push(SortDefinition { params, body });
        let n = self.work.names.definitions.len() as u32 - 1;
        self.work.names.bind_sort(symbol, SortMeaning::Defined(n));
        Ok(())
    }

    pub(super) fn define_const(&mut self) -> Parsed<()> {
        let (symbol, token) = self.declared_name()?;
        let sort = self.sort()?;
        let body = self.body(sort)?;
        self.end_command()?;
        self.declare(
            symbol,
            token.span(),
            FunKind::Defined {
                body: Some(body),
                recursive: false,
            },
            &[],
            sort,
        );
        Ok(())
    }

    /// Reads a definition's body and checks its sort.
    fn body(&mut self, wanted: SortId) -> Parsed<crate::ids::NodeId> {
        let term = self.term()?;
        let sort = self.script.sort(term);
        if !resolve::fits(wanted, sort) && !self.same_function(wanted, sort) {
            let (wanted, sort) = (self.sort_text(wanted), self.sort_text(sort));
            self.error(
                self.script.span(term),
                format!("the body must be {wanted}, but this is {sort}"),
            );
        }
        self.script.terms.push(term);
        Ok(term)
    }

    /// z3 takes a `lambda` for an array.
    fn same_function(&self, wanted: SortId, actual: SortId) -> bool {
        use crate::sort::SortKind;
        match (
            self.script.sorts.kind(wanted),
            self.script.sorts.kind(actual),
        ) {
            (SortKind::Array(i, e), SortKind::Fun(&[a, b])) => i == a && e == b,
            _ => false,
        }
    }

    pub(super) fn define_fun(&mut self, recursive: bool) -> Parsed<()> {
        let (symbol, token) = self.declared_name()?;
        let pending = self.work.pending.len();
        self.sorted_vars(false)?;
        let result = self.sort()?;
        let params: Vec<SortId> = self.work.pending[pending..]
            .iter()
            .map(|(_, s, _)| *s)
            .collect();
        let early = recursive.then(|| {
            self.declare(
                symbol,
                token.span(),
                FunKind::Defined {
                    body: None,
                    recursive,
                },
                &params,
                result,
            )
        });
        let (body, scope) = self.definition_body(pending, result)?;
        self.end_command()?;
        let id = early.unwrap_or_else(|| {
            self.declare(symbol, token.span(), FunKind::Declared, &params, result)
        });
        let fun = &mut self.script.funs[id.index()];
        fun.kind = FunKind::Defined {
            body: Some(body),
            recursive,
        };
        fun.scope = scope;
        Ok(())
    }

    /// A body in the scope of the pending parameters.
    fn definition_body(
        &mut self,
        pending: usize,
        result: SortId,
    ) -> Parsed<(crate::ids::NodeId, ScopeId)> {
        let mark = self.work.names.mark();
        self.open_scope(ScopeKind::Params);
        self.bind_pending(pending, VarKind::Param);
        let scope = self.scope;
        let body = self.body(result)?;
        self.work.names.undo(mark);
        self.scope = ScopeId::ROOT;
        Ok((body, scope))
    }

    pub(super) fn define_funs_rec(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Open, "`(` before the declarations")?;
        let mut declared: Vec<(FunId, Vec<Pending>)> = Vec::new();
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => break,
                TokenKind::Open => {
                    let (symbol, name) = self.expect_symbol("a name to declare")?;
                    let pending = self.work.pending.len();
                    self.sorted_vars(false)?;
                    let result = self.sort()?;
                    self.expect(TokenKind::Close, "`)` after the function's sort")?;
                    let vars = self.work.pending.split_off(pending);
                    let params: Vec<SortId> = vars.iter().map(|(_, s, _)| *s).collect();
                    let kind = FunKind::Defined {
                        body: None,
                        recursive: true,
                    };
                    declared.push((
                        self.declare(symbol, name.span(), kind, &params, result),
                        vars,
                    ));
                }
                _ => return self.expected(token, "`(` before a declaration or `)` after the last"),
            }
        }
        self.expect(TokenKind::Open, "`(` before the bodies")?;
        for (id, vars) in declared {
            let pending = self.work.pending.len();
            self.work.pending.extend(vars);
            let result = self.script.funs[id.index()].result;
            let (body, scope) = self.definition_body(pending, result)?;
            let fun = &mut self.script.funs[id.index()];
            fun.kind = FunKind::Defined {
                body: Some(body),
                recursive: true,
            };
            fun.scope = scope;
        }
        self.expect(
            TokenKind::Close,
            "`)`: there are as many bodies as declarations",
        )?;
        self.end_command()
    }
}
