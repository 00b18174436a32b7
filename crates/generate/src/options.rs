//! Every size and probability of random formulas, with defaults and presets.

use crate::logic::Logic;
use thiserror::Error;

/// A range of numbers to choose from, each as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least.
    pub from: u32,
    /// The most.
    pub to: u32,
}

impl Span {
    /// From … to.
    pub const fn new(from: u32, to: u32) -> Span {
        Span { from, to }
    }
}

/// How divisions by zero are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// No division, remainder or modulus at all.
    None,
    /// The divisor is replaced where it is zero.
    Guarded,
    /// Any divisor.
    Free,
}

/// What the answer must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Anything.
    Nothing,
    /// Satisfiable: a model is planted, and the evaluator finds the formula true under it.
    Sat,
    /// Unsatisfiable: a contradiction is planted, an instance of a proved rule.
    Unsat,
}

/// All that fixes what formulas look like. Chances are in percent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The logic.
    pub logic: Logic,
    /// Variables of each sort.
    pub variables: Span,
    /// Terms of the main layer.
    pub terms: Span,
    /// Atoms of the predicate layer.
    pub predicates: Span,
    /// Assertions: roots of the Boolean layer.
    pub assertions: Span,
    /// Uninterpreted functions and predicates, in logics that have them.
    pub functions: Span,
    /// Uninterpreted sorts, in logics that have them.
    pub sorts: Span,
    /// Bits of bit-vectors.
    pub bits: Span,
    /// Floating point in small odd formats, which not every solver takes.
    pub small_floats: bool,
    /// The absolute value of numbers.
    pub magnitude: u32,
    /// Characters of string literals.
    pub string_length: u32,
    /// The chance that an argument is a literal.
    pub literal: u32,
    /// The chance that a term of the main layer is an uninterpreted function's.
    pub function_share: u32,
    /// The chance that a term of the main layer reads or writes an array, in logics with arrays.
    pub array_share: u32,
    /// The chance that a Boolean is made into data (a bit, or a choice by `ite`).
    pub bool_as_data: u32,
    /// The chance that an operator that takes more than two arguments gets more.
    pub n_ary: u32,
    /// The chance that a connective's argument is negated.
    pub negation: u32,
    /// Divisions.
    pub division: Division,
    /// Quantifiers, in logics that have them.
    pub quantifiers: Span,
    /// Bound variables of each quantifier.
    pub bound: Span,
    /// The chance that a quantifier gets a pattern, where one covers its variables.
    pub pattern: u32,
    /// The chance that a quantifier stands inside another.
    pub nesting: u32,
    /// Shared terms of at least so many nodes are bound by `let`; 0 writes every term out.
    pub let_from: u32,
    /// Defined functions.
    pub definitions: Span,
    /// The chance that a defined function is recursive, in logics with integers and functions.
    pub recursive: u32,
    /// Checks of an incremental script; 1 is a plain script.
    pub checks: Span,
    /// What the answer must be.
    pub known: Known,
    /// More theories of the catalogue whose operators and sorts are used.
    pub theories: Vec<String>,
    /// Operators that are not used.
    pub without: Vec<String>,
}

/// Sizes that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The defaults: about a kilobyte.
    Normal,
    /// A few hundred bytes.
    Small,
    /// Long chains of terms below few atoms.
    Deep,
    /// Many atoms over shallow terms.
    Wide,
    /// Large in every way.
    Stress,
}

/// Sizes that contradict each other or the logic.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OptionsError {
    /// An empty range.
    #[error("--{name}: {from} is larger than {to}")]
    EmptySpan {
        /// The option.
        name: &'static str,
        /// The least.
        from: u32,
        /// The most.
        to: u32,
    },
    /// A number that must not be 0.
    #[error("--{0} must not be 0")]
    Zero(&'static str),
    /// Not a chance.
    #[error("--{name} {value}: a chance is a percentage from 0 to 100")]
    Chance {
        /// The option.
        name: &'static str,
        /// Its value.
        value: u32,
    },
    /// More roots than atoms.
    #[error(
        "--assertions {assertions} needs at least as many atoms, but --predicates is at most {predicates}"
    )]
    TooFewPredicates {
        /// The least number of assertions.
        assertions: u32,
        /// The most predicates.
        predicates: u32,
    },
    /// A theory that the catalogue does not have.
    #[error("the catalogue has no theory `{name}`; use one of {known}")]
    NoTheory {
        /// What was asked for.
        name: String,
        /// The theories that there are.
        known: String,
    },
    /// A sort too large to be of use.
    #[error("--bits {0} is too wide: at most 4096 bits")]
    TooWide(u32),
}

impl Options {
    /// The defaults for a logic.
    pub fn new(logic: Logic) -> Options {
        Options::preset(logic, Preset::Normal)
    }

    /// A preset for a logic.
    pub fn preset(logic: Logic, preset: Preset) -> Options {
        let mut options = Options {
            variables: Span::new(2, 4),
            terms: Span::new(8, 20),
            predicates: Span::new(6, 14),
            assertions: Span::new(1, 6),
            functions: Span::new(1, 3),
            sorts: Span::new(1, 2),
            bits: Span::new(1, 12),
            small_floats: false,
            magnitude: 20,
            string_length: 4,
            literal: 15,
            function_share: 30,
            array_share: 40,
            bool_as_data: 10,
            n_ary: 15,
            negation: 25,
            division: Division::Guarded,
            quantifiers: Span::new(1, 3),
            bound: Span::new(1, 2),
            pattern: 30,
            nesting: 20,
            let_from: 4,
            definitions: Span::new(0, 1),
            recursive: 0,
            checks: Span::new(1, 1),
            known: Known::Nothing,
            theories: Vec::new(),
            without: Vec::new(),
            logic,
        };
        options.suit_logic();
        options.resize(preset);
        options
    }

