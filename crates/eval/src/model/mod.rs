//! Models: what a solver says the symbols of a formula are.

mod escapes;
mod fit;
mod numbers;
mod read;
mod sexpr;
mod signature;
mod table;
mod terms;
mod universe;
mod yices;

use std::collections::BTreeMap;
use std::sync::Arc;

use gadfly_term::{FunKind, Script};
use rustc_hash::FxHashMap;

pub(crate) use fit::fit;

use crate::budget::Budget;
use crate::machine::plainest;
use crate::program::{Program, compile, domain};
use crate::reason::Reason;
use crate::theory::Outcome;
use crate::value::{Domain, Domains, Value};
use signature::Signature;

/// Why a text is no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The text ends inside a list or a literal.
    #[error("the model is cut off: a parenthesis, string or quoted symbol is not closed")]
    Truncated,
    /// A parenthesis closes nothing.
    #[error("the model has a closing parenthesis too many")]
    Unbalanced,
    /// Nothing in the text defines anything.
    #[error("there is no model in this text: no (define-fun …), no (model …), no list of values")]
    NoModel,
    /// The solver said that something went wrong.
    #[error("the text is an error message, not a model: {0}")]
    Message(String),
}

/// What one symbol is.
#[derive(Clone, Debug)]
pub enum Interpretation {
    /// A constant's value.
    Constant(Value),
    /// A function by its graph, and its value elsewhere.
    Table {
        /// Arguments and value.
        rows: BTreeMap<Vec<Value>, Value>,
        /// The value at all other arguments.
        default: Option<Value>,
        /// Whether structural equality of the arguments is equality.
        canonical: bool,
    },
    /// A function by a body, as a block of the model's program.
    Body {
        /// The block.
        block: u32,
        /// How many parameters it has.
        arity: u32,
    },
    /// Something that could not be used.
    Bad(Reason),
}

/// The interpretation of symbols, and the elements of uninterpreted sorts.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub(crate) functions: FxHashMap<Arc<str>, Interpretation>,
    pub(crate) program: Arc<Program>,
    pub(crate) universes: FxHashMap<Arc<str>, Arc<Vec<Value>>>,
    /// Values that may stand for what the model leaves out.
    pub(crate) defaults: FxHashMap<Arc<str>, Value>,
    /// The sorts that the model gives to what it defines.
    signatures: FxHashMap<Arc<str>, Signature>,
    /// Whether a string has more than one reading.
    ambiguous: bool,
    /// The model under each reading of its strings, if releases differ on them.
    pub(crate) readings: Vec<Model>,
    /// Symbols whose printed values may be rounded.
    rounded: Vec<Arc<str>>,
}

impl Model {
    /// Reads a model as solvers print it, for the symbols and sorts of a script. Symbols that the
    /// script does not have are kept (other definitions may use them); a value that cannot be read
    /// or is of another sort makes its symbol undetermined.
    pub fn parse(text: &str, script: &Script) -> Result<Model, ModelError> {
        Budget::STANDARD.run(|| read::read(text, script))
    }

    /// A model without any values, for a script: everything is left out.
    pub fn empty(script: &Script) -> Model {
        let mut model = Model::default();
        model.find_defaults(script);
        model
    }

    /// A model that gives every declared symbol of a script the plainest value of its sort, where
    /// there is one.
    pub fn plain(script: &Script) -> Model {
        let mut model = Model::empty(script);
        for (name, value) in std::mem::take(&mut model.defaults) {
            model.set(&name, value);
        }
        model
    }

    /// Gives a constant a value, or another value.
    pub fn set(&mut self, name: &str, value: Value) {
        let interpretation = if value.is_portable() {
            Interpretation::Constant(value)
        } else {
            Interpretation::Bad(Reason::BadValue(name.into()))
        };
        self.functions.insert(name.into(), interpretation);
    }

