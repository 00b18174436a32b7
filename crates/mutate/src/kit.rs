//! What making a mutant needs beside the seeds: the catalogue's rules, a parser, and limits.

use crate::logic::{Logics, Needs};
use crate::memo::Memo;
use crate::part::{sort_of_new, write_part};
use crate::prepare::ANY_LOGIC;
use crate::rulebook::RuleBook;
use crate::rules::{Bindings, Fusion};
use crate::seed::Seed;
use crate::sorts::bind;
use crate::strategy::Change;
use crate::types::{self, Allowed, Application, Ty};
use crate::walk::Known;
use gadfly_catalog::Catalog;
use gadfly_term::{Head, Mode, NodeId, Parser, Script};
use std::sync::Arc;

/// How mutants are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Mutations from a seed to the last mutant of a walk; the next one starts at a seed again.
    pub steps: u64,
    /// A mutant may be so many times as large as its seed.
    pub growth: usize,
    /// A mutant may have so many bytes.
    pub largest: usize,
    /// Which operators are brought in.
    pub allowed: Allowed,
    /// Whether labels are sought: mutations outside a core, and evaluation under a witness.
    pub labels: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            steps: 1,
            growth: 8,
            largest: 64 << 10,
            allowed: Allowed::default(),
            labels: true,
        }
    }
}

/// A mutant that our own checker refuses: a fault of ours.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What the checker said.
    pub message: String,
    /// What had been done.
    pub trace: String,
}

/// Parser, rules and options of one worker. Not shared between threads; the rules are.
#[derive(Debug)]
pub struct Kit {
    /// Rules and fusions.
    pub book: Arc<RuleBook>,
    /// Options.
    pub options: Options,
    /// What our checker refused so far; it stays empty unless something is wrong with us.
    pub refused: Vec<Refused>,
    parser: Parser,
    catalog: Arc<Catalog>,
    logics: Logics,
    exchanges: Memo<(Vec<Ty>, Ty), Arc<[String]>>,
    applications: Memo<(Ty, Vec<Ty>), Arc<[Application]>>,
    results: Memo<(String, Vec<u32>, Vec<Ty>), Option<Ty>>,
    fusions: Memo<(Ty, Ty, bool), Functions>,
    /// The catalogue's hash, for headers.
    catalog_hash: String,
    /// The walk that the last formula belongs to, where it goes on.
    pub(crate) walk: Option<Known>,
    /// The text of the last part that was checked; kept for its memory.
    part: String,
}

/// Fusion functions that fit two sorts.
pub(crate) type Functions = Arc<[Arc<Fusion>]>;

/// Names and sorts of each of the things that are remembered of the catalogue; each takes some fifty
/// bytes.
const REMEMBERED: usize = 1 << 15;

/// Refused mutants are kept up to this number.
const KEPT: usize = 20;

impl Kit {
    /// A kit over a catalogue and its rules.
    pub fn new(catalog: &Arc<Catalog>, book: Arc<RuleBook>, options: Options) -> Kit {
        Kit {
            book,
            options,
            refused: Vec::new(),
            parser: Parser::new(catalog, Mode::Default),
            catalog: catalog.clone(),
            logics: Logics::new(catalog),
            exchanges: Memo::new(REMEMBERED),
            applications: Memo::new(REMEMBERED),
            results: Memo::new(REMEMBERED),
            fusions: Memo::new(REMEMBERED),
            catalog_hash: catalog.hash(),
            walk: None,
            part: String::new(),
        }
    }

    /// The catalogue's short hash.
    pub(crate) fn catalog_hash(&self) -> &str {
        &self.catalog_hash
    }

    /// The catalogue.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The operators that take arguments of these sorts to `result`.
    pub(crate) fn exchangeable(&mut self, args: Vec<Ty>, result: Ty) -> Arc<[String]> {
        let (catalog, allowed) = (&self.catalog, &self.options.allowed);
        let find = |(args, result): &(Vec<Ty>, Ty)| {
            let all = types::exchangeable(catalog, allowed, args, result);
            let heads: Arc<[String]> = all.into_iter().map(|a| a.head).collect();
            let size = 1 + args.len() + heads.len();
            (heads, size)
        };
        self.exchanges.get((args, result), find)
    }

