//! What making a mutant needs beside the seeds: the catalogue's rules, a parser, and limits.

use crate::rulebook::RuleBook;
use crate::types::{self, Allowed, Application, Ty};
use gadfly_catalog::Catalog;
use gadfly_term::{Mode, Parser, Script};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How mutants are made.
#[derive(Clone, Debug)]
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
        Options { steps: 1, growth: 8, largest: 64 << 10, allowed: Allowed::default(), labels: true }
    }
}

/// A mutant that our own checker refuses: a fault of ours.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The script.
    pub text: String,
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
    logic: String,
    exchanges: FxHashMap<(Vec<Ty>, Ty), Arc<[String]>>,
    applications: FxHashMap<(Ty, Vec<Ty>), Arc<[Application]>>,
}

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
            logic: String::new(),
            exchanges: FxHashMap::default(),
            applications: FxHashMap::default(),
        }
    }

    /// The catalogue.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The operators that take arguments of these sorts to `result`.
    pub(crate) fn exchangeable(&mut self, args: Vec<Ty>, result: Ty) -> Arc<[String]> {
        let (catalog, allowed) = (&self.catalog, &self.options.allowed);
        let find = |(args, result): &(Vec<Ty>, Ty)| {
            types::exchangeable(catalog, allowed, args, result).into_iter().map(|a| a.head).collect()
        };
        let key = (args, result);
        self.exchanges.entry(key).or_insert_with_key(find).clone()
    }

    /// The applications that give `result` over arguments of the sorts at hand.
    pub(crate) fn producing(&mut self, result: &Ty, at_hand: &[Ty]) -> Arc<[Application]> {
        let (catalog, allowed) = (&self.catalog, &self.options.allowed);
        let find = || types::producing(catalog, allowed, result, at_hand).into();
        self.applications.entry((result.clone(), at_hand.to_vec())).or_insert_with(find).clone()
    }

    /// Parses and sort-checks a mutant and gives it the logic that it needs.
    pub fn check(&mut self, mut text: String, trace: &str) -> Option<Script> {
        loop {
            let script = match self.parser.parse(text) {
                Ok(script) => script,
                Err(diagnostics) => {
                    let message = diagnostics.first().map_or_else(String::new, |d| d.message.clone());
                    if self.refused.len() < KEPT {
                        self.refused.push(Refused { text: String::new(), message, trace: trace.into() });
                    }
                    return None;
                }
            };
            use std::fmt::Write as _;
            self.logic.clear();
            let _ = write!(self.logic, "{}", "ALL");
            if script.logic() == Some(&self.logic) {
                return Some(script);
            }
            text = with_logic(script.source(), &self.logic);
            self.parser.recycle(script);
        }
    }

    /// The text of a script that is not needed any more.
    pub fn give_up(&mut self, script: Script) -> String {
        script.into_source()
    }

    /// Takes a script back whose buffers can serve the next one.
    pub fn recycle(&mut self, script: Script) {
        self.parser.recycle(script);
    }
}

/// The text with another logic on its first line.
fn with_logic(text: &str, logic: &str) -> String {
    let body = match text.split_once('\n') {
        Some((first, body)) if first.starts_with("(set-logic ") => body,
        _ => text,
    };
    format!("(set-logic {logic})\n{body}")
}
