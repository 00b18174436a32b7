//! Seeds: scripts made ready for mutation, with what is known of their answers.

use crate::analysis::Analysis;
use crate::atoms::Atoms;
use crate::fusable::{Fusable, second};
use crate::kit::Kit;
use crate::known::Known;
use crate::logic::{Logics, Needs};
use crate::menu::{Production, productions};
use crate::part::Declarations;
use crate::plan::Plan;
use crate::prepare::prepare;
use crate::ready::Ready;
use crate::rulebook::RuleBook;
use crate::types::{Allowed, Ty};
use gadfly_catalog::Catalog;
use gadfly_formula::{ContentHash, Expect, Formula, LabelSource, Parent};
use gadfly_rng::Rng;
use gadfly_syntax::Diagnostic;
use gadfly_term::{CommandKind, Mode, NodeId, Parser, Script};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Why a file cannot be a seed.
#[derive(Debug, Error)]
pub enum SeedError {
    /// It is not well-formed.
    #[error("{path}: {}", .diagnostics.first().map_or("not well-formed", |d| d.message.as_str()))]
    Malformed {
        /// The file.
        path: String,
        /// What is wrong.
        diagnostics: Vec<Diagnostic>,
    },
    /// It never asks for an answer, or has nothing to mutate.
    #[error("{path}: {what}")]
    Empty {
        /// The file.
        path: String,
        /// What is missing.
        what: &'static str,
    },
}

/// A script that mutants are made from.
#[derive(Debug)]
pub struct Seed {
    /// The path as it was given, and the hash of the content.
    pub parent: Parent,
    /// The script without what a mutant must not carry; see [`crate::prepare`].
    pub script: Script,
    /// The answers that the file claims, one a `check-sat`.
    pub expect: Vec<Expect>,
    /// How the claims are known.
    pub label: LabelSource,
    /// What solvers found out about the seed.
    pub known: Known,
    analysis: OnceLock<Analysis>,
    fusable: OnceLock<Option<Fusable>>,
    second: OnceLock<Option<Arc<Seed>>>,
    atoms: OnceLock<Atoms>,
    plan: OnceLock<Plan>,
    declarations: OnceLock<Declarations>,
    needs: OnceLock<Needs>,
}

impl Seed {
    /// Reads a seed. The label comes from gadfly's header, else from `:status`, else from a
    /// folder called `sat` or `unsat`.
    pub fn read(path: &str, text: &str, parser: &mut Parser) -> Result<Seed, SeedError> {
        let malformed = |diagnostics| SeedError::Malformed {
            path: path.into(),
            diagnostics,
        };
        let original = parser.parse(text).map_err(malformed)?;
        let expect = claims(path, text, &original);
        let ready = prepare(&original);
        parser.recycle(original);
        let script = parser.parse(ready).map_err(malformed)?;
        let script = parser.keep(script);
        let empty = |what| SeedError::Empty {
            path: path.into(),
            what,
        };
        if script.checks().next().is_none() {
            return Err(empty("it has no (check-sat)"));
        }
        if script.assertions().next().is_none() {
            return Err(empty("it asserts nothing"));
        }
        let mut seed = Seed::unnamed(script);
        seed.parent = Parent {
            path: path.into(),
            hash: ContentHash::of(text.as_bytes()).short(),
        };
        seed.set_claims(expect);
        Ok(seed)
    }

    /// A seed from a script that is already prepared; nothing is known of its answers.
    pub(crate) fn unnamed(script: Script) -> Seed {
        let checks = script.checks().count();
        Seed {
            parent: Parent {
                path: String::new(),
                hash: String::new(),
            },
            script,
            expect: vec![Expect::Unknown; checks],
            label: LabelSource::None,
            known: Known::default(),
            analysis: OnceLock::new(),
            fusable: OnceLock::new(),
            second: OnceLock::new(),
            atoms: OnceLock::new(),
            plan: OnceLock::new(),
            declarations: OnceLock::new(),
            needs: OnceLock::new(),
        }
    }

    /// The same without what was worked out about it.
    pub fn bare(self) -> Seed {
        Seed {
            parent: self.parent,
            expect: self.expect,
            label: self.label,
            known: self.known,
            ..Seed::unnamed(self.script)
        }
    }

