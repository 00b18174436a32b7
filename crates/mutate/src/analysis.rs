//! What mutation needs to know of a script, computed once and used for many mutants.

use crate::menu::{Production, sorts_at_hand};
use crate::types::Ty;
use gadfly_term::{CommandKind, Head, NodeId, ScopeId, ScopeKind, Script, SortId, Symbol, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock, RwLock};

/// Facts about a script's nodes.
#[derive(Debug)]
pub struct Analysis {
    /// Whether there is one `check-sat`, after all assertions, and no push, pop or reset.
    pub flat: bool,
    /// The nodes that may be replaced or stand elsewhere: terms of assertions and of plain
    /// definitions. A term with patterns is none: it belongs to its binder and stays its body.
    pub places: Vec<NodeId>,
    /// Terms by sort, each text once, to be used in other places.
    pub terms: FxHashMap<SortId, Vec<NodeId>>,
    /// The assertion that a command is, by the command's number.
    pub assertion_of: Vec<Option<u32>>,
    /// Whether the names of the catalogue's operators mean these operators throughout.
    pub(crate) keeps_operators: bool,
    /// The node that opens a scope; `u32::MAX` for a definition's parameters.
    binder: Vec<u32>,
    /// Names of bound variables that are functions elsewhere: nearly always none.
    shadowing: FxHashSet<Symbol>,
    /// Whether a node mentions no variable that is bound outside it.
    closed: Vec<bool>,
    /// The last command that declares something a node mentions, plus one.
    needs: Vec<u32>,
    /// The first command that forgets something a node mentions.
    until: Vec<u32>,
    /// The command that forgets what each command declares.
    forgotten: Vec<u32>,
    /// For each node, the heads that can take the place of its own.
    pub(crate) exchange: Vec<OnceLock<Arc<[String]>>>,
    /// The sorts that have terms.
    pub(crate) sorts: FxHashMap<Ty, SortId>,
    /// All sorts by their numbers.
    pub(crate) types: Vec<Ty>,
    /// What can be built of each sort.
    pub(crate) menus: RwLock<FxHashMap<Ty, Arc<[Production]>>>,
}

impl Analysis {
    /// Analyses a script.
    pub fn of(script: &Script) -> Analysis {
        let binder = binders(script);
        let closed = closed(script, &binder);
        let in_pattern = pattern_nodes(script);
        let mut places = Vec::new();
        let mut assertion_of = Vec::with_capacity(script.commands().len());
        let mut assertions = 0;
        for command in script.commands() {
            let assertion = command.kind == CommandKind::Assert;
            assertion_of.push(assertion.then_some(assertions));
            assertions += u32::from(assertion);
            if assertion
                || command.kind.is_objective()
                || matches!(
                    command.kind,
                    CommandKind::DefineFun | CommandKind::DefineConst
                )
            {
                places.extend(
                    script
                        .command_nodes(command)
                        .filter(|n| !in_pattern[n.index()]),
                );
            }
        }
        let terms = terms_by_sort(script, &places, &closed);
        let forgotten = forgotten(script);
        let (needs, until) = lifetimes(script, &forgotten);
        let mut analysis = Analysis {
            flat: is_flat(script),
            places,
            terms,
            assertion_of,
            keeps_operators: crate::saturate::region::keeps_operators(script),
            shadowing: shadowing(script),
            binder,
            closed,
            needs,
            until,
            forgotten,
            exchange: (0..script.len()).map(|_| OnceLock::new()).collect(),
            sorts: FxHashMap::default(),
            types: script.sorts().map(|sort| Ty::of(script, sort)).collect(),
            menus: RwLock::default(),
        };
        analysis.sorts = sorts_at_hand(script, &analysis);
        analysis
    }

    /// The command that forgets what a command declares.
    pub fn forgotten(&self, command: u32) -> u32 {
        self.forgotten[command as usize]
    }

    /// Whether all that a term mentions is declared where a place stands.
    fn is_declared(&self, term: NodeId, command: u32) -> bool {
        self.needs[term.index()] <= command && command < self.until[term.index()]
    }

    /// Whether a node mentions no variable that is bound outside it.
    pub fn is_closed(&self, node: NodeId) -> bool {
        self.closed[node.index()]
    }

    /// The bound variables that a node mentions and that are bound outside it.
    pub fn free_vars(&self, script: &Script, node: NodeId) -> Vec<VarId> {
        let mut found = Vec::new();
        if self.closed[node.index()] {
            return found;
        }
        for part in script.subterm(node) {
            if let Head::Var(var) = script.head(part) {
                let outside = self.binder[script.var(var).scope.index()] > node.0;
                if outside && !found.contains(&var) {
                    found.push(var);
                }
            }
        }
        found
    }