    /// The model without values that may be rounded, if there are any: what is false under it is
    /// false whatever the exact numbers are.
    pub(crate) fn without_rounded(&self) -> Option<Model> {
        if self.rounded.is_empty() {
            return None;
        }
        let mut exact = self.clone();
        for name in std::mem::take(&mut exact.rounded) {
            let reason = Interpretation::Bad(Reason::Rounded(Arc::clone(&name)));
            exact.functions.insert(name, reason);
        }
        Some(exact)
    }

    /// The value of a constant.
    pub fn value(&self, name: &str) -> Option<&Value> {
        match self.functions.get(name)? {
            Interpretation::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the model interprets a symbol.
    pub fn interprets(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// All constants with their values, by name.
    pub fn values(&self) -> Vec<(&str, &Value)> {
        let constants =
            self.functions
                .iter()
                .filter_map(|(name, interpretation)| match interpretation {
                    Interpretation::Constant(value) => Some((&**name, value)),
                    _ => None,
                });
        let mut constants: Vec<_> = constants.collect();
        constants.sort_by_key(|(name, _)| *name);
        constants
    }

    /// All values that the model mentions for constants.
    pub(crate) fn constants(&self) -> impl Iterator<Item = &Value> {
        let universes = self.universes.values().flat_map(|elements| elements.iter());
        let constants = self
            .functions
            .values()
            .filter_map(|interpretation| match interpretation {
                Interpretation::Constant(value) => Some(value),
                _ => None,
            });
        constants.chain(universes)
    }

    /// What the model says of a symbol with so many arguments.
    pub(crate) fn interpretation(&self, name: &str, arity: u32) -> Option<&Interpretation> {
        let interpretation = self.functions.get(name)?;
        let fits = match interpretation {
            Interpretation::Body { arity: own, .. } => *own == arity,
            Interpretation::Table { rows, .. } => match rows.keys().next() {
                Some(key) => key.len() == arity as usize,
                None => {
                    let signature = self.signatures.get(name);
                    signature.is_none_or(|s| s.params.len() == arity as usize)
                }
            },
            Interpretation::Constant(_) | Interpretation::Bad(_) => true,
        };
        fits.then_some(interpretation)
    }

    /// What the model says of an operator at arguments where the standard leaves it open, with the
    /// number of arguments that this takes. Releases differ in what they take, so the sorts must fit.
    pub(crate) fn completion(
        &self,
        operator: &str,
        args: &[Outcome],
    ) -> Option<(&Interpretation, usize)> {
        let name = match operator {
            "div" => "div0",
            "mod" => "mod0",
            "rem" => "rem0",
            "/" => "/0",
            "seq.nth" => "seq.nth_u",
            "fp.to_ubv" => "fp.to_ubv_unspecified",
            "fp.to_sbv" => "fp.to_sbv_unspecified",
            "fp.to_real" => "fp.to_real_unspecified",
            _ => return None,
        };
        let params = &self.signatures.get(name)?.params;
        // Division by zero is printed as a function of the dividend, or of both.
        let dividend = matches!(operator, "div" | "mod" | "rem" | "/") && params.len() == 1;
        let fits = |(param, arg): (&Domain, &Outcome)| {
            arg.as_ref().is_ok_and(|value| Domain::of(value) == *param)
        };
        ((params.len() == args.len() || dividend) && params.iter().zip(args).all(fits))
            .then(|| Some((self.functions.get(name)?, params.len())))?
    }

    /// Prepares plain values for the symbols of the script that the model leaves out.
    fn find_defaults(&mut self, script: &Script) {
        let sorts = self.domains(script);
        for fun in script.funs() {
            let name = script.name(script.fun(fun).symbol);
            if script.fun(fun).kind == FunKind::Declared
                && !self.functions.contains_key(name)
                && let Some(value) = plainest(&domain(script, script.fun(fun).result), &sorts)
            {
                self.defaults.insert(name.into(), value);
            }
        }
    }

    /// The script's datatypes with the model's universes.
    fn domains(&self, script: &Script) -> Domains {
        let mut sorts = compile(script, &[]).sorts;
        sorts.universes = self.universes.clone();
        sorts
    }
}
