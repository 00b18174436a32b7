//! Closing applications: which function it is, and of which sort the result is.

use super::names::Meaning;
use super::terms::{Frame, FrameKind, Step};
use super::{Mode, Parsed, Run};
use crate::declared::{FunKind, ScopeKind, VarKind};
use crate::head::{Head, Literal, Packed, Unpacked};
use crate::ids::{FunId, SortId};
use crate::resolve::{self, Rules};
use crate::script::Instance;
use crate::sort::SortKind;
use gadfly_catalog::signature::{MAX_INDEX, known};
use gadfly_catalog::{OpId, words};
use gadfly_syntax::{Diagnostic, Span, Symbol, Token, TokenKind};

/// Remembers the sorts of recent applications: a table of fixed size that newer entries overwrite.
#[derive(Debug)]
pub(super) struct Memo {
    entries: Vec<MemoEntry>,
    /// The latest instance of an operator with indices, by a hash of both.
    instances: Vec<u32>,
    /// Entries of another stamp are of an earlier script.
    stamp: u32,
}

/// Head and arity, the first two sorts, the third and the stamp.
type MemoKey = [u64; 3];

#[derive(Clone, Copy, Debug, Default)]
struct MemoEntry {
    key: MemoKey,
    result: u64,
}

const MEMO_SIZE: usize = 512;

impl Default for Memo {
    fn default() -> Self {
        Memo {
            entries: vec![MemoEntry::default(); MEMO_SIZE],
            instances: vec![0; MEMO_SIZE],
            stamp: 0,
        }
    }
}

impl Memo {
    fn instance_slot(&self, op: OpId, indices: &[u32], qualifier: SortId) -> usize {
        const K: u32 = 0x9e37_79b1;
        let start = (op.0 ^ qualifier.0.rotate_left(16)).wrapping_mul(K);
        let h = indices
            .iter()
            .fold(start, |h, i| (h.rotate_left(5) ^ i).wrapping_mul(K));
        (h >> 16) as usize % MEMO_SIZE
    }

    /// Forgets everything, without touching the table.
    pub(super) fn forget(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill(MemoEntry::default());
            self.stamp = 1;
        }
    }

    #[inline(always)]
    fn slot(key: &MemoKey) -> usize {
        const K: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = key[0] ^ key[1].rotate_left(17) ^ key[2].rotate_left(43);
        (mixed.wrapping_mul(K) >> 40) as usize % MEMO_SIZE
    }
}

