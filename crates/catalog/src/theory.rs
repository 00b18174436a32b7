//! Reads `theories/*.smt2`: theory declarations in SMT-LIB's style, with indices written out.

use crate::command::{Argument, DialectCommand};
use crate::signature::{
    Assoc, Condition, Constructor, Index, MAX_VARS, Op, OpId, Pattern, Relation, Signature, Since,
    known,
};
use crate::{Catalog, CatalogError, NONE, put};
use gadfly_syntax::sexpr::Sexpr;
use gadfly_syntax::{Diagnostic, Sexprs, Symbol, TokenKind, numeral_value};

/// A sort that a theory defines by another one.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its symbol.
    pub symbol: Symbol,
    /// The sort it stands for.
    pub sort: Pattern,
    /// Whether SMT-LIB has it.
    pub standard: bool,
}

type Result<T> = std::result::Result<T, Diagnostic>;

/// Patterns deeper than this are refused, so that matching may recurse.
const MAX_DEPTH: usize = 32;

pub(crate) fn load(catalog: &mut Catalog) -> std::result::Result<(), CatalogError> {
    let files: Vec<(String, String)> = catalog
        .files("theories/")
        .map(|(p, t)| (p.to_string(), t.to_string()))
        .collect();
    type Pass = fn(&mut Catalog, Sexpr<'_, '_>, bool) -> Result<()>;
    let read = |catalog: &mut Catalog, pass: Pass| {
        for (path, text) in &files {
            let added = !crate::is_builtin_theory(path);
            let one = |catalog: &mut Catalog| -> Result<()> {
                Sexprs::parse(text)?
                    .iter()
                    .try_for_each(|theory| pass(catalog, theory, added))
            };
            one(catalog).map_err(|diagnostic| CatalogError {
                path: path.clone(),
                text: text.clone(),
                diagnostic,
            })?;
        }
        Ok(())
    };
    // All sorts first: a theory may use those of a file that comes later.
    read(catalog, load_sorts)?;
    read(catalog, load_funs)
}

fn error<T>(at: Sexpr<'_, '_>, message: impl Into<String>) -> Result<T> {
    Err(Diagnostic::new(at.span(), message))
}

fn name<'t>(at: Sexpr<'_, 't>) -> Result<&'t str> {
    match (at.kind(), at.atom()) {
        (TokenKind::Symbol | TokenKind::Quoted, Some(name)) => Ok(name),
        _ => error(at, "expected a symbol"),
    }
}

/// The attributes behind the first `skip` elements of a list: keyword and values.
fn attributes<'a, 't>(list: Sexpr<'a, 't>, skip: usize) -> Vec<(&'t str, Option<Sexpr<'a, 't>>)> {
    let mut out: Vec<(&str, Option<Sexpr<'_, '_>>)> = Vec::new();
    for item in list.items().skip(skip) {
        match (item.kind(), out.last_mut()) {
            (TokenKind::Keyword, _) => out.push((item.text(), None)),
            (_, Some((_, value))) => *value = Some(item),
            _ => {}
        }
    }
    out
}

/// Whether a signature has an attribute without a value.
fn has(body: Sexpr<'_, '_>, skip: usize, keyword: &str) -> bool {
    attributes(body, skip).iter().any(|(k, _)| *k == keyword)
}

fn check_theory(theory: Sexpr<'_, '_>) -> Result<()> {
    match theory.get(0).and_then(|t| t.atom()) {
        Some("theory") => Ok(()),
        _ => error(theory, "expected (theory NAME :sorts (…) :funs (…))"),
    }
}

fn load_sorts(catalog: &mut Catalog, theory: Sexpr<'_, '_>, _added: bool) -> Result<()> {
    check_theory(theory)?;
    let standard = since(theory, 2)?.is_some();
    for (keyword, value) in attributes(theory, 2) {
        let Some(list) = value else { continue };
        match keyword {
            ":sorts" => list
                .items()
                .try_for_each(|sort| load_sort(catalog, sort, standard))?,
            ":define-sorts" => list
                .items()
                .try_for_each(|sort| define_sort(catalog, sort, standard))?,
            _ => {}
        }
    }
    Ok(())
}