    /// Another one like it, with nothing worked out yet.
    fn copy(&self) -> Seed {
        Seed {
            parent: self.parent.clone(),
            expect: self.expect.clone(),
            label: self.label,
            known: self.known.clone(),
            ..Seed::unnamed(self.script.clone())
        }
    }

    /// Takes claims over, where there is one a `check-sat`.
    pub fn set_claims(&mut self, expect: Vec<Expect>) {
        if expect.len() == self.expect.len() {
            self.expect = expect;
        }
        let known = self.expect.iter().any(|e| *e != Expect::Unknown);
        self.label = if known {
            LabelSource::Claimed
        } else {
            LabelSource::None
        };
    }

    /// Takes a known answer over: answers that two families of solvers gave, or that a model shows,
    /// count more than what the file claims.
    pub fn set_known(&mut self, known: Known) {
        if let Some(confirmed) = known.answer {
            let claimed = self.expect.first().copied();
            if self.expect.len() == 1 {
                // A claim that this contradicts is wrong: seeds can be.
                self.expect[0] = confirmed;
                self.label = known.source();
            } else if claimed.is_none() {
                self.label = LabelSource::None;
            }
        }
        self.known = known;
    }

    /// The one answer of a seed with one `check-sat` and a flat stack of assertions.
    pub fn single(&self) -> Option<Expect> {
        self.is_flat().then(|| self.expect[0])
    }

    /// Whether it has one `check-sat`, after all assertions, and no push, pop or reset.
    pub fn is_flat(&self) -> bool {
        self.analysis().flat
    }

    /// A sort of the script.
    pub(crate) fn ty(&self, sort: gadfly_term::SortId) -> &Ty {
        &self.analysis().types[sort.index()]
    }

    /// The heads that can take the place of a node's.
    pub(crate) fn exchange(&self, node: NodeId, kit: &mut Kit) -> &[String] {
        self.analysis().exchange[node.index()]
            .get_or_init(|| crate::strategies::op::heads(self, node, kit))
    }

    /// What can be built of a sort.
    pub(crate) fn menu(&self, ty: &Ty, kit: &mut Kit) -> Arc<[Production]> {
        let analysis = self.analysis();
        // A poisoned lock means that another thread panicked: that is reported there.
        if let Some(menu) = analysis
            .menus
            .read()
            .ok()
            .and_then(|menus| menus.get(ty).cloned())
        {
            return menu;
        }
        let menu = productions(&self.script, analysis, &analysis.sorts, ty, kit);
        if let Ok(mut menus) = analysis.menus.write() {
            menus.insert(ty.clone(), menu.clone());
        }
        menu
    }

    /// A random term of a sort that may stand at a place.
    pub(crate) fn random_term(
        &self,
        sort: gadfly_term::SortId,
        place: NodeId,
        rng: &mut Rng,
    ) -> Option<NodeId> {
        let analysis = self.analysis();
        let terms = analysis.terms.get(&sort)?;
        (0..8).find_map(|_| {
            let &term = rng.pick(terms)?;
            analysis
                .fits_scope(&self.script, term, place)
                .then_some(term)
        })
    }

    /// The parts that fusion joins; `None` where the seed is not flat.
    pub(crate) fn fusable(&self) -> Option<&Fusable> {
        self.fusable.get_or_init(|| Fusable::of(self)).as_ref()
    }

    /// The seed under other names, to stand second in a joint script; its names end in
    /// [`SECOND`] so many times.
    pub(crate) fn second(&self, times: usize, kit: &mut Kit) -> Option<Arc<Seed>> {
        let mut renamed = || second(self, times, kit.parser()).map(Arc::new);
        if times == 1 {
            self.second.get_or_init(renamed).clone()
        } else {
            renamed()
        }
    }

    /// Where everything is declared.
    pub(crate) fn declarations(&self) -> &Declarations {
        self.declarations
            .get_or_init(|| Declarations::of(&self.script))
    }

    /// What the script needs of a logic.
    pub(crate) fn needs(&self, logics: &mut Logics) -> Needs {
        *self.needs.get_or_init(|| logics.needs(&self.script, None))
    }

    /// Its atoms, and where they stand.
    pub(crate) fn atoms(&self) -> &Atoms {
        self.atoms.get_or_init(|| Atoms::of(self))
    }

