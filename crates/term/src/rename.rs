//! Renaming: two scripts made disjoint, so that they can stand in one.

use crate::command::CommandKind;
use crate::declared::FunKind;
use crate::head::Head;
use crate::ids::FunId;
use crate::script::Script;
use gadfly_syntax::{Symbol, Token, TokenKind, Tokenizer, quoted};
use rustc_hash::{FxHashMap, FxHashSet};

/// New names for symbols of a script, without bars.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    names: FxHashMap<Symbol, String>,
}

/// The text of `b` with every name renamed that `a` uses too: functions, variables (bound ones as
/// well), sorts, datatypes with their constructors and selectors. Everything else stays as it is.
pub fn rename_apart(a: &Script, b: &Script) -> String {
    Renaming::apart(a, b).apply(b)
}

impl Renaming {
    /// New names for what `b` declares or binds and `a` uses too.
    pub fn apart(a: &Script, b: &Script) -> Renaming {
        let builtin = a.catalog.symbols().len();
        let used = |name: &str| {
            a.symbol(name).is_some_and(|s| s.index() >= builtin) || a.declares_name(name)
        };
        Renaming::fresh(b, used, |name| {
            a.symbol(name).is_some() || b.symbol(name).is_some()
        })
    }

    /// New names for the script's own symbols that `clash`; `taken` names are not used.
    pub fn fresh(
        script: &Script,
        clash: impl Fn(&str) -> bool,
        taken: impl Fn(&str) -> bool,
    ) -> Renaming {
        let mut renaming = Renaming::default();
        let mut chosen: FxHashSet<String> = FxHashSet::default();
        let mut testers = Vec::new();
        for symbol in script.own_symbols() {
            let name = script.name(symbol);
            if clash(name) {
                let new = (2..)
                    .map(|n| format!("{name}_{n}"))
                    .find(|n| !taken(n) && !chosen.contains(n));
                let new = new.unwrap_or_default();
                chosen.insert(new.clone());
                renaming.names.insert(symbol, new);
            }
        }
        for fun in script.funs() {
            if let FunKind::Tester(constructor) = script.fun(fun).kind {
                testers.push((fun, constructor));
            }
        }
        renaming.rename_testers(script, &testers);
        renaming
    }

    /// `is-c` follows its constructor.
    fn rename_testers(&mut self, script: &Script, testers: &[(FunId, FunId)]) {
        for (tester, constructor) in testers {
            let symbol = script.fun(*tester).symbol;
            match self.names.get(&script.fun(*constructor).symbol) {
                Some(new) => {
                    let new = format!("is-{new}");
                    self.names.insert(symbol, new);
                }
                None => {
                    self.names.remove(&symbol);
                }
            }
        }
    }

    /// Renames one symbol.
    pub fn rename(&mut self, symbol: Symbol, name: impl Into<String>) {
        self.names.insert(symbol, name.into());
    }

    /// The new name of a symbol, if it has one.
    pub fn name(&self, symbol: Symbol) -> Option<&str> {
        self.names.get(&symbol).map(String::as_str)
    }

    /// Whether nothing is renamed.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The script's text under the new names.
    ///
    /// All occurrences of a name change together, bound and free: with fresh names that keeps
    /// every binding as it is. Occurrences that mean an operator of the catalogue stay.
    pub fn apply(&self, script: &Script) -> String {
        let source = script.source();
        let mut out = String::with_capacity(source.len() + source.len() / 8);
        let operators = self.operator_places(script);
        let mut at = 0;
        for command in &script.commands {
            if keeps_names(command.kind) {
                continue;
            }
            let mut tokens = Tokenizer::at(source.as_bytes(), command.span.start);
            tokens.token();
            tokens.token();
            while tokens.pos() < command.span.end {
                let token = tokens.token();
                let Some(new) = self.token_name(script, token) else {
                    continue;
                };
                if operators.contains(&token.start) {
                    continue;
                }
                out.push_str(&source[at..token.start as usize]);
                out.push_str(&quoted(new));
                at = token.end as usize;
            }
        }
        out.push_str(&source[at..]);
        out
    }

    fn token_name(&self, script: &Script, token: Token) -> Option<&str> {
        let text = &script.source()[token.span().range()];
        let name = match token.kind {
            TokenKind::Symbol => text,
            TokenKind::Quoted => &text[1..text.len() - 1],
            _ => return None,
        };
        self.name(script.symbol(name)?)
    }

    /// Where renamed symbols stand for operators of the catalogue (a script may overload one).
    fn operator_places(&self, script: &Script) -> FxHashSet<u32> {
        let builtin = script.catalog.symbols().len();
        if !self.names.keys().any(|s| s.index() < builtin) {
            return FxHashSet::default();
        }
        let place = |n| {
            let Head::Op(op) = script.head(n) else {
                return None;
            };
            self.name(script.catalog.op(op).symbol)?;
            let mut tokens = Tokenizer::at(script.source().as_bytes(), script.span(n).start);
            tokens
                .by_ref()
                .find(|t| matches!(t.kind, TokenKind::Symbol | TokenKind::Quoted))
                .map(|t| t.start)
        };
        script.nodes().filter_map(place).collect()
    }
}

/// Commands whose symbols are not names of the script.
fn keeps_names(kind: CommandKind) -> bool {
    matches!(
        kind,
        CommandKind::SetInfo
            | CommandKind::SetOption
            | CommandKind::SetLogic
            | CommandKind::Echo
            | CommandKind::Exit
    )
}

impl Script {
    /// The symbols that the script declares or binds, in the order of their first declaration.
    pub fn own_symbols(&self) -> Vec<Symbol> {
        let funs = self.funs.iter().map(|f| f.symbol);
        let vars = self.vars.iter().map(|v| v.symbol);
        let sorts = self
            .sorts
            .own_constructors(self.catalog.constructors().len());
        let mut seen = FxHashSet::default();
        let all = sorts
            .chain(self.defined_sorts.iter().copied())
            .chain(funs)
            .chain(vars);
        all.filter(|s| seen.insert(*s)).collect()
    }

    fn declares_name(&self, name: &str) -> bool {
        self.symbol(name).is_some_and(|symbol| {
            self.funs.iter().any(|f| f.symbol == symbol)
                || self.vars.iter().any(|v| v.symbol == symbol)
                || self.declared_sorts.iter().any(|s| s.symbol == symbol)
        })
    }
}