    /// Where terms are free to take any value (functions, arrays, datatypes), fewer
    /// terms under more assertions make as many formulas contradictory as elsewhere.
    fn suit_logic(&mut self) {
        let logic = &self.logic;
        if logic.functions || logic.arrays || logic.datatypes {
            self.variables = Span::new(1, 3);
            self.terms = Span::new(4, 10);
            self.predicates = Span::new(10, 24);
            self.assertions = Span::new(3, 12);
            self.functions = Span::new(1, 2);
        }
        // Constructors and testers alone are mostly decided by simplification.
        if logic.datatypes && logic.name != "ALL" {
            self.assertions = Span::new(2, 7);
        }
        // What costs solvers much time comes in smaller portions.
        if logic.strings && logic.name != "ALL" {
            self.terms = Span::new(3, 8);
            self.predicates = Span::new(4, 10);
            self.assertions = Span::new(1, 5);
        }
        if logic.floats && logic.name != "ALL" {
            self.terms = Span::new(2, 5);
            self.predicates = Span::new(4, 10);
            self.assertions = Span::new(1, 5);
            self.quantifiers = Span::new(1, 1);
            self.bound = Span::new(1, 1);
        }
    }

    fn resize(&mut self, preset: Preset) {
        match preset {
            Preset::Normal => {}
            Preset::Small => {
                self.variables = Span::new(1, 2);
                self.terms = Span::new(2, 6);
                self.predicates = Span::new(2, 5);
                self.assertions = Span::new(1, 3);
                self.quantifiers = Span::new(1, 1);
            }
            Preset::Deep => {
                self.terms = Span::new(40, 80);
                self.predicates = Span::new(4, 8);
                self.assertions = Span::new(1, 3);
                self.nesting = 50;
                self.let_from = 2;
            }
            Preset::Wide => {
                self.variables = Span::new(4, 8);
                self.terms = Span::new(10, 20);
                self.predicates = Span::new(40, 80);
                self.assertions = Span::new(8, 24);
            }
            Preset::Stress => {
                self.variables = Span::new(8, 16);
                self.terms = Span::new(200, 400);
                self.predicates = Span::new(100, 200);
                self.assertions = Span::new(10, 40);
                self.bits = Span::new(1, 64);
                self.quantifiers = Span::new(3, 8);
                self.functions = Span::new(3, 8);
            }
        }
    }

    /// Whether the sizes make sense together.
    pub fn check(&self) -> Result<(), OptionsError> {
        let spans = [
            ("variables", self.variables, 1),
            ("terms", self.terms, 0),
            ("predicates", self.predicates, 1),
            ("assertions", self.assertions, 1),
            ("functions", self.functions, 0),
            ("sorts", self.sorts, 1),
            ("bits", self.bits, 1),
            ("quantifiers", self.quantifiers, 0),
            ("bound", self.bound, 1),
            ("definitions", self.definitions, 0),
            ("checks", self.checks, 1),
        ];
        for (name, Span { from, to }, least) in spans {
            if from > to {
                return Err(OptionsError::EmptySpan { name, from, to });
            }
            if from < least {
                return Err(OptionsError::Zero(name));
            }
        }
        let chances = [
            ("literal", self.literal),
            ("function-share", self.function_share),
            ("array-share", self.array_share),
            ("bool-as-data", self.bool_as_data),
            ("n-ary", self.n_ary),
            ("negation", self.negation),
            ("pattern", self.pattern),
            ("nesting", self.nesting),
            ("recursive", self.recursive),
        ];
        for (name, value) in chances {
            if value > 100 {
                return Err(OptionsError::Chance { name, value });
            }
        }
        if self.assertions.from > self.predicates.to {
            return Err(OptionsError::TooFewPredicates {
                assertions: self.assertions.from,
                predicates: self.predicates.to,
            });
        }
        if self.bits.to > 4096 {
            return Err(OptionsError::TooWide(self.bits.to));
        }
        if self.magnitude == 0 {
            return Err(OptionsError::Zero("magnitude"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictory_sizes_are_refused() {
        let logic = Logic::parse("QF_BV").unwrap();
        let change = |edit: fn(&mut Options)| {
            let mut options = Options::new(logic.clone());
            edit(&mut options);
            options.check()
        };
        assert_eq!(change(|_| {}), Ok(()));
        assert!(change(|o| o.terms = Span::new(5, 2)).is_err());
        assert!(change(|o| o.assertions = Span::new(50, 60)).is_err());
        assert!(change(|o| o.bits = Span::new(0, 2)).is_err());
        assert!(change(|o| o.literal = 101).is_err());
        for preset in [Preset::Small, Preset::Deep, Preset::Wide, Preset::Stress] {
            assert_eq!(Options::preset(logic.clone(), preset).check(), Ok(()));
        }
    }
}