    /// The applications that give `result` over arguments of the sorts at hand.
    pub(crate) fn producing(&mut self, result: &Ty, at_hand: &[Ty]) -> Arc<[Application]> {
        let (catalog, allowed) = (&self.catalog, &self.options.allowed);
        let find = |(result, at_hand): &(Ty, Vec<Ty>)| {
            let all: Arc<[Application]> =
                types::producing(catalog, allowed, result, at_hand).into();
            let args: usize = all.iter().map(|a| 1 + a.args.len()).sum();
            (all, 1 + at_hand.len() + args)
        };
        let key = (result.clone(), at_hand.to_vec());
        self.applications.get(key, find)
    }

    /// The sort of an operator with these indices over arguments of these sorts.
    pub(crate) fn result(&mut self, name: &str, indices: &[u32], args: Vec<Ty>) -> Option<Ty> {
        let catalog = &self.catalog;
        let find = |(name, indices, args): &(String, Vec<u32>, Vec<Ty>)| {
            let args: Vec<&Ty> = args.iter().collect();
            let size = 2 + indices.len() + args.len();
            (types::result(catalog, name, indices, &args), size)
        };
        let key = (name.to_string(), indices.to_vec(), args);
        self.results.get(key, find)
    }

    /// The fusion functions for two variables of these sorts; `total` leaves bare ones out.
    pub(crate) fn fusions(&mut self, x: &Ty, y: &Ty, total: bool) -> Functions {
        let book = &self.book;
        let find = |(x, y, _): &(Ty, Ty, bool)| {
            let fits = |f: &&Arc<Fusion>| {
                let mut bindings = Bindings::new(f.vars.len(), f.sizes, f.params);
                let sorts = f.sort(0).zip(f.sort(1));
                !(total && f.bare)
                    && sorts.is_some_and(|(a, b)| {
                        bind(a, x, &mut bindings) && bind(b, y, &mut bindings)
                    })
            };
            let usable = |f: &&Arc<Fusion>| !book.is_quarantined(&f.id);
            let all = book.fusions.iter().filter(usable).filter(fits);
            let all: Functions = all.cloned().collect();
            let size = 3 + all.len();
            (all, size)
        };
        self.fusions.get((x.clone(), y.clone(), total), find)
    }

    /// The parser.
    pub(crate) fn parser(&mut self) -> &mut Parser {
        &mut self.parser
    }

    /// Parses and sort-checks a mutant.
    pub fn check(&mut self, text: String, trace: &str) -> Option<Script> {
        match self.parser.parse(text) {
            Ok(script) => Some(script),
            Err(diagnostics) => {
                let message = diagnostics
                    .first()
                    .map_or_else(String::new, |d| d.message.clone());
                if self.refused.len() < KEPT {
                    self.refused.push(Refused {
                        message,
                        trace: trace.into(),
                    });
                }
                None
            }
        }
    }

    /// Checks the part of a mutant that is new, and tells what the whole then needs of a logic.
    /// `None` where the whole has to be parsed to know.
    pub(crate) fn check_part(
        &mut self,
        from: &Seed,
        other: Option<&Seed>,
        text: &str,
        change: &Change,
    ) -> Option<Needs> {
        let mut part = std::mem::take(&mut self.part);
        part.clear();
        part.push_str(ANY_LOGIC);
        let place = match change {
            Change::Whole => None,
            Change::Term(node) => {
                let old = from.script.span(*node).range();
                let after = from.script.source().len() - old.end;
                let new = &text[old.start..text.len() - after];
                let kept = !self.is_factor(from, *node);
                (kept && write_part(from, *node, new, &mut part)).then_some(Some(*node))
            }
            Change::Joined(script) => {
                part.push_str(script);
                Some(None)
            }
        };
        let parsed = place.and_then(|place| Some((place, self.parser.parse(part).ok()?)));
        let (place, script) = parsed?;
        let rest = match (place, other) {
            (Some(node), _) => {
                let same = sort_of_new(&script).as_ref() == Some(from.ty(from.script.sort(node)));
                same.then(|| self.logics.needs(&from.script, place))
            }
            (None, Some(other)) => {
                let same = script.assertions().all(|root| {
                    let args = script.args(root);
                    args.iter()
                        .all(|&arg| script.sort(arg) == script.sort(args[0]))
                });
                same.then(|| {
                    from.needs(&mut self.logics)
                        .join(other.needs(&mut self.logics))
                })
            }
            (None, None) => None,
        };
        let needs = rest.map(|rest| rest.join(self.logics.needs(&script, None)));
        self.part = self.parser.recycle(script);
        needs
    }