    /// Which rules can be tried at which nodes.
    pub(crate) fn plan(&self, book: &RuleBook) -> &Plan {
        self.plan.get_or_init(|| Plan::of(self, book))
    }

    /// What mutation needs to know of the script, computed once.
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| Analysis::of(&self.script))
    }

    /// The formulas in assertions that have no variable of a binder, and are not longer than this.
    pub(crate) fn formulas(&self, longest: usize) -> Vec<NodeId> {
        let (script, analysis) = (&self.script, self.analysis());
        let fits = |node: &NodeId| {
            *self.ty(script.sort(*node)) == Ty::Bool
                && analysis.is_closed(*node)
                && analysis.assertion(script, *node).is_some()
                && script.text(*node).len() <= longest
        };
        analysis.places.iter().copied().filter(fits).collect()
    }
}

/// The answers that a file claims, one a `check-sat`.
fn claims(path: &str, text: &str, script: &Script) -> Vec<Expect> {
    if let Ok(formula) = Formula::parse(text) {
        return formula.expect;
    }
    let mut status = Expect::Unknown;
    let mut out = Vec::new();
    for command in script.commands() {
        match command.kind {
            CommandKind::SetInfo => {
                status = status_of(script.command_text(command)).unwrap_or(status)
            }
            kind if kind.is_check() => out.push(std::mem::replace(&mut status, Expect::Unknown)),
            CommandKind::Exit => break,
            _ => {}
        }
    }
    if let [Expect::Unknown] = out[..] {
        let folder = |name: &str| path.split(['/', '\\']).any(|part| part == name);
        match (folder("sat"), folder("unsat")) {
            (true, false) => out[0] = Expect::Sat,
            (false, true) => out[0] = Expect::Unsat,
            _ => {}
        }
    }
    out
}

fn status_of(command: &str) -> Option<Expect> {
    let words: Vec<&str> = command.trim_end_matches(')').split_whitespace().collect();
    let at = words.iter().position(|w| *w == ":status")?;
    words.get(at + 1)?.parse().ok()
}

/// The seeds of a run, in order.
#[derive(Debug)]
pub struct SeedPool {
    seeds: Vec<Seed>,
    id: u64,
    ready: Arc<Ready>,
}

/// Numbers for pools, so that a kit knows the one that its walk is in. No formula depends on them.
static POOLS: AtomicU64 = AtomicU64::new(0);

fn next_id() -> u64 {
    POOLS.fetch_add(1, Ordering::Relaxed)
}

impl Default for SeedPool {
    fn default() -> Self {
        SeedPool::new(Vec::new())
    }
}

impl SeedPool {
    /// A pool of these seeds.
    pub fn new(seeds: Vec<Seed>) -> Self {
        SeedPool {
            seeds,
            id: next_id(),
            ready: Arc::default(),
        }
    }

    /// The same, where what is worked out about seeds is held together with that of other pools.
    pub fn sharing(self, ready: &Arc<Ready>) -> Self {
        let ready = ready.clone();
        SeedPool { ready, ..self }
    }

    /// A seed to be mutated: what is worked out about it on the way is held for a while.
    pub(crate) fn ready(&self, number: usize, allowed: &Allowed) -> Arc<Seed> {
        let copy = || self.seeds[number].copy();
        self.ready.get((self.id, number), allowed, copy)
    }

    /// Tells this pool, with its known answers as they are now, from all others of the process.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Reads many files (path, text); what cannot be a seed is returned beside the pool.
    pub fn read<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
        catalog: &Arc<Catalog>,
    ) -> (SeedPool, Vec<SeedError>) {
        let mut parser = Parser::new(catalog, Mode::Default);
        let (mut seeds, mut refused) = (Vec::new(), Vec::new());
        for (path, text) in files {
            match Seed::read(path, text, &mut parser) {
                Ok(seed) => seeds.push(seed),
                Err(error) => refused.push(error),
            }
        }
        (SeedPool::new(seeds), refused)
    }

    /// All seeds.
    pub fn seeds(&self) -> &[Seed] {
        &self.seeds
    }

    /// The seeds, taken out of the pool.
    pub fn into_seeds(self) -> Vec<Seed> {
        self.seeds
    }

    /// All seeds, to give them their known answers.
    pub fn seeds_mut(&mut self) -> &mut [Seed] {
        self.id = next_id();
        &mut self.seeds
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }
}