impl Run<'_> {
    /// The sort of a closed application.
    #[inline]
    pub(super) fn close_application(&mut self, frame: &mut Frame, paren: Token) -> Parsed<SortId> {
        let base = frame.base as usize;
        if self.work.values.len() == base {
            return self.no_arguments(frame, paren);
        }
        if let Unpacked::Other(Head::Fun(id)) = frame.head.unpack() {
            if self.plain_call(id, base) {
                return Ok(self.script.funs[id.index()].result);
            }
        } else if let Unpacked::Instance(_) = frame.head.unpack() {
            return Ok(self.remembered_sort(frame, paren));
        }
        Ok(self.fresh_sort(frame, paren))
    }

    /// Whether a call has exactly the declared sorts, the most frequent case.
    #[inline]
    fn plain_call(&self, id: FunId, base: usize) -> bool {
        let fun = &self.script.funs[id.index()];
        let values = &self.work.values[base..];
        let params = &self.script.sort_lists[fun.params.start as usize..fun.params.end as usize];
        fun.sort_params.is_empty()
            && params.len() == values.len()
            && params
                .iter()
                .zip(values)
                .all(|(p, v)| self.script.nodes[v.index()].sort == *p)
    }

    #[inline]
    fn remembered_sort(&mut self, frame: &mut Frame, paren: Token) -> SortId {
        let values = &self.work.values[frame.base as usize..];
        let nodes = &self.script.nodes;
        let sort = |v: &crate::ids::NodeId| nodes[v.index()].sort.0 as u64;
        let [a, b, c] = match values {
            [a] => [sort(a), 0, 0],
            [a, b] => [sort(a), sort(b), 0],
            [a, b, c] => [sort(a), sort(b), sort(c)],
            [first, rest @ ..] => {
                let first = sort(first);
                if rest.iter().any(|v| sort(v) != first) {
                    return self.fresh_sort(frame, paren);
                }
                [first; 3]
            }
            [] => return self.fresh_sort(frame, paren),
        };
        let arity = values.len() as u64;
        let key = [
            (frame.head.0 as u64) << 32 | arity,
            a << 32 | b,
            c << 32 | self.work.memo.stamp as u64,
        ];
        let slot = Memo::slot(&key);
        let entry = &self.work.memo.entries[slot];
        if entry.key == key {
            return SortId(entry.result as u32);
        }
        let errors = self.work.diagnostics.len();
        let sort = self.fresh_sort(frame, paren);
        if self.work.diagnostics.len() == errors {
            self.work.memo.entries[slot] = MemoEntry {
                key,
                result: sort.0 as u64,
            };
        }
        sort
    }

    #[inline(never)]
    fn fresh_sort(&mut self, frame: &mut Frame, paren: Token) -> SortId {
        let mut sorts = std::mem::take(&mut self.work.arg_sorts);
        sorts.clear();
        sorts.extend(
            self.work.values[frame.base as usize..]
                .iter()
                .map(|v| self.script.sort(*v)),
        );
        let sort =
            self.application_sort(&mut frame.head, Span::new(frame.start, paren.end), &sorts);
        self.work.arg_sorts = sorts;
        sort
    }

    /// `(f)`: not SMT-LIB, but z3 reads it as the constant.
    fn no_arguments(&mut self, frame: &mut Frame, paren: Token) -> Parsed<SortId> {
        if self.mode == Mode::Lenient {
            return Ok(self.application_sort(
                &mut frame.head,
                Span::new(frame.start, paren.end),
                &[],
            ));
        }
        self.abort(
            Span::new(frame.start, paren.end),
            "an application needs at least one argument; a constant stands without parentheses",
        )
    }

    /// The sort of a head applied to arguments of these sorts; an error is recorded if there is
    /// none.
    pub(super) fn application_sort(
        &mut self,
        head: &mut Packed,
        span: Span,
        args: &[SortId],
    ) -> SortId {
        match head.unpack() {
            Unpacked::Instance(n) => {
                let instance = self.script.instances[n as usize];
                self.operator_sort(n, instance, args)
                    .unwrap_or_else(|| self.no_signature(n, span, args))
            }
            Unpacked::Other(Head::Fun(id)) => self.call_sort(head, id, span, args),
            Unpacked::Other(Head::Var(id)) => {
                let sort = self.script.vars[id.index()].sort;
                self.apply_function(sort, span, args)
            }
            Unpacked::Other(Head::Update(selector)) => self.update_sort(selector, span, args),
            Unpacked::Other(_) => SortId::UNKNOWN,
        }
    }

    /// `((_ update s) d v)` has the sort of `d`.
    fn update_sort(&mut self, selector: FunId, span: Span, args: &[SortId]) -> SortId {
        let &[subject, value] = args else {
            self.error(span, "an update takes a datatype value and a new field");
            return SortId::UNKNOWN;
        };
        match self.try_call(selector, &[subject]) {
            Some(field) if resolve::fits(field, value) => {}
            _ => self.error(span, "the new field does not fit the selector"),
        }
        subject
    }

    fn operator_sort(&mut self, n: u32, instance: Instance, args: &[SortId]) -> Option<SortId> {
        let rules = Rules {
            standard: self.mode == Mode::Standard,
            promote: true,
        };
        let script = &mut *self.script;
        let start = instance.indices_start as usize;
        let indices = &script.instance_indices[start..start + instance.indices_len as usize];
        debug_assert!((n as usize) < script.instances.len());
        let op = script.catalog.op(instance.op);
        resolve::operator(
            &mut script.sorts,
            op,
            indices,
            instance.qualifier,
            args,
            rules,
        )
        .map(|(sort, _)| sort)
    }

    #[cold]
    fn no_signature(&mut self, n: u32, span: Span, args: &[SortId]) -> SortId {
        let instance = self.script.instances[n as usize];
        let catalog = self.script.catalog.clone();
        let op = catalog.op(instance.op);
        let standard = self.mode == Mode::Standard;
        let known: Vec<_> = op
            .signatures
            .iter()
            .filter(|s| !standard || s.since.is_some())
            .collect();
        if known.is_empty() {
            self.error(span, format!("`{}` is not an operator of SMT-LIB", op.name));
            return SortId::UNKNOWN;
        }
        let given: Vec<String> = args.iter().map(|s| self.sort_text(*s)).collect();
        let indices: Vec<String> = self
            .script
            .instance_indices_of(n)
            .iter()
            .map(|i| self.script.index_text(*i))
            .collect();
        let name = if indices.is_empty() {
            op.name.clone()
        } else {
            format!("(_ {} {})", op.name, indices.join(" "))
        };
        let message = match (given.len(), instance.qualifier == SortId::UNKNOWN) {
            (0, true) => format!("`{name}` needs arguments, or a sort by `as`"),
            (0, false) => format!("`{name}` has no value of this sort"),
            _ => format!("`{name}` does not take ({})", given.join(" ")),
        };
        let forms: Vec<&str> = known.iter().take(4).map(|s| s.text.as_str()).collect();
        self.report(
            Diagnostic::new(span, message)
                .with_help(format!("it is declared as {}", forms.join(" or "))),
        );
        SortId::UNKNOWN
    }

    /// The sort of a call of one of the script's functions; `head` becomes the one that fits, if
    /// an older meaning of the name does.
    fn call_sort(&mut self, head: &mut Packed, id: FunId, span: Span, args: &[SortId]) -> SortId {
        let mut tried = id;
        loop {
            if let Some(sort) = self.try_call(tried, args) {
                *head = Packed::fun(tried);
                return sort;
            }
            match Meaning::unpack(self.script.funs[tried.index()].older) {
                Meaning::Fun(older) => tried = older,
                Meaning::Op(op) => {
                    let instance = self.script.instances[op.0 as usize];
                    match self.operator_sort(op.0, instance, args) {
                        Some(sort) => {
                            *head = Packed::instance(op.0);
                            return sort;
                        }
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.wrong_call(id, span, args)
    }

    fn try_call(&mut self, id: FunId, args: &[SortId]) -> Option<SortId> {
        let fun = &self.script.funs[id.index()];
        if fun.kind == FunKind::Broken {
            return Some(SortId::UNKNOWN);
        }
        let (result, polymorphic) = (fun.result, !fun.sort_params.is_empty());
        let params = self.script.params(id);
        if params.len() != args.len() {
            // A function value may take the arguments (higher-order logics).
            let curried = params.len() < args.len()
                && params.iter().zip(args).all(|(p, a)| resolve::fits(*p, *a));
            return (curried && !polymorphic)
                .then(|| self.peel(result, &args[self.script.params(id).len()..]))
                .flatten();
        }
        if !polymorphic {
            return params
                .iter()
                .zip(args)
                .all(|(p, a)| resolve::fits(*p, *a))
                .then_some(result);
        }
        let sort_params = self.script.sort_params(id).to_vec();
        let mut bound = vec![SortId::UNKNOWN; sort_params.len()];
        let params = self.script.params(id);
        let fits = params.iter().zip(args).all(|(p, a)| {
            resolve::bind_params(&self.script.sorts, *p, *a, &sort_params, &mut bound)
        });
        if !fits {
            return None;
        }
        if bound.contains(&SortId::UNKNOWN) && self.script.sorts.has_params(result) {
            return Some(SortId::UNKNOWN);
        }
        Some(self.script.sorts.substitute(result, &sort_params, &bound))
    }

    #[cold]
    fn wrong_call(&mut self, id: FunId, span: Span, args: &[SortId]) -> SortId {
        let fun = self.script.funs[id.index()].clone();
        let name = gadfly_syntax::quoted(self.script.symbols.name(fun.symbol)).into_owned();
        let params = self.script.params(id).to_vec();
        let listed = |run: &Self, sorts: &[SortId]| {
            sorts
                .iter()
                .map(|s| run.sort_text(*s))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let (given, wanted) = (listed(self, args), listed(self, &params));
        let message = match (params.len(), args.len()) {
            (0, _) => format!("`{name}` is a constant and takes no arguments"),
            (p, a) if p != a => format!(
                "`{name}` takes {p} argument{}, but {a} {} given",
                if p == 1 { "" } else { "s" },
                if a == 1 { "is" } else { "are" }
            ),
            _ => format!("`{name}` takes ({wanted}), but ({given}) is given"),
        };
        self.error(span, message);
        fun.result
    }

    /// The sort of a term that is a function, applied.
    pub(super) fn apply_term_sort(&mut self, frame: &Frame, paren: Token) -> Parsed<SortId> {
        let span = Span::new(frame.start, paren.end);
        let sorts: Vec<SortId> = self.work.values[frame.base as usize..]
            .iter()
            .map(|v| self.script.sort(*v))
            .collect();
        match sorts.split_first() {
            Some((fun, args)) if !args.is_empty() => Ok(self.apply_function(*fun, span, args)),
            _ => self.abort(span, "expected a term"),
        }
    }

    fn apply_function(&mut self, sort: SortId, span: Span, args: &[SortId]) -> SortId {
        if sort == SortId::UNKNOWN {
            return sort;
        }
        if let Some(result) = self.peel(sort, args) {
            return result;
        }
        let text = self.sort_text(sort);
        self.error(
            span,
            format!("a term of sort {text} cannot be applied to these arguments"),
        );
        SortId::UNKNOWN
    }

    /// The result of a function sort (or, as in z3, an array) applied to arguments.
    fn peel(&mut self, sort: SortId, args: &[SortId]) -> Option<SortId> {
        let mut sort = sort;
        let mut args = args;
        while !args.is_empty() {
            let (taken, result) = match self.script.sorts.kind(sort) {
                SortKind::Fun(sorts) => {
                    let (result, params) = sorts.split_last()?;
                    let taken = params.len().min(args.len());
                    if !params.iter().zip(args).all(|(p, a)| resolve::fits(*p, *a)) {
                        return None;
                    }
                    if taken < params.len() {
                        let rest = sorts[taken..].to_vec();
                        return Some(self.script.sorts.make(known::FUN, &[], &rest));
                    }
                    (taken, *result)
                }
                SortKind::Array(index, element) if resolve::fits(index, args[0]) => (1, element),
                SortKind::Unknown => return Some(SortId::UNKNOWN),
                _ => return None,
            };
            sort = result;
            args = &args[taken..];
        }
        Some(sort)
    }

    /// The rest of `(_ …)` or `(as …)`: the head, its sort if it is a literal or a constant with
    /// its sort given, and where it ends.
    pub(super) fn identifier(
        &mut self,
        word: Symbol,
        token: Token,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        if word == words::UNDERSCORE {
            self.indexed(SortId::UNKNOWN)
        } else {
            self.qualified(token)
        }
    }

    /// After `(_`.
    fn indexed(&mut self, qualifier: SortId) -> Parsed<(Packed, Option<SortId>, u32)> {
        let mut ahead = self.tokens.clone();
        let name = ahead.token();
        if self.is_bitvec_literal(name) {
            self.tokens = ahead;
            return self.bitvec_literal(name);
        }
        let (symbol, name) = self.expect_symbol("an identifier after `_`")?;
        let start = self.script.instance_indices.len();
        let end = loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => break token,
                TokenKind::Numeral | TokenKind::Symbol | TokenKind::Quoted | TokenKind::Hex => {
                    let index = self.index(token);
                    self.script.instance_indices.push(index);
                }
                TokenKind::Open if self.mode == Mode::Lenient => {
                    let text = self.text;
                    let mut ahead = self.tokens.clone();
                    std::mem::swap(&mut ahead, &mut self.tokens);
                    self.tokens = gadfly_syntax::Tokenizer::at(text, token.start);
                    self.skip_sexpr()?;
                    let written = self
                        .script
                        .symbols
                        .intern(&text[token.start as usize..self.tokens.pos() as usize]);
                    self.script
                        .instance_indices
                        .push(written.0 | (MAX_INDEX + 1));
                }
                _ => return self.expected(token, "an index or `)`"),
            }
        };
        if self.script.instance_indices.len() == start {
            return self.abort(end.span(), "expected an index after the name");
        }
        self.indexed_head(symbol, name, start, end, qualifier)
    }

    fn indexed_head(
        &mut self,
        symbol: Symbol,
        name: Token,
        start: usize,
        end: Token,
        qualifier: SortId,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        match symbol {
            words::IS | words::UPDATE | words::UPDATE_FIELD => {
                let index = self.script.instance_indices[start];
                self.script.instance_indices.truncate(start);
                return self.datatype_head(symbol, name, index, end);
            }
            words::CHAR | words::CHAR_LEGACY if self.script.instance_indices.len() == start + 1 => {
                self.script.instance_indices.truncate(start);
                return Ok((
                    Packed::literal(Literal::Char),
                    Some(SortId::STRING),
                    end.end,
                ));
            }
            _ => {}
        }
        let Meaning::Op(op) = self.work.names.term(symbol) else {
            self.script.instance_indices.truncate(start);
            return Ok(match self.work.names.term(symbol) {
                Meaning::Nothing => (self.unknown_indexed(name, symbol), None, end.end),
                _ if self.mode == Mode::Lenient => (Packed::special(Head::Opaque), None, end.end),
                _ => {
                    let text = self.spelt(name).to_string();
                    self.error(name.span(), format!("`{text}` takes no indices"));
                    (Packed::special(Head::Opaque), None, end.end)
                }
            });
        };
        Ok((self.instance(op, start, qualifier), None, end.end))
    }

    fn unknown_indexed(&mut self, name: Token, symbol: Symbol) -> Packed {
        if self.mode != Mode::Lenient {
            let text = self.spelt(name).to_string();
            let symbols = &self.script.symbols;
            let near = super::suggest::nearest(
                symbols.name(symbol),
                self.work.names.known(false).map(|s| symbols.name(s)),
            );
            let help = near.map(|n| format!("did you mean `{n}`?"));
            let mut diagnostic =
                Diagnostic::new(name.span(), format!("unknown indexed symbol `{text}`"));
            diagnostic.help = help;
            self.report(diagnostic);
        }
        Packed::special(Head::Opaque)
    }

    /// The instance of an operator with the indices listed from `start` on.
    fn instance(&mut self, op: OpId, start: usize, qualifier: SortId) -> Packed {
        let slot =
            self.work
                .memo
                .instance_slot(op, &self.script.instance_indices[start..], qualifier);
        let guess = self.work.memo.instances[slot];
        let script = &mut *self.script;
        let plain = script.catalog.ops().len();
        let indices = &script.instance_indices[start..];
        // The guess is nearly always right; else one of the latest; else it is made (perhaps again).
        let same = |i: &Instance| {
            let from = i.indices_start as usize;
            i.op == op
                && i.qualifier == qualifier
                && &script.instance_indices[from..from + i.indices_len as usize] == indices
        };
        if guess as usize >= plain && script.instances.get(guess as usize).is_some_and(same) {
            script.instance_indices.truncate(start);
            return Packed::instance(guess);
        }
        let recent = script.instances.len().saturating_sub(64).max(plain);
        if let Some(n) = script.instances[recent..].iter().rposition(same) {
            script.instance_indices.truncate(start);
            self.work.memo.instances[slot] = (recent + n) as u32;
            return Packed::instance((recent + n) as u32);
        }
        let len = (script.instance_indices.len() - start) as u32;
        let made = script.instances.len() as u32;
        script.instances.push(Instance {
            op,
            indices_start: start as u32,
            indices_len: len,
            qualifier,
        });
        self.work.memo.instances[slot] = made;
        Packed::instance(made)
    }

    /// An index: a small number as it is, anything else as a symbol.
    pub(super) fn index(&mut self, token: Token) -> u32 {
        if token.kind == TokenKind::Numeral
            && let Some(n) = self.small(token).filter(|n| *n <= MAX_INDEX)
        {
            return n;
        }
        self.symbol(token).0 | (MAX_INDEX + 1)
    }

    /// The value of a numeral of up to nine digits, and of some longer ones.
    #[inline]
    fn small(&self, token: Token) -> Option<u32> {
        let digits = &self.text[token.span().range()];
        if digits.len() > 9 {
            return gadfly_syntax::numeral_value(self.spelt(token));
        }
        Some(digits.iter().fold(0, |n, d| 10 * n + (d - b'0') as u32))
    }

    /// Whether this is `bv42`.
    #[inline]
    fn is_bitvec_literal(&self, name: Token) -> bool {
        let text = &self.text[name.span().range()];
        name.kind == TokenKind::Symbol
            && text.len() > 2
            && text.starts_with(b"bv")
            && text[2..].iter().all(u8::is_ascii_digit)
    }

    /// The rest of `(_ bv42 8)`.
    fn bitvec_literal(&mut self, name: Token) -> Parsed<(Packed, Option<SortId>, u32)> {
        let token = self.expect(TokenKind::Numeral, "the width of the bit-vector")?;
        let width = self.width(token)?;
        let end = self.expect(TokenKind::Close, "`)`")?;
        if self.mode == Mode::Standard
            && !value_fits(
                &self.text[name.start as usize + 2..name.end as usize],
                width,
            )
        {
            let text = self.spelt(name).to_string();
            self.error(
                name.span(),
                format!("`{text}` does not fit into {width} bits"),
            );
        }
        let sort = self.script.sorts.bitvec(width);
        Ok((Packed::literal(Literal::BitVec), Some(sort), end.end))
    }

    pub(super) fn width(&mut self, token: Token) -> Parsed<u32> {
        match self.small(token) {
            Some(0) => self.abort(token.span(), "a bit-vector has at least one bit"),
            Some(n) if n <= MAX_INDEX => Ok(n),
            _ => self.abort(token.span(), "this width is too large"),
        }
    }

    /// After `(as`: an identifier and its sort.
    fn qualified(&mut self, _word: Token) -> Parsed<(Packed, Option<SortId>, u32)> {
        let token = self.tokens.token();
        let (symbol, indices) = match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => (self.symbol(token), None),
            TokenKind::Open => {
                self.expect(TokenKind::Symbol, "`_`")?;
                let (head, sort, _) = self.indexed(SortId::UNKNOWN)?;
                (Symbol(0), Some((head, sort)))
            }
            _ => return self.expected(token, "an identifier after `as`"),
        };
        let sort = self.sort()?;
        let end = self.expect(TokenKind::Close, "`)` after the sort")?;
        if let Some((head, known)) = indices {
            let head = self.requalified(head, sort);
            return Ok((head, known, end.end));
        }
        match self.work.names.term(symbol) {
            Meaning::Op(op) => {
                let start = self.script.instance_indices.len();
                Ok((self.instance(op, start, sort), None, end.end))
            }
            Meaning::Fun(id) => self.qualified_fun(id, sort, Span::new(token.start, end.end)),
            Meaning::Var(id) => Ok((
                Packed::var(id),
                Some(self.script.vars[id.index()].sort),
                end.end,
            )),
            Meaning::Nothing if self.is_field_literal(token, sort) => {
                Ok((Packed::literal(Literal::FiniteField), Some(sort), end.end))
            }
            Meaning::Nothing if self.mode == Mode::Lenient => {
                Ok((Packed::special(Head::Opaque), Some(sort), end.end))
            }
            Meaning::Nothing => {
                let text = self.spelt(token).to_string();
                self.error(token.span(), format!("unknown symbol `{text}`"));
                Ok((Packed::special(Head::Opaque), None, end.end))
            }
        }
    }

    fn is_field_literal(&self, token: Token, sort: SortId) -> bool {
        let digits = self.spelt(token).strip_prefix("ff").unwrap_or_default();
        let digits = digits.strip_prefix('-').unwrap_or(digits);
        !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && matches!(self.script.sorts.kind(sort), SortKind::FiniteField(_))
    }

    fn requalified(&mut self, head: Packed, qualifier: SortId) -> Packed {
        let Unpacked::Instance(n) = head.unpack() else {
            return head;
        };
        let instance = self.script.instances[n as usize];
        self.script.instances.push(Instance {
            qualifier,
            ..instance
        });
        Packed::instance(self.script.instances.len() as u32 - 1)
    }

    /// `(as nil (List Int))`: a constant, or the head of an application to come.
    fn qualified_fun(
        &mut self,
        id: FunId,
        sort: SortId,
        span: Span,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        let fun = &self.script.funs[id.index()];
        let (result, constant) = (fun.result, fun.params.is_empty());
        let params = self.script.sort_params(id).to_vec();
        let mut bound = vec![SortId::UNKNOWN; params.len()];
        if !resolve::bind_params(&self.script.sorts, result, sort, &params, &mut bound) {
            let (is, not) = (self.sort_text(result), self.sort_text(sort));
            self.error(span, format!("this function gives {is}, not {not}"));
        }
        Ok((Packed::fun(id), constant.then_some(sort), span.end))
    }

    /// `(_ is c)` and `(_ update s)`.
    fn datatype_head(
        &mut self,
        word: Symbol,
        name: Token,
        index: u32,
        end: Token,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        let target = Symbol(index & MAX_INDEX);
        let meaning = if index > MAX_INDEX {
            self.work.names.term(target)
        } else {
            Meaning::Nothing
        };
        let mut found = if let Meaning::Fun(id) = meaning {
            Some(id)
        } else {
            None
        };
        while let Some(id) = found {
            let kind = self.script.funs[id.index()].kind;
            match (word, kind) {
                (words::IS, FunKind::Constructor(..)) => {
                    // The tester stands right behind its constructor.
                    return Ok((Packed::fun(FunId(id.0 + 1)), None, end.end));
                }
                (words::UPDATE | words::UPDATE_FIELD, FunKind::Selector(..)) => {
                    return Ok((Packed::update(id), None, end.end));
                }
                _ => {}
            }
            found = match Meaning::unpack(self.script.funs[id.index()].older) {
                Meaning::Fun(older) => Some(older),
                _ => None,
            };
        }
        if self.mode != Mode::Lenient {
            let what = if word == words::IS {
                "constructor"
            } else {
                "selector"
            };
            let text = self.script.index_text(index);
            self.error(
                Span::new(name.start, end.start),
                format!("`{text}` is not a {what} of a datatype"),
            );
        }
        Ok((Packed::special(Head::Opaque), None, end.end))
    }

    /// The next case of a `match`, or its end.
    pub(super) fn next_case(&mut self) -> Parsed<Step> {
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Open => self.open_case(),
            TokenKind::Close => {
                let paren = self.expect(TokenKind::Close, "`)` after the cases of `match`")?;
                let Some(frame) = self.work.frames.pop() else {
                    return Err(super::Abort);
                };
                let Some(&first) = self.work.values.get(frame.base as usize + 1) else {
                    return self.abort(paren.span(), "a `match` has at least one case");
                };
                let sort = self.match_sort(&frame, first, paren);
                self.push_node(&frame, sort, paren.end);
                Ok(Step::Value)
            }
            _ => self.expected(token, "`(` before a case or `)` after the last"),
        }
    }

    fn match_sort(&mut self, frame: &Frame, first: crate::ids::NodeId, paren: Token) -> SortId {
        let sort = self.script.sort(first);
        let bodies = self.work.values[frame.base as usize + 1..].to_vec();
        for body in bodies {
            let other = self.script.sort(body);
            if !resolve::fits(sort, other) && !resolve::fits(other, sort) {
                let (a, b) = (self.sort_text(sort), self.sort_text(other));
                self.error(
                    self.script.span(body),
                    format!("this case has sort {b}, but the first has {a}"),
                );
            }
        }
        debug_assert!(paren.end >= frame.start);
        sort
    }

    fn open_case(&mut self) -> Parsed<Step> {
        let Some(frame) = self.work.frames.last().copied() else {
            return Err(super::Abort);
        };
        let subject = self.script.sort(self.work.values[frame.base as usize]);
        let mark = self.work.names.mark();
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => {
                let symbol = self.symbol(token);
                match self.constructor_named(symbol) {
                    Some(id) if self.script.funs[id.index()].params.is_empty() => {
                        self.open_scope(ScopeKind::Case(Some(id)))
                    }
                    _ => {
                        self.open_scope(ScopeKind::Case(None));
                        self.bind_var(symbol, subject, VarKind::Pattern, token.span());
                    }
                }
            }
            TokenKind::Open => {
                let (symbol, name) = self.expect_symbol("a constructor")?;
                let id = self.constructor_named(symbol);
                self.open_scope(ScopeKind::Case(id));
                self.pattern_vars(id, subject, name)?;
            }
            _ => return self.expected(token, "a pattern"),
        }
        self.close_scope_vars();
        if let Some(frame) = self.work.frames.last_mut() {
            frame.kind = FrameKind::MatchCase;
            frame.extra = mark;
        }
        Ok(Step::Opened)
    }

    fn constructor_named(&self, symbol: Symbol) -> Option<FunId> {
        match self.work.names.term(symbol) {
            Meaning::Fun(id)
                if matches!(self.script.funs[id.index()].kind, FunKind::Constructor(..)) =>
            {
                Some(id)
            }
            _ => None,
        }
    }

    fn pattern_vars(
        &mut self,
        constructor: Option<FunId>,
        subject: SortId,
        name: Token,
    ) -> Parsed<()> {
        let mut sorts = Vec::new();
        if let Some(id) = constructor {
            let params = self.script.sort_params(id).to_vec();
            let mut bound = vec![SortId::UNKNOWN; params.len()];
            let result = self.script.funs[id.index()].result;
            if !resolve::bind_params(&self.script.sorts, result, subject, &params, &mut bound) {
                let text = self.sort_text(subject);
                self.error(name.span(), format!("this is not a constructor of {text}"));
            }
            sorts = self.script.params(id).to_vec();
            for sort in &mut sorts {
                *sort = self.script.sorts.substitute(*sort, &params, &bound);
            }
        } else if self.mode != Mode::Lenient {
            let text = self.spelt(name).to_string();
            self.error(
                name.span(),
                format!("`{text}` is not a constructor of a datatype"),
            );
        }
        let mut count = 0;
        let end = loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => {
                    let symbol = self.symbol(token);
                    let sort = sorts.get(count).copied().unwrap_or(SortId::UNKNOWN);
                    self.bind_var(symbol, sort, VarKind::Pattern, token.span());
                    count += 1;
                }
                TokenKind::Close => break token,
                _ => return self.expected(token, "a variable or `)`"),
            }
        };
        if constructor.is_some() && count != sorts.len() {
            self.error(
                Span::new(name.start, end.end),
                format!("this constructor has {} fields, not {count}", sorts.len()),
            );
        }
        Ok(())
    }

    /// Leaves the scope of a case.
    pub(super) fn leave_case(&mut self) {
        if let Some(frame) = self.work.frames.last() {
            self.work.names.undo(frame.extra);
            self.scope = frame.outer;
        }
    }
}

/// Whether a decimal number fits into `width` bits, without big numbers: exact for short digits,
/// by length for long ones that are clearly shorter.
fn value_fits(digits: &[u8], width: u32) -> bool {
    let value = std::str::from_utf8(digits)
        .ok()
        .and_then(|d| d.parse::<u128>().ok());
    match value {
        Some(value) => width >= 128 || value < 1 << width,
        None => digits.len() as u64 * 332 / 100 <= width as u64 + 4,
    }
}