/// `(Array 2)`, `((_ BitVec m) 0)` or `(Tuple *)`.
fn load_sort(catalog: &mut Catalog, sort: Sexpr<'_, '_>, standard: bool) -> Result<()> {
    let (Some(head), Some(arity)) = (sort.get(0), sort.get(1)) else {
        return error(sort, "expected (NAME ARITY)");
    };
    let indices = if head.is_list() {
        head.items().count().saturating_sub(2) as u16
    } else {
        0
    };
    let named = if head.is_list() {
        head.get(1).unwrap_or(head)
    } else {
        head
    };
    let arity = match arity.text() {
        "*" => None,
        text => Some(
            numeral_value(text)
                .and_then(|n| u16::try_from(n).ok())
                .map_or_else(|| error(arity, "expected an arity"), Ok)?,
        ),
    };
    let declared = Constructor {
        name: name(named)?.to_string(),
        indices,
        arity,
        standard,
    };
    let symbol = catalog.intern(declared.name.as_bytes());
    let known = catalog
        .constructor_of
        .get(symbol.index())
        .copied()
        .filter(|&n| n != NONE);
    match known.map(|n| &catalog.constructors[n as usize]) {
        Some(old) if (old.indices, old.arity) == (declared.indices, declared.arity) => Ok(()),
        Some(_) => error(sort, "this sort is known with another arity"),
        None => {
            put(
                &mut catalog.constructor_of,
                symbol,
                catalog.constructors.len() as u32,
            );
            catalog.constructors.push(declared);
            Ok(())
        }
    }
}

/// `(Float32 (_ FloatingPoint 8 24))`.
fn define_sort(catalog: &mut Catalog, sort: Sexpr<'_, '_>, standard: bool) -> Result<()> {
    let (Some(head), Some(body)) = (sort.get(0), sort.get(1)) else {
        return error(sort, "expected (NAME SORT)");
    };
    let symbol = catalog.intern(name(head)?.as_bytes());
    let sort = Scope::default().pattern(catalog, body, 0)?;
    catalog.definitions.push(Definition {
        symbol,
        sort,
        standard,
    });
    Ok(())
}

fn since(list: Sexpr<'_, '_>, skip: usize) -> Result<Option<Since>> {
    let Some((_, value)) = attributes(list, skip)
        .into_iter()
        .find(|(k, _)| *k == ":since")
    else {
        return Ok(None);
    };
    let text = value.and_then(|v| v.atom()).unwrap_or_default();
    match text
        .split_once('.')
        .map(|(a, b)| (a.parse::<u8>(), b.parse::<u8>()))
    {
        Some((Ok(major @ 1..=9), Ok(minor @ 0..=9))) => Ok(Some(Since(major * 10 + minor))),
        _ => error(
            list,
            "expected a version of SMT-LIB after :since, such as \"2.6\"",
        ),
    }
}

fn solvers(list: Sexpr<'_, '_>, skip: usize) -> Option<Vec<String>> {
    let (_, value) = attributes(list, skip)
        .into_iter()
        .find(|(k, _)| *k == ":solvers")?;
    Some(
        value?
            .items()
            .filter_map(|s| s.atom())
            .map(str::to_string)
            .collect(),
    )
}

/// What holds for all functions of a theory, unless they say otherwise.
struct Defaults {
    theory: u16,
    since: Option<Since>,
    solvers: Vec<String>,
    added: bool,
}