    /// Whether a variable is bound outside a node.
    pub fn is_bound_outside(&self, script: &Script, var: VarId, node: NodeId) -> bool {
        self.binder[script.var(var).scope.index()] > node.0
    }

    /// Whether a term may stand at a place: all its variables are bound there, and not shadowed.
    pub fn fits_scope(&self, script: &Script, term: NodeId, place: NodeId) -> bool {
        if !self.is_declared(term, script.command_of(place) as u32) {
            return false;
        }
        if self.is_captured(script, term, place) {
            return false;
        }
        self.closed[term.index()]
            || self
                .free_vars(script, term)
                .iter()
                .all(|&v| self.visible(script, v, script.scope(place)))
    }

    /// Whether a function of a term has the name of a variable that is bound at a place: there, the
    /// term would mean something else.
    fn is_captured(&self, script: &Script, term: NodeId, place: NodeId) -> bool {
        let bound = self.shadowed_at(script, place);
        let functions = script
            .subterm(term)
            .filter_map(|node| match script.head(node) {
                Head::Fun(fun) => Some(script.fun(fun).symbol),
                _ => None,
            });
        !bound.is_empty() && functions.into_iter().any(|name| bound.contains(&name))
    }

    /// Functions whose names mean a variable at a place.
    fn shadowed_at(&self, script: &Script, place: NodeId) -> Vec<Symbol> {
        let mut bound: Vec<Symbol> = Vec::new();
        let mut scope = script.scope(place);
        while !self.shadowing.is_empty() && scope != ScopeId::ROOT {
            let data = script.scope_data(scope);
            let names = data.vars().map(|v| script.var(v).symbol);
            bound.extend(names.filter(|name| self.shadowing.contains(name)));
            scope = data.parent;
        }
        bound
    }

    /// Whether a head, as it is written, means a variable at a place and not the function.
    pub(crate) fn is_shadowed(&self, script: &Script, head: &str, place: NodeId) -> bool {
        let bound = self.shadowed_at(script, place);
        bound
            .iter()
            .any(|name| gadfly_syntax::quoted(script.name(*name)) == head)
    }

    /// Whether a variable is the meaning of its name in a scope.
    pub fn visible(&self, script: &Script, var: VarId, mut scope: ScopeId) -> bool {
        let wanted = script.var(var);
        while scope != ScopeId::ROOT {
            let data = script.scope_data(scope);
            if scope == wanted.scope {
                // The last of two variables of one name in one binder counts.
                return data
                    .vars()
                    .rfind(|v| script.var(*v).symbol == wanted.symbol)
                    == Some(var);
            }
            if data.vars().any(|v| script.var(v).symbol == wanted.symbol) {
                return false;
            }
            scope = data.parent;
        }
        false
    }

    /// The assertion that a node belongs to; `None` in a definition or an objective.
    pub fn assertion(&self, script: &Script, node: NodeId) -> Option<usize> {
        self.assertion_of[script.command_of(node)].map(|n| n as usize)
    }
}

/// Names of bound variables that are functions elsewhere.
fn shadowing(script: &Script) -> FxHashSet<Symbol> {
    let functions: FxHashSet<Symbol> = script.funs().map(|f| script.fun(f).symbol).collect();
    let bound = script.vars().map(|v| script.var(v).symbol);
    bound.filter(|name| functions.contains(name)).collect()
}

/// Whether there is one `check-sat`, after all assertions, and no push, pop or reset.
pub(crate) fn is_flat(script: &Script) -> bool {
    one_question(script, |kind| kind != CommandKind::CheckSatAssuming)
}

/// The same where the question may be `check-sat-assuming`.
pub(crate) fn asks_once(script: &Script) -> bool {
    one_question(script, |_| true)
}

fn one_question(script: &Script, allowed: impl Fn(CommandKind) -> bool) -> bool {
    let mut checks = 0;
    for command in script.commands() {
        match command.kind {
            kind if !allowed(kind) => return false,
            CommandKind::CheckSat | CommandKind::CheckSatUsing | CommandKind::CheckSatAssuming => {
                checks += 1
            }
            CommandKind::Push
            | CommandKind::Pop
            | CommandKind::Reset
            | CommandKind::ResetAssertions => return false,
            CommandKind::Exit => break,
            kind if checks > 0 && (kind == CommandKind::Assert || kind.is_objective()) => {
                return false;
            }
            _ => {}
        }
    }
    checks == 1
}