    /// Whether a node's parents make a product linear by what stands at the node.
    fn is_factor(&self, seed: &Seed, node: NodeId) -> bool {
        let Some(parent) = seed.script.parent(node) else {
            return false;
        };
        let Head::Op(op) = seed.script.head(parent) else {
            return false;
        };
        self.logics.is_product(op) || seed.script.op_name(op) == "-" && self.is_factor(seed, parent)
    }

    /// A checked text under the smallest logic that has what it needs, which reads it in the same
    /// way: prepared texts have numerals for integers only.
    pub(crate) fn under_logic(&mut self, text: &str, needs: Needs) -> String {
        let logic = self.logics.name(needs);
        let body = text.strip_prefix(ANY_LOGIC).unwrap_or(text);
        // Options about results stand before the logic, as the standard wants it.
        let lines = body.split_inclusive('\n');
        let options = lines.take_while(|line| line.starts_with("(set-option :produce-"));
        let (options, body) = body.split_at(options.map(str::len).sum());
        let mut text = String::with_capacity(options.len() + body.len() + logic.len() + 16);
        text.push_str(options);
        text.push_str("(set-logic ");
        text.push_str(logic);
        text.push_str(")\n");
        text.push_str(body);
        text
    }

    /// The text of a checked script under the smallest logic that holds it.
    pub fn finished(&mut self, script: &Script) -> String {
        let needs = self.logics.needs(script, None);
        self.under_logic(script.source(), needs)
    }

    /// Takes a rule or a fusion function out of use in this kit, by its name; whether there is
    /// one. What it made so far stays as it is.
    ///
    /// A run that must go on after a [`crate::Contradiction`] does this with each suspect, says
    /// so, and makes the position again:
    ///
    /// ```
    /// # use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
    /// # let catalog = gadfly_catalog::Catalog::builtin();
    /// # let seed = "(declare-const x Int)(assert (> x 1))(check-sat)";
    /// # let (pool, _) = SeedPool::read([("a.smt2", seed)], &catalog);
    /// # let mut kit = Kit::new(&catalog, Default::default(), Options::default());
    /// # let at = Position { seed: 1, index: 0 };
    /// let mut weaken = strategy("weaken").unwrap();
    /// let formula = loop {
    ///     match make(&mut *weaken, &pool, at, &mut kit) {
    ///         Ok(formula) => break formula,
    ///         Err(wrong) => {
    ///             let known: Vec<bool> = wrong.suspects.iter().map(|s| kit.quarantine(s)).collect();
    ///             eprintln!("{wrong}: {:?} are taken out of use", wrong.suspects);
    ///             if !known.contains(&true) {
    ///                 break None; // Not a rule's fault: a seed's label or known answer is wrong.
    ///             }
    ///         }
    ///     }
    /// };
    /// # assert!(formula.is_none());
    /// ```
    pub fn quarantine(&mut self, id: &str) -> bool {
        let mut book = (*self.book).clone();
        let known = book.quarantine(id);
        if known {
            self.set_book(Arc::new(book));
        }
        known
    }

    /// Puts other rules in the place of these.
    pub fn set_book(&mut self, book: Arc<RuleBook>) {
        if !Arc::ptr_eq(&self.book, &book) {
            self.book = book;
            self.fusions.clear();
        }
    }

    /// Takes a script back whose buffers can serve the next one.
    pub fn recycle(&mut self, script: Script) {
        self.parser.recycle(script);
    }
}