fn load_funs(catalog: &mut Catalog, theory: Sexpr<'_, '_>, added: bool) -> Result<()> {
    let Some(named) = theory.get(1) else {
        return error(theory, "expected the theory's name");
    };
    let defaults = Defaults {
        theory: catalog.theories.len() as u16,
        since: since(theory, 2)?,
        solvers: solvers(theory, 2).unwrap_or_default(),
        added,
    };
    catalog.theories.push(name(named)?.to_string());
    for (keyword, value) in attributes(theory, 2) {
        match (keyword, value) {
            (":funs", Some(list)) => list
                .items()
                .try_for_each(|fun| load_fun(catalog, fun, &defaults))?,
            (":commands", Some(list)) => {
                for command in list.items() {
                    load_command(catalog, command, &defaults)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// `name`, or `(name argument…)`. One name may have several lists of arguments, in several theories.
fn load_command(catalog: &mut Catalog, at: Sexpr<'_, '_>, defaults: &Defaults) -> Result<()> {
    let form = at.get(0);
    let symbol = name(form.unwrap_or(at))?;
    let symbol = catalog.intern(symbol.as_bytes());
    let known = catalog.commands.iter().position(|c| c.name == symbol);
    let number = known.unwrap_or_else(|| {
        catalog.commands.push(DialectCommand {
            name: symbol,
            solvers: Vec::new(),
            forms: Vec::new(),
        });
        catalog.commands.len() - 1
    });
    let command = &mut catalog.commands[number];
    for solver in &defaults.solvers {
        if !command.solvers.contains(solver) {
            command.solvers.push(solver.clone());
        }
    }
    if form.is_some() {
        let form = arguments(at)?;
        if !command.forms.contains(&form) {
            command.forms.push(form);
        }
    }
    Ok(())
}

fn arguments(command: Sexpr<'_, '_>) -> Result<Vec<Argument>> {
    let mut found: Vec<Argument> = Vec::new();
    for word in command.items().skip(1) {
        let Some(argument) = Argument::named(name(word)?) else {
            return error(
                word,
                "expected what an argument is: term, formula, attributes, …",
            );
        };
        if found.last().is_some_and(|last| last.is_last()) {
            return error(word, "the argument before this one takes all that follows");
        }
        found.push(argument);
    }
    Ok(found)
}

/// `(name sort… attribute…)`, `((_ name index…) sort… attribute…)` or `(par (A …) (…))`.
fn load_fun(catalog: &mut Catalog, fun: Sexpr<'_, '_>, defaults: &Defaults) -> Result<()> {
    let mut scope = Scope::default();
    let body = scope.parameters(fun)?;
    let (named, indices) = scope.head(body)?;
    let mut args = scope.rank(catalog, body)?;
    let skip = 1 + args.len();
    let Some(result) = args.pop() else {
        return error(body, "expected the result's sort");
    };
    let conditions = conditions(body, skip, &mut scope)?;
    if scope.sorts.len().max(scope.indices.len()) > MAX_VARS {
        return error(fun, "a signature may have at most 8 variables of a kind");
    }
    let signature = Signature {
        theory: defaults.theory,
        since: fun_since(body, skip, defaults)?,
        solvers: solvers(body, skip).unwrap_or_else(|| defaults.solvers.clone()),
        added: defaults.added,
        sort_vars: scope.sorts.len() as u8,
        index_vars: scope.indices.len() as u8,
        indices,
        assoc: assoc(body, skip, args.len())?,
        args,
        result,
        conditions,
        characters: has(body, skip, ":characters"),
        text: fun.text().split_whitespace().collect::<Vec<_>>().join(" "),
    };
    add(catalog, name(named)?, signature);
    Ok(())
}

/// A function's own `:since`, or its theory's unless it is an `:extension`.
fn fun_since(body: Sexpr<'_, '_>, skip: usize, defaults: &Defaults) -> Result<Option<Since>> {
    let default = defaults.since.filter(|_| !has(body, skip, ":extension"));
    Ok(since(body, skip)?.or(default))
}

fn add(catalog: &mut Catalog, name: &str, signature: Signature) {
    let symbol = catalog.intern(name.as_bytes());
    let known = catalog
        .op_of
        .get(symbol.index())
        .copied()
        .filter(|&n| n != NONE);
    let id = OpId(known.unwrap_or(catalog.ops.len() as u32));
    if known.is_none() {
        put(&mut catalog.op_of, symbol, id.0);
        catalog.ops.push(Op {
            name: name.to_string(),
            symbol,
            signatures: Vec::new(),
            integers: false,
            reals: false,
        });
    }
    let op = &mut catalog.ops[id.0 as usize];
    op.integers |= signature
        .args
        .iter()
        .all(|p| *p == Pattern::Ground(known::INT));
    op.reals |= signature.args.iter().any(may_be_real);
    op.signatures.push(signature);
}

/// Whether a real, alone or inside of another value, may be what a pattern stands for.
fn may_be_real(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Ground(n) => *n == known::REAL,
        Pattern::Var(_) => true,
        Pattern::Apply { args, .. } => args.iter().any(may_be_real),
    }
}

fn assoc(list: Sexpr<'_, '_>, skip: usize, args: usize) -> Result<Assoc> {
    let found = attributes(list, skip)
        .into_iter()
        .find_map(|(k, _)| match k {
            ":left-assoc" => Some(Assoc::Left),
            ":right-assoc" => Some(Assoc::Right),
            ":chainable" => Some(Assoc::Chainable),
            ":pairwise" => Some(Assoc::Pairwise),
            _ => None,
        });
    match found {
        Some(_) if args != 2 => error(
            list,
            "an associative, chainable or pairwise operator has two arguments",
        ),
        other => Ok(other.unwrap_or(Assoc::None)),
    }
}

fn conditions(list: Sexpr<'_, '_>, skip: usize, scope: &mut Scope) -> Result<Vec<Condition>> {
    let Some((_, Some(value))) = attributes(list, skip)
        .into_iter()
        .find(|(k, _)| *k == ":where")
    else {
        return Ok(Vec::new());
    };
    let read = |c: Sexpr<'_, '_>| -> Result<Condition> {
        let relation = match c.get(0).and_then(|r| r.atom()) {
            Some("<") => Relation::Less,
            Some("<=") => Relation::AtMost,
            Some("=") => Relation::Equal,
            _ => return error(c, "expected (< A B), (<= A B) or (= A B)"),
        };
        let (Some(a), Some(b)) = (c.get(1), c.get(2)) else {
            return error(c, "expected two sides");
        };
        Ok(Condition {
            relation,
            left: scope.index(a, 0)?,
            right: scope.index(b, 0)?,
        })
    };
    value.items().map(read).collect()
}

/// The variables of one signature.
#[derive(Default)]
struct Scope {
    sorts: Vec<String>,
    indices: Vec<String>,
}

impl Scope {
    /// The sort variables of `(par (A …) BODY)`, and the body; a signature without is its own.
    fn parameters<'a, 't>(&mut self, fun: Sexpr<'a, 't>) -> Result<Sexpr<'a, 't>> {
        if fun.get(0).and_then(|f| f.atom()) != Some("par") {
            return Ok(fun);
        }
        let (Some(vars), Some(body)) = (fun.get(1), fun.get(2)) else {
            return error(fun, "expected (par (VARIABLE …) (NAME SORT … SORT))");
        };
        self.sorts = vars
            .items()
            .map(|v| name(v).map(str::to_string))
            .collect::<Result<_>>()?;
        Ok(body)
    }

    /// The name that a signature begins with, and its indices.
    fn head<'a, 't>(&mut self, body: Sexpr<'a, 't>) -> Result<(Sexpr<'a, 't>, Vec<Index>)> {
        let Some(head) = body.get(0) else {
            return error(body, "expected a name");
        };
        if !head.is_list() {
            return Ok((head, Vec::new()));
        }
        let Some(named) = head.get(1) else {
            return error(head, "expected (_ NAME INDEX …)");
        };
        let indices = head.items().skip(2).map(|i| self.index(i, 0));
        Ok((named, indices.collect::<Result<_>>()?))
    }

    /// The sorts between the name and the attributes: the arguments', then the result's.
    fn rank(&mut self, catalog: &Catalog, body: Sexpr<'_, '_>) -> Result<Vec<Pattern>> {
        body.items()
            .skip(1)
            .take_while(|s| s.kind() != TokenKind::Keyword)
            .map(|s| self.pattern(catalog, s, 0))
            .collect()
    }

    fn pattern(&mut self, catalog: &Catalog, sort: Sexpr<'_, '_>, depth: usize) -> Result<Pattern> {
        if depth > MAX_DEPTH {
            return error(sort, "this sort is nested too deeply");
        }
        if !sort.is_list() {
            let text = name(sort)?;
            if let Some(n) = self.sorts.iter().position(|v| v == text) {
                return Ok(Pattern::Var(n as u8));
            }
            if let Some(known) = catalog
                .symbols
                .get(text)
                .and_then(|s| catalog.definitions.iter().find(|d| d.symbol == s))
            {
                return Ok(known.sort.clone());
            }
            let constructor = find(catalog, sort, text)?;
            return Ok(Pattern::Ground(constructor));
        }
        let Some(head) = sort.get(0) else {
            return error(sort, "expected a sort");
        };
        if head.atom() == Some("_") {
            let Some(named) = sort.get(1) else {
                return error(sort, "expected (_ NAME INDEX …)");
            };
            let constructor = find(catalog, named, name(named)?)?;
            let indices = sort
                .items()
                .skip(2)
                .map(|i| self.index(i, 0))
                .collect::<Result<_>>()?;
            return Ok(Pattern::Apply {
                constructor,
                indices,
                args: Vec::new(),
            });
        }
        let constructor = find(catalog, head, name(head)?)?;
        let args = sort
            .items()
            .skip(1)
            .map(|s| self.pattern(catalog, s, depth + 1))
            .collect::<Result<_>>()?;
        Ok(Pattern::Apply {
            constructor,
            indices: Vec::new(),
            args,
        })
    }

    fn index(&mut self, index: Sexpr<'_, '_>, depth: usize) -> Result<Index> {
        if depth > MAX_DEPTH {
            return error(index, "this index is nested too deeply");
        }
        if let Some(text) = index.atom() {
            if index.kind() == TokenKind::Numeral {
                return numeral_value(text).map_or_else(
                    || error(index, "this number is too large"),
                    |n| Ok(Index::Number(n)),
                );
            }
            let at = self
                .indices
                .iter()
                .position(|v| v == text)
                .unwrap_or_else(|| {
                    self.indices.push(text.to_string());
                    self.indices.len() - 1
                });
            return Ok(Index::Var(at as u8));
        }
        let (Some(op), Some(a), Some(b)) = (index.get(0), index.get(1), index.get(2)) else {
            return error(index, "expected (+ A B), (- A B) or (* A B)");
        };
        let both = Box::new([self.index(a, depth + 1)?, self.index(b, depth + 1)?]);
        match op.atom() {
            Some("+") => Ok(Index::Add(both)),
            Some("-") => Ok(Index::Sub(both)),
            Some("*") => Ok(Index::Mul(both)),
            _ => error(index, "expected (+ A B), (- A B) or (* A B)"),
        }
    }
}

fn find(catalog: &Catalog, at: Sexpr<'_, '_>, text: &str) -> Result<u32> {
    let symbol = catalog.symbols.get(text);
    match symbol
        .and_then(|s| catalog.constructor_of.get(s.index()).copied())
        .filter(|&n| n != NONE)
    {
        Some(n) => Ok(n),
        None => error(at, format!("unknown sort `{text}`")),
    }
}
