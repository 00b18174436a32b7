//! Which operators of the catalogue a logic's formulas use, sorted by what they are good for.

use crate::logic::{Arithmetic, Logic};
use crate::options::{Division, Options, OptionsError};
use gadfly_catalog::signature::{Condition, known};
use gadfly_catalog::{Assoc, Catalog, Index, Pattern, Signature};

/// A signature that may be applied.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) indices: Vec<Index>,
    pub(crate) index_vars: u8,
    pub(crate) args: Vec<Pattern>,
    pub(crate) result: Pattern,
    pub(crate) assoc: Assoc,
    pub(crate) conditions: Vec<Condition>,
    /// The second argument is a divisor.
    pub(crate) divides: bool,
    /// One argument must be a number.
    pub(crate) is_linear_product: bool,
    /// All arguments must be literals of one character.
    pub(crate) characters: bool,
}

/// The operators of one theory, by what they are good for.
#[derive(Debug, Default)]
pub(crate) struct Group {
    pub(crate) theory: String,
    /// Those that make data.
    pub(crate) terms: Vec<Shape>,
    /// Those that make truth from data.
    pub(crate) predicates: Vec<Shape>,
    /// Those without arguments, by their result.
    pub(crate) constants: Vec<Shape>,
}

/// All operators that formulas may use.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) groups: Vec<Group>,
    /// Operators from truth to truth.
    pub(crate) connectives: Vec<Shape>,
    /// `=` and `distinct`, for every sort.
    pub(crate) equalities: Vec<Shape>,
    /// Names of the catalogue's sort constructors.
    pub(crate) sort_names: Vec<String>,
    /// Sorts without arguments that theories asked for by name have.
    pub(crate) extra_sorts: Vec<u32>,
}

/// Operators whose second argument must not be zero, or is undefined there.
const DIVISIONS: &[&str] = &[
    "div", "mod", "/", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod",
];

/// Operators of the standard that z3 or cvc5 refuses at this date.
const REFUSED: &[&str] = &["divisible"];

/// Operators that the standard lets take more than two arguments, and cvc5 does not.
pub(crate) const TWO_ARGUMENTS: &[&str] = &["bvxnor", "str.<", "str.<=", "set.subset"];

/// Theories by the feature of a logic that they belong to.
fn has_theory(logic: &Logic, theory: &str) -> bool {
    match theory {
        "Core" => true,
        "Ints" => logic.ints,
        "Reals" => logic.reals,
        "Reals_Ints" => logic.ints && logic.reals,
        "FixedSizeBitVectors" => logic.bit_vectors,
        "FloatingPoint" => logic.floats,
        "ArraysEx" => logic.arrays,
        "UnicodeStrings" => logic.strings,
        "Sequences" => logic.sequences,
        "Sets" => logic.sets,
        "FiniteFields" => logic.finite_fields,
        _ => false,
    }
}

