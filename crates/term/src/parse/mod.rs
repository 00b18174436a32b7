//! The parser: one pass from bytes to sorted nodes, with explicit stacks.

mod applications;
mod binders;
mod commands;
mod datatypes;
mod declarations;
mod dialect;
mod frames;
mod identifiers;
mod matches;
mod memo;
mod names;
mod sorts;
mod terms;
mod tokens;

use crate::declared::{Scope, ScopeKind};
use crate::ids::{FunId, ScopeId, SortId};
use crate::script::Script;
use crate::sort::Sorts;
use frames::{Binder, Frame, Value};
use gadfly_catalog::Catalog;
use gadfly_syntax::{Diagnostic, Span, Symbol, Symbols, Tokenizer};
use memo::Memo;
use names::Names;
use std::sync::Arc;

/// What is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// The standard and the solvers' dialects; an unknown symbol is an error.
    #[default]
    Default,
    /// SMT-LIB's own operators only.
    Standard,
    /// A term with an unknown operator is kept as it stands.
    Lenient,
}

/// After this many errors the rest of a file is not looked at.
const MAX_ERRORS: usize = 20;

/// Parses scripts, keeping its buffers and its reading of the catalogue from one to the next.
///
/// Give scripts back with [`Parser::recycle`] where speed matters: a small script then parses
/// without allocating.
#[derive(Debug)]
pub struct Parser {
    catalog: Arc<Catalog>,
    mode: Mode,
    spare: Option<Script>,
    work: Work,
}

/// A variable that is about to be bound: its name, its sort, and where the name stands.
type Pending = (Symbol, SortId, Span);

/// What a parse needs beside the script it makes.
#[derive(Debug, Default)]
struct Work {
    names: Names,
    frames: Vec<Frame>,
    binders: Vec<Binder>,
    values: Vec<Value>,
    sort_values: Vec<SortId>,
    sort_frames: Vec<(u32, u32, u32)>,
    pending: Vec<Pending>,
    arg_sorts: Vec<SortId>,
    memo: Memo,
    diagnostics: Vec<Diagnostic>,
}

impl Parser {
    /// A parser for scripts over `catalog`.
    pub fn new(catalog: &Arc<Catalog>, mode: Mode) -> Parser {
        let mut work = Work::default();
        work.names.load(catalog);
        Parser {
            catalog: catalog.clone(),
            mode,
            spare: None,
            work,
        }
    }

    /// Parses and sort-checks a script.
    pub fn parse(&mut self, source: impl Into<String>) -> Result<Script, Vec<Diagnostic>> {
        let source = source.into();
        if source.len() >= u32::MAX as usize {
            return Err(vec![Diagnostic::new(
                Span::default(),
                "the file has 4 GiB or more; split it",
            )]);
        }
        let mut script = self.spare.take().unwrap_or_else(|| empty(&self.catalog));
        self.work
            .names
            .define_catalog_sorts(&self.catalog, &mut script.sorts);
        Run::new(&source, &mut script, &mut self.work, self.mode).script();
        self.work.names.reset();
        let diagnostics = std::mem::take(&mut self.work.diagnostics);
        script.source = source;
        if diagnostics.is_empty() {
            return Ok(script);
        }
        self.recycle(script);
        Err(diagnostics)
    }

    /// A script to be kept: it takes no more memory than it needs, and what it has of the catalogue is
    /// shared. Its buffers serve the next parse.
    pub fn keep(&mut self, mut script: Script) -> Script {
        let symbols = std::mem::take(&mut script.symbols);
        // A clone has no room to grow.
        let mut kept = script.clone();
        kept.symbols = symbols.sharing(script.catalog.symbols());
        script.symbols = symbols;
        self.recycle(script);
        kept
    }

