//! Closing applications: which function it is, and of which sort the result is.

use super::frames::{Frame, Value};
use super::memo::MemoKey;
use super::names::Meaning;
use super::{Mode, Parsed, Run};
use crate::declared::FunKind;
use crate::head::{Head, Packed, Unpacked};
use crate::ids::{FunId, SortId};
use crate::resolve::{self, Rules};
use crate::script::Instance;
use crate::sort::SortKind;
use gadfly_catalog::signature::known;
use gadfly_syntax::{Diagnostic, Span, Token};

/// What z3 takes for what, if nothing else fits.
const CONVERSIONS: [(&[SortId], SortId); 3] = [
    (&[SortId::BOOL], SortId::INT),
    (&[SortId::BOOL, SortId::INT], SortId::REAL),
    (&[SortId::BOOL, SortId::REAL], SortId::INT),
];

impl Run<'_> {
    /// `)` of an application: its sort is found and its node made.
    #[inline(always)]
    pub(super) fn close_application(&mut self, paren: Token) -> Parsed<()> {
        let Some(mut frame) = self.work.frames.pop() else {
            return Err(super::Abort);
        };
        let sort = match frame.head.is_instance() {
            true => self.remembered_sort(&frame),
            false => self.plain_call(&frame),
        };
        let sort = match sort {
            Some(sort) => sort,
            None => self.slow_sort(&mut frame, paren)?,
        };
        self.push_node(&frame, sort, paren.end);
        Ok(())
    }

    /// The result of a call that has exactly the declared sorts, the most frequent case.
    #[inline(always)]
    fn plain_call(&self, frame: &Frame) -> Option<SortId> {
        let fun = &self.script.funs[frame.head.as_fun()?.index()];
        let values = &self.work.values[frame.base as usize..];
        let params = &self.script.sort_lists[fun.params.start as usize..fun.params.end as usize];
        let plain = fun.sort_params.is_empty()
            && params.len() == values.len()
            && !params.is_empty()
            && params.iter().zip(values).all(|(p, v)| v.sort == *p);
        plain.then_some(fun.result)
    }

    /// What the sort of an operator's application depends on, if that is little.
    #[inline(always)]
    fn memo_key(&self, frame: &Frame) -> Option<MemoKey> {
        let values = &self.work.values[frame.base as usize..];
        let sort = |v: &Value| v.sort.0 as u64;
        let [a, b, c] = match values {
            [a, b] => [sort(a), sort(b), 0],
            [a] => [sort(a), 0, 0],
            [a, b, c] => [sort(a), sort(b), sort(c)],
            [first, rest @ ..] if rest.iter().all(|v| v.sort == first.sort) => [sort(first); 3],
            _ => return None,
        };
        let arity = values.len() as u64;
        Some(self.work.memo.key(frame.head, arity, a, b, c))
    }

    #[inline(always)]
    fn remembered_sort(&self, frame: &Frame) -> Option<SortId> {
        self.work.memo.get(&self.memo_key(frame)?)
    }

    /// The sort of an application that is seen for the first time, or is not plain.
    #[inline(never)]
    fn slow_sort(&mut self, frame: &mut Frame, paren: Token) -> Parsed<SortId> {
        if self.work.values.len() == frame.base as usize {
            return self.no_arguments(frame, paren);
        }
        let key = if frame.head.is_instance() {
            self.memo_key(frame)
        } else {
            None
        };
        let head = frame.head;
        let errors = self.work.diagnostics.len();
        let mut sorts = std::mem::take(&mut self.work.arg_sorts);
        sorts.clear();
        sorts.extend(
            self.work.values[frame.base as usize..]
                .iter()
                .map(|v| v.sort),
        );
        let span = Span::new(frame.start, paren.end);
        let sort = self.application_sort(&mut frame.head, span, &sorts);
        self.work.arg_sorts = sorts;
        // What was made opaque has lost its head, which is not remembered.
        let plain = self.work.diagnostics.len() == errors && frame.head == head;
        if let Some(key) = key.filter(|_| plain) {
            self.work.memo.put(key, sort);
        }
        Ok(sort)
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
                let instance = self.script.instance(n);
                if let Some(sort) = self.operator_sort(n, instance, args) {
                    return sort;
                }
                if let Some(sort) = self.lenient_sort(n, args) {
                    *head = Packed::special(Head::Opaque);
                    return sort;
                }
                self.no_signature(n, span, args)
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
        debug_assert!((n as usize) < script.plain as usize + script.instances.len());
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

    /// In lenient mode: the sort of an application that z3 reads and SMT-LIB does not have. Such a
    /// term is opaque, because the operator's meaning here is z3's matter.
    #[cold]
    fn lenient_sort(&mut self, n: u32, args: &[SortId]) -> Option<SortId> {
        if self.mode != Mode::Lenient || args.is_empty() {
            return None;
        }
        let instance = self.script.instance(n);
        // z3 converts between truth values, integers and reals.
        for (from, to) in CONVERSIONS {
            let convert = |sort: &SortId| if from.contains(sort) { to } else { *sort };
            let converted: Vec<SortId> = args.iter().map(convert).collect();
            if converted != args
                && let Some(sort) = self.operator_sort(n, instance, &converted)
            {
                return Some(sort);
            }
        }
        // Dialects differ in the sorts that an operator beyond the standard takes.
        let op = self.script.catalog.op(instance.op);
        let extension = op.signatures.iter().all(|s| s.since.is_none());
        extension.then_some(SortId::UNKNOWN)
    }

    /// In lenient mode: whether z3 would convert numbers and truth values to make a call fit.
    fn converts(&self, id: FunId, args: &[SortId]) -> bool {
        let convertible = |s: SortId| [SortId::BOOL, SortId::INT, SortId::REAL].contains(&s);
        let fits = |wanted: SortId, given: SortId| {
            let number = convertible(given) && wanted != SortId::BOOL && convertible(wanted);
            number || resolve::fits(wanted, given)
        };
        let params = self.script.params(id);
        self.mode == Mode::Lenient
            && params.len() == args.len()
            && params.iter().zip(args).all(|(p, a)| fits(*p, *a))
    }

    #[cold]
    fn no_signature(&mut self, n: u32, span: Span, args: &[SortId]) -> SortId {
        // What is not understood has been reported, or is to be kept; it says nothing more.
        if args.contains(&SortId::UNKNOWN) || self.said_enough() {
            return SortId::UNKNOWN;
        }
        let instance = self.script.instance(n);
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
                    let instance = self.script.instance(op.0);
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
        if self.converts(id, args) {
            *head = Packed::special(Head::Opaque);
            return self.script.funs[id.index()].result;
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
        if self.mode == Mode::Lenient && args.contains(&SortId::UNKNOWN) {
            return self.script.funs[id.index()].result;
        }
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
        let values = &self.work.values[frame.base as usize..];
        let sorts: Vec<SortId> = values.iter().map(|v| v.sort).collect();
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
}