/// The theories of a catalogue that have operators, by name.
fn theories(catalog: &Catalog) -> Vec<&str> {
    let signatures = catalog.ops().iter().flat_map(|op| &op.signatures);
    let mut names: Vec<&str> = signatures.map(|s| catalog.theory(s.theory)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Plan {
    pub(crate) fn new(catalog: &Catalog, options: &Options) -> Result<Plan, OptionsError> {
        let mut plan = Plan {
            groups: Vec::new(),
            connectives: Vec::new(),
            equalities: Vec::new(),
            sort_names: catalog
                .constructors()
                .iter()
                .map(|c| c.name.clone())
                .collect(),
            extra_sorts: Vec::new(),
        };
        let mut asked: Vec<&String> = options.theories.iter().collect();
        let used = |op: &&gadfly_catalog::Op| !options.without.contains(&op.name);
        for op in catalog.ops().iter().filter(used) {
            for signature in &op.signatures {
                let theory = catalog.theory(signature.theory);
                let is_asked = options.theories.iter().any(|name| name == theory);
                asked.retain(|name| *name != theory);
                let own = has_theory(&options.logic, theory)
                    && is_common(signature, &options.logic)
                    || is_users(signature);
                if (is_asked || own) && fits(&options.logic, options, &op.name, theory, signature) {
                    plan.add(options, &op.name, theory, signature, is_asked);
                }
            }
        }
        match asked.first() {
            Some(name) => Err(OptionsError::NoTheory {
                name: name.to_string(),
                known: theories(catalog).join(", "),
            }),
            None => Ok(plan),
        }
    }

    fn add(&mut self, options: &Options, name: &str, theory: &str, s: &Signature, is_asked: bool) {
        let is_bool = |p: &Pattern| *p == Pattern::Ground(known::BOOL);
        let arithmetic = matches!(theory, "Ints" | "Reals");
        let shape = Shape {
            // A user's operator may have a name that needs bars.
            name: gadfly_syntax::quoted(name).into_owned(),
            indices: s.indices.clone(),
            index_vars: s.index_vars,
            args: s.args.clone(),
            result: s.result.clone(),
            assoc: s.assoc,
            conditions: s.conditions.clone(),
            divides: DIVISIONS.contains(&name),
            is_linear_product: arithmetic
                && name == "*"
                && options.logic.arithmetic != Arithmetic::NonLinear,
            characters: s.characters,
        };
        if is_asked {
            let sorts = s.args.iter().chain([&s.result]);
            for pattern in sorts {
                if let Pattern::Ground(sort) = pattern
                    && *sort > known::FUN
                    && !self.extra_sorts.contains(sort)
                {
                    self.extra_sorts.push(*sort);
                }
            }
        }
        let is_core = theory == "Core";
        if is_core && matches!(name, "=" | "distinct") {
            self.equalities.push(shape);
            return;
        }
        if is_core && shape.args.iter().all(is_bool) && is_bool(&shape.result) {
            if !shape.args.is_empty() {
                self.connectives.push(shape);
            }
            return;
        }
        if is_core {
            return; // `ite` and the truth values: made where Booleans become data, and as literals
        }
        let group = match self.groups.iter().position(|group| group.theory == theory) {
            Some(at) => &mut self.groups[at],
            None => {
                let theory = theory.to_string();
                self.groups.push(Group {
                    theory,
                    ..Group::default()
                });
                let last = self.groups.len() - 1;
                &mut self.groups[last]
            }
        };
        match (shape.args.is_empty(), is_bool(&shape.result)) {
            (true, _) => group.constants.push(shape),
            (false, true) => group.predicates.push(shape),
            (false, false) => group.terms.push(shape),
        }
    }

    /// The group of a theory, if it has operators here.
    pub(crate) fn group(&self, theory: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.theory == theory)
    }
}

/// Whether z3 and cvc5 both know a signature, or the one that has the extension at all.
fn is_common(signature: &Signature, logic: &Logic) -> bool {
    let knows = |family: &str| {
        signature.solvers.is_empty() || signature.solvers.iter().any(|solver| solver == family)
    };
    let is_extension = logic.sets || logic.finite_fields;
    if signature.since.is_none() && !logic.sequences && !is_extension {
        return false;
    }
    knows("cvc5") && (knows("z3") || is_extension)
}

/// Whether a user's file adds it, for z3 and cvc5 and over sorts that gadfly knows; a theory with
/// sorts of its own is asked for by name.
fn is_users(signature: &Signature) -> bool {
    let known = |pattern: &Pattern| match pattern {
        Pattern::Ground(sort) => *sort <= known::FUN,
        _ => true,
    };
    let mut sorts = signature.args.iter().chain([&signature.result]);
    signature.is_added_for(&["z3".to_string(), "cvc5".to_string()]) && sorts.all(known)
}

/// Whether the logic's restrictions and the division mode admit an operator.
fn fits(logic: &Logic, options: &Options, name: &str, theory: &str, signature: &Signature) -> bool {
    if options.division == Division::None && DIVISIONS.contains(&name) || REFUSED.contains(&name) {
        return false;
    }
    let mut sorts = signature.args.iter().chain([&signature.result]);
    if !sorts.all(|pattern| has_sort(logic, pattern)) {
        return false;
    }
    if theory == "Ints" && !logic.sums {
        return false;
    }
    let is_pure = |name: &str| matches!(name, "+" | "-" | "*" | "<" | "<=" | ">" | ">=");
    match (theory, logic.arithmetic) {
        ("Ints" | "Reals", Arithmetic::Linear) => is_pure(name),
        ("Ints" | "Reals", Arithmetic::Difference) => false,
        // Names that cvc5 has for older input only, and what needs a bound on its cost.
        ("Sets", _) => {
            name.starts_with("set.")
                && !matches!(name, "set.universe" | "set.complement" | "set.card")
        }
        _ => true,
    }
}

fn has_sort(logic: &Logic, pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Ground(known::INT) => logic.ints,
        Pattern::Ground(known::REAL) => logic.reals,
        Pattern::Ground(known::STRING | known::REGLAN) => logic.strings,
        Pattern::Apply {
            constructor, args, ..
        } => match *constructor {
            known::BITVEC => logic.bit_vectors,
            known::FLOAT => logic.floats,
            known::FUN | known::TUPLE | known::BAG => false,
            _ => args.iter().all(|arg| has_sort(logic, arg)),
        },
        _ => true,
    }
}