    /// Takes a script's buffers back for the next parse, and gives its source.
    pub fn recycle(&mut self, mut script: Script) -> String {
        let source = std::mem::take(&mut script.source);
        if !Arc::ptr_eq(&script.catalog, &self.catalog) || script.symbols.is_sharing() {
            return source;
        }
        script.symbols.truncate(self.catalog.symbols().len());
        script.sorts.truncate(self.catalog.constructors().len());
        script.instances.clear();
        script.instance_indices.clear();
        script.nodes.clear();
        script.children.clear();
        script.funs.clear();
        script.sort_lists.clear();
        script.vars.clear();
        script.scopes.truncate(1);
        script.declared_sorts.clear();
        script.defined_sorts.clear();
        script.commands.clear();
        script.terms.clear();
        script.logic = None;
        self.spare = Some(script);
        source
    }
}

fn empty(catalog: &Arc<Catalog>) -> Script {
    let symbols = Symbols::clone(catalog.symbols());
    Script {
        source: String::new(),
        sorts: Sorts::new(catalog, &symbols),
        symbols,
        plain: catalog.ops().len() as u32,
        instances: Vec::new(),
        instance_indices: Vec::new(),
        nodes: Vec::new(),
        children: Vec::new(),
        funs: Vec::new(),
        sort_lists: Vec::new(),
        vars: Vec::new(),
        scopes: vec![Scope {
            parent: ScopeId::ROOT,
            kind: ScopeKind::Root,
            vars: 0..0,
        }],
        declared_sorts: Vec::new(),
        defined_sorts: Vec::new(),
        commands: Vec::new(),
        terms: Vec::new(),
        logic: None,
        catalog: catalog.clone(),
    }
}

impl Script {
    /// Parses and sort-checks a script. Where many are parsed, a [`Parser`] is faster.
    pub fn parse(
        source: impl Into<String>,
        catalog: &Arc<Catalog>,
        mode: Mode,
    ) -> Result<Script, Vec<Diagnostic>> {
        Parser::new(catalog, mode).parse(source)
    }
}

/// The command cannot be read further; the diagnostic is recorded.
struct Abort;

type Parsed<T> = Result<T, Abort>;

/// One parse under way.
struct Run<'a> {
    text: &'a [u8],
    tokens: Tokenizer<'a>,
    script: &'a mut Script,
    work: &'a mut Work,
    mode: Mode,
    scope: ScopeId,
    /// The sort of a numeral: real in a logic without integers.
    numeral: SortId,
    global_declarations: bool,
    /// Marks of `push`, each with the number of levels that it opened.
    levels: Vec<(u32, u32)>,
    /// The name that the command declares; broken if the command has an error.
    declaring: Option<Symbol>,
    /// Names that the command's terms were given.
    named: Vec<(Symbol, FunId)>,
}

impl<'a> Run<'a> {
    fn new(source: &'a str, script: &'a mut Script, work: &'a mut Work, mode: Mode) -> Run<'a> {
        let text = source.as_bytes();
        work.memo.forget();
        work.frames.clear();
        work.values.clear();
        work.binders.clear();
        Run {
            text,
            tokens: Tokenizer::new(text),
            script,
            work,
            mode,
            scope: ScopeId::ROOT,
            numeral: SortId::INT,
            global_declarations: false,
            levels: Vec::new(),
            declaring: None,
            named: Vec::new(),
        }
    }

    /// Records an error and goes on.
    #[cold]
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(span, message));
    }

    /// Whether more errors would not be shown, so that nothing need be said about them.
    fn said_enough(&self) -> bool {
        self.work.diagnostics.len() >= MAX_ERRORS
    }

    #[cold]
    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.said_enough() {
            self.work.diagnostics.push(diagnostic);
        }
    }

    /// Records an error and gives the command up.
    #[cold]
    fn abort<T>(&mut self, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.error(span, message);
        Err(Abort)
    }

    fn sort_text(&self, sort: SortId) -> String {
        let mut out = String::new();
        self.script
            .sorts
            .write(sort, &self.script.symbols, &mut out, 120);
        out
    }
}