/// For each command, the `pop` or `reset` that forgets what it declares.
fn forgotten(script: &Script) -> Vec<u32> {
    let commands = script.commands();
    let mut out = vec![u32::MAX; commands.len()];
    if script.source().contains(":global-declarations") {
        return out;
    }
    let mut levels: Vec<u32> = Vec::new();
    for (n, command) in commands.iter().enumerate() {
        match command.kind {
            CommandKind::Push => {
                levels.extend(std::iter::repeat_n(n as u32, command.levels as usize))
            }
            CommandKind::Pop => {
                let keep = levels.len().saturating_sub(command.levels as usize);
                let from = levels.get(keep).copied().unwrap_or(n as u32);
                levels.truncate(keep);
                out[from as usize..n]
                    .iter_mut()
                    .for_each(|f| *f = (*f).min(n as u32));
            }
            CommandKind::Reset | CommandKind::ResetAssertions => {
                out[..n].iter_mut().for_each(|f| *f = (*f).min(n as u32));
                levels.clear();
            }
            _ => {}
        }
    }
    out
}

/// From which command on, and up to which, all that a node mentions is declared.
fn lifetimes(script: &Script, forgotten: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut needs, mut until) = (
        Vec::with_capacity(script.len()),
        Vec::with_capacity(script.len()),
    );
    for node in script.nodes() {
        let (mut from, mut to) = (0u32, u32::MAX);
        for arg in script.args(node) {
            from = from.max(needs[arg.index()]);
            to = to.min(until[arg.index()]);
        }
        if let Head::Fun(fun) = script.head(node) {
            let command = script.fun(fun).command;
            from = from.max(command + 1);
            to = to.min(forgotten[command as usize]);
        }
        needs.push(from);
        until.push(to);
    }
    (needs, until)
}

/// The node that opens each scope.
fn binders(script: &Script) -> Vec<u32> {
    let mut binder = vec![u32::MAX; 1];
    let mut set = |scope: ScopeId, node: u32| {
        if binder.len() <= scope.index() {
            binder.resize(scope.index() + 1, u32::MAX);
        }
        binder[scope.index()] = node;
    };
    for node in script.nodes() {
        match script.head(node) {
            Head::Let | Head::Forall | Head::Exists | Head::Lambda => {
                if let Some(body) = script.args(node).last() {
                    set(script.scope(*body), node.0);
                }
            }
            Head::Match => {
                for body in &script.args(node)[1..] {
                    let scope = script.scope(*body);
                    if matches!(script.scope_data(scope).kind, ScopeKind::Case(_)) {
                        set(scope, node.0);
                    }
                }
            }
            _ => {}
        }
    }
    let scopes = script
        .vars()
        .map(|v| script.var(v).scope.index() + 1)
        .max()
        .unwrap_or(1);
    if binder.len() < scopes {
        binder.resize(scopes, u32::MAX);
    }
    binder
}

/// A node is closed if the outermost binder that its variables need is inside it.
fn closed(script: &Script, binder: &[u32]) -> Vec<bool> {
    let mut outermost = vec![0u32; script.len()];
    let mut closed = Vec::with_capacity(script.len());
    for node in script.nodes() {
        let mut needs = script
            .args(node)
            .iter()
            .map(|a| outermost[a.index()])
            .max()
            .unwrap_or(0);
        if let Head::Var(var) = script.head(node) {
            needs = needs.max(binder[script.var(var).scope.index()]);
        }
        outermost[node.index()] = needs;
        closed.push(needs <= node.0);
    }
    closed
}

/// The nodes of patterns, which must stay as they are, and the terms that carry them, which must
/// stay where they are.
fn pattern_nodes(script: &Script) -> Vec<bool> {
    let mut inside = vec![false; script.len()];
    for node in script.nodes() {
        if script.head(node) == Head::Annotation {
            inside[node.index()] |= script.args(node).len() > 1;
            for pattern in &script.args(node)[1..] {
                script
                    .subterm(*pattern)
                    .for_each(|n| inside[n.index()] = true);
            }
        }
    }
    inside
}

/// Terms longer than this are not copied to other places.
const LONGEST: usize = 400;

fn terms_by_sort(
    script: &Script,
    places: &[NodeId],
    closed: &[bool],
) -> FxHashMap<SortId, Vec<NodeId>> {
    let mut terms: FxHashMap<SortId, Vec<NodeId>> = FxHashMap::default();
    let mut seen: rustc_hash::FxHashSet<(SortId, &str)> = Default::default();
    for &node in places {
        let text = script.text(node);
        // Equal texts with bound variables may differ in meaning, so they all stay.
        if text.len() <= LONGEST
            && (!closed[node.index()] || seen.insert((script.sort(node), text)))
        {
            terms.entry(script.sort(node)).or_default().push(node);
        }
    }
    terms
}
