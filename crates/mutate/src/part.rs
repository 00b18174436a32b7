//! The part of a mutant that is new, as a script of its own.
//!
//! A seed was parsed and sort-checked as a whole. Where one of its terms is replaced, the mutant
//! is well-formed if the new term is well-formed in the scope of the old one and has its sort:
//! nothing else of a term counts for what stands around it. So the new term alone is parsed,
//! behind the declarations of all that it mentions; variables in scope there become constants.

use crate::seed::Seed;
use crate::types::Ty;
use gadfly_syntax::{Symbol, TokenKind, Tokenizer, quoted};
use gadfly_term::{CommandKind, Head, NodeId, ScopeId, Script, VarId};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Where a script declares its symbols, and what each declaration needs itself.
#[derive(Debug)]
pub(crate) struct Declarations {
    of: FxHashMap<Symbol, u32>,
    /// For each command that declares something: the commands that it needs, and itself.
    needed: Vec<Vec<u32>>,
}

impl Declarations {
    pub(crate) fn of(script: &Script) -> Declarations {
        let mut all = Declarations {
            of: FxHashMap::default(),
            needed: vec![Vec::new(); script.commands().len()],
        };
        for (n, command) in script.commands().iter().enumerate() {
            let number = n as u32;
            for fun in script.command_funs(command) {
                all.of.entry(script.fun(fun).symbol).or_insert(number);
            }
            for sort in script.command_sorts(command) {
                all.of
                    .entry(script.declared_sort(sort).symbol)
                    .or_insert(number);
            }
            if command.kind == CommandKind::DefineSort
                && let Some(name) = symbols(script.command_text(command)).nth(1)
                && let Some(symbol) = script.symbol(name)
            {
                all.of.entry(symbol).or_insert(number);
            }
            if !matches!(command.kind, CommandKind::Assert | CommandKind::CheckSat) {
                let mut needed = vec![number];
                for name in symbols(script.command_text(command)) {
                    all.add(script.symbol(name), &mut needed);
                }
                all.needed[n] = needed;
            }
        }
        all
    }

    /// Adds what the declaration of a symbol needs.
    fn add(&self, symbol: Option<Symbol>, commands: &mut Vec<u32>) {
        let Some(&command) = symbol.and_then(|symbol| self.of.get(&symbol)) else {
            return;
        };
        if commands.contains(&command) && commands.len() > 1 {
            return;
        }
        for needed in self.needed[command as usize].iter().chain([&command]) {
            if !commands.contains(needed) {
                commands.push(*needed);
            }
        }
    }
}

/// The symbols of a text, without bars.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    let mut tokens = Tokenizer::new(text.as_bytes());
    std::iter::from_fn(move || {
        loop {
            let token = tokens.token();
            let (start, end) = (token.start as usize, token.end as usize);
            match token.kind {
                TokenKind::End | TokenKind::Bad(_) => return None,
                TokenKind::Symbol => return Some(&text[start..end]),
                TokenKind::Quoted => return Some(&text[start + 1..end - 1]),
                _ => {}
            }
        }
    })
}

/// Writes the declarations of all that a text mentions of a seed.
pub(crate) fn write_declarations(seed: &Seed, text: &str, out: &mut String) {
    let script = &seed.script;
    let mut commands: Vec<u32> = Vec::new();
    for name in symbols(text) {
        seed.declarations().add(script.symbol(name), &mut commands);
    }
    commands.sort_unstable();
    for command in commands {
        out.push_str(script.command_text(&script.commands()[command as usize]));
        out.push('\n');
    }
}

/// What the new term is bound to.
const NEW: &str = "new!term";

/// Writes the script for a term in the place of a node of a flat seed. `false` where it would
/// save nothing, or where the place has a say in what logic the mutant needs.
pub(crate) fn write_part(seed: &Seed, node: NodeId, new: &str, out: &mut String) -> bool {
    let script = &seed.script;
    if new.len() * 2 > script.source().len() || has_binder(script, node) {
        return false;
    }
    let declarations = seed.declarations();
    let mut commands: Vec<u32> = Vec::with_capacity(8);
    let mut vars: Vec<VarId> = Vec::new();
    let bound = script.scope(node) != ScopeId::ROOT;
    for name in symbols(new) {
        let Some(symbol) = script.symbol(name) else {
            continue;
        };
        let var = if bound {
            variable(script, symbol, node)
        } else {
            None
        };
        match var {
            Some(var) if vars.contains(&var) => {}
            Some(var) => {
                vars.push(var);
                if let Ty::Named(sort) = seed.ty(script.var(var).sort) {
                    symbols(sort).for_each(|s| declarations.add(script.symbol(s), &mut commands));
                }
            }
            None => declarations.add(Some(symbol), &mut commands),
        }
    }
    commands.sort_unstable();
    for command in commands {
        out.push_str(script.command_text(&script.commands()[command as usize]));
        out.push('\n');
    }
    for var in vars {
        let data = script.var(var);
        let (name, sort) = (quoted(script.name(data.symbol)), seed.ty(data.sort));
        let _ = writeln!(out, "(declare-const {name} {sort})");
    }
    let _ = write!(out, "(assert (let (({NEW} {new})) true))");
    true
}

/// The sort of the new term of a script that [`write_part`] wrote.
pub(crate) fn sort_of_new(part: &Script) -> Option<Ty> {
    let root = part.assertions().last()?;
    let &new = part.args(root).first()?;
    Some(Ty::of(part, part.sort(new)))
}

/// The variable that a name means where a node stands.
fn variable(script: &Script, symbol: Symbol, node: NodeId) -> Option<VarId> {
    let mut scope = script.scope(node);
    while scope != ScopeId::ROOT {
        let data = script.scope_data(scope);
        if let Some(var) = data.vars().rfind(|v| script.var(*v).symbol == symbol) {
            return Some(var);
        }
        scope = data.parent;
    }
    None
}

/// Whether variables are bound in a term: their sorts go with it.
fn has_binder(script: &Script, node: NodeId) -> bool {
    script.subterm(node).any(|n| {
        matches!(
            script.head(n),
            Head::Forall | Head::Exists | Head::Lambda | Head::Let | Head::Match
        )
    })
}
