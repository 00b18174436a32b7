//! Sorts in a script's text, with a stack instead of recursion.

use super::names::SortMeaning;
use super::{Mode, Parsed, Run};
use crate::ids::SortId;
use crate::sort::ANY_ARITY;
use gadfly_catalog::signature::known;
use gadfly_catalog::words;
use gadfly_syntax::{Diagnostic, Span, Symbol, Token, TokenKind};

impl Run<'_> {
    /// Reads a sort.
    pub(super) fn sort(&mut self) -> Parsed<SortId> {
        if let Some((symbol, token)) = self.quick_symbol()
            && let Some(sort) = self.plain_sort(symbol)
        {
            self.tokens.seek(token.end);
            return Ok(sort);
        }
        let token = self.tokens.token();
        self.sort_from(token)
    }

    pub(super) fn sort_from(&mut self, first: Token) -> Parsed<SortId> {
        if first.kind == TokenKind::Symbol {
            let symbol = self.plain_symbol(first);
            if let Some(sort) = self.plain_sort(symbol) {
                return Ok(sort);
            }
        }
        self.compound_sort(first)
    }

    /// A sort that is a known name alone, the most frequent case.
    #[inline]
    fn plain_sort(&mut self, symbol: Symbol) -> Option<SortId> {
        match self.work.names.sort(symbol) {
            SortMeaning::Sort(sort) => Some(sort),
            SortMeaning::Constructor(n) => {
                let constructor = self.script.sorts.constructors[n as usize];
                let plain = constructor.arity == 0 && constructor.indices == 0;
                let allowed = constructor.standard || self.mode != Mode::Standard;
                (plain && allowed).then(|| self.script.sorts.make(n, &[], &[]))
            }
            _ => None,
        }
    }

    fn compound_sort(&mut self, first: Token) -> Parsed<SortId> {
        let floor = self.work.sort_frames.len();
        let result = self.sort_loop(first, floor);
        if result.is_err() {
            self.work.sort_frames.truncate(floor);
        }
        result
    }

    fn sort_loop(&mut self, first: Token, floor: usize) -> Parsed<SortId> {
        let mut token = first;
        loop {
            let sort = match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => {
                    let symbol = self.symbol(token);
                    self.named_sort(symbol, token, &[])
                }
                TokenKind::Open => match self.open_sort(token)? {
                    Some(sort) => sort,
                    None => {
                        token = self.tokens.token();
                        continue;
                    }
                },
                TokenKind::Close if self.work.sort_frames.len() > floor => {
                    self.close_sort(token)?
                }
                _ => return self.expected(token, "a sort"),
            };
            if self.work.sort_frames.len() == floor {
                return Ok(sort);
            }
            self.work.sort_values.push(sort);
            token = self.tokens.token();
        }
    }

    /// After `(`: an indexed sort at once, or the head of one with arguments to come.
    fn open_sort(&mut self, paren: Token) -> Parsed<Option<SortId>> {
        let token = self.tokens.token();
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return self.expected(token, "the name of a sort");
        }
        let symbol = self.symbol(token);
        if symbol == words::UNDERSCORE && token.kind == TokenKind::Symbol {
            return self.indexed_sort(paren).map(Some);
        }
        self.work
            .sort_frames
            .push((symbol.0, self.work.sort_values.len() as u32, token.start));
        Ok(None)
    }

    fn close_sort(&mut self, paren: Token) -> Parsed<SortId> {
        let Some((symbol, base, start)) = self.work.sort_frames.pop() else {
            return Err(super::Abort);
        };
        let args = self.work.sort_values[base as usize..].to_vec();
        self.work.sort_values.truncate(base as usize);
        let name = Token {
            kind: TokenKind::Symbol,
            start,
            end: paren.start,
        };
        // z3 reads a sort without arguments in parentheses.
        if args.is_empty() && self.mode != Mode::Lenient {
            return self.abort(
                Span::new(start, paren.end),
                "expected a sort; a sort without arguments stands without parentheses",
            );
        }
        Ok(self.named_sort(Symbol(symbol), name, &args))
    }

    fn indexed_sort(&mut self, paren: Token) -> Parsed<SortId> {
        let (symbol, name) = self.expect_symbol("the name of a sort")?;
        let mut indices = Vec::new();
        let end = loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => break token.end,
                TokenKind::Numeral | TokenKind::Symbol => {
                    let index = self.index(token);
                    indices.push(index);
                }
                _ => return self.expected(token, "an index or `)`"),
            }
        };
        let span = Span::new(paren.start, end);
        let SortMeaning::Constructor(n) = self.work.names.sort(symbol) else {
            return Ok(self.unknown_sort(symbol, name));
        };
        let wanted = self.script.sorts.constructors[n as usize].indices as usize;
        if wanted != indices.len() {
            let text = self.spelt(name).to_string();
            self.error(
                span,
                format!(
                    "`{text}` takes {wanted} ind{}, but {} given",
                    if wanted == 1 { "ex" } else { "ices" },
                    match indices.len() {
                        1 => "1 is".to_string(),
                        k => format!("{k} are"),
                    }
                ),
            );
            return Ok(SortId::UNKNOWN);
        }
        let bad = match n {
            known::BITVEC if indices[0] == 0 => Some("a bit-vector has at least one bit"),
            known::FLOAT if indices[0] < 2 || indices[1] < 2 => {
                Some("a floating-point format has at least two bits of each kind")
            }
            _ => None,
        };
        if let Some(message) = bad {
            self.error(span, message);
            return Ok(SortId::UNKNOWN);
        }
        Ok(self.script.sorts.make(n, &indices, &[]))
    }

    /// The sort that a name stands for, with arguments.
    fn named_sort(&mut self, symbol: Symbol, name: Token, args: &[SortId]) -> SortId {
        if args.contains(&SortId::UNKNOWN) {
            return SortId::UNKNOWN;
        }
        match self.work.names.sort(symbol) {
            SortMeaning::Nothing => self.unknown_sort(symbol, name),
            SortMeaning::Sort(sort) if args.is_empty() => sort,
            SortMeaning::Sort(_) => self.wrong_arity(symbol, name, 0, args.len()),
            SortMeaning::Constructor(n) => self.constructed_sort(n, symbol, name, args),
            SortMeaning::Defined(n) => {
                let definition = &self.work.names.definitions[n as usize];
                if definition.params.len() != args.len() {
                    let wanted = definition.params.len();
                    return self.wrong_arity(symbol, name, wanted, args.len());
                }
                let sort = self
                    .script
                    .sorts
                    .substitute(definition.body, &definition.params, args);
                self.checked(sort, name)
            }
        }
    }

    fn constructed_sort(&mut self, n: u32, symbol: Symbol, name: Token, args: &[SortId]) -> SortId {
        let constructor = self.script.sorts.constructors[n as usize];
        if constructor.indices > 0 {
            let text = self.script.symbols.name(symbol).to_string();
            self.error(
                name.span(),
                format!("the sort `{text}` needs indices: (_ {text} …)"),
            );
            return SortId::UNKNOWN;
        }
        if self.mode == Mode::Standard && !constructor.standard {
            let text = self.script.symbols.name(symbol).to_string();
            self.error(name.span(), format!("`{text}` is not a sort of SMT-LIB"));
        }
        if constructor.arity == ANY_ARITY {
            if n == known::FUN && args.len() < 2 {
                return self.wrong_arity(symbol, name, 2, args.len());
            }
            let sort = self.script.sorts.make(n, &[], args);
            return self.checked(sort, name);
        }
        if n == known::ARRAY && args.len() > 2 && self.mode != Mode::Standard {
            return self.nested_array(args, name);
        }
        if constructor.arity as usize != args.len() {
            return self.wrong_arity(symbol, name, constructor.arity as usize, args.len());
        }
        let sort = self.script.sorts.make(n, &[], args);
        self.checked(sort, name)
    }

    /// z3's arrays with several indices have no sort of their own here.
    fn nested_array(&mut self, args: &[SortId], name: Token) -> SortId {
        if self.mode != Mode::Lenient {
            return self.wrong_arity(
                self.script.sorts.constructors[known::ARRAY as usize].symbol,
                name,
                2,
                args.len(),
            );
        }
        SortId::UNKNOWN
    }

    /// Says it where a sort was refused.
    fn checked(&mut self, sort: SortId, name: Token) -> SortId {
        if let Some(refused) = self.script.sorts.take_refused() {
            self.error(name.span(), format!("this sort is {refused}"));
        }
        sort
    }

    fn wrong_arity(&mut self, symbol: Symbol, name: Token, wanted: usize, given: usize) -> SortId {
        let text = self.script.symbols.name(symbol).to_string();
        let verb = if given == 1 { "is" } else { "are" };
        let plural = if wanted == 1 { "" } else { "s" };
        self.error(
            name.span(),
            format!("the sort `{text}` takes {wanted} argument{plural}, but {given} {verb} given"),
        );
        SortId::UNKNOWN
    }

    #[cold]
    fn unknown_sort(&mut self, symbol: Symbol, name: Token) -> SortId {
        if self.mode == Mode::Lenient || self.said_enough() {
            return SortId::UNKNOWN;
        }
        let symbols = &self.script.symbols;
        let text = symbols.name(symbol).to_string();
        let near =
            gadfly_vocabulary::nearest(&text, self.work.names.known(true).map(|s| symbols.name(s)));
        let help = near.map(|n| format!("did you mean `{}`?", gadfly_syntax::quoted(n)));
        let mut diagnostic = Diagnostic::new(name.span(), format!("unknown sort `{text}`"));
        diagnostic.help = help;
        self.report(diagnostic);
        SortId::UNKNOWN
    }
}
