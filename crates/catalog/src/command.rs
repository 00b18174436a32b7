//! Commands of solvers' dialects: who has them, and what stands behind their names.

use gadfly_syntax::Symbol;

/// A command of some solver's dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectCommand {
    /// Its name.
    pub name: Symbol,
    /// The families of solvers that have it.
    pub solvers: Vec<String>,
    /// The lists of arguments that it may have; none where it is kept as it stands.
    pub forms: Vec<Vec<Argument>>,
}

/// What stands at a place behind a command's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A term of any sort.
    Term,
    /// A term of sort Bool.
    Formula,
    /// A term that can be made least or greatest: a number or a bit-vector.
    Objective,
    /// Terms in parentheses.
    Terms,
    /// Formulas in parentheses.
    Formulas,
    /// The name of a predicate, without its arguments.
    Relation,
    /// A symbol that means nothing in the script.
    Name,
    /// One S-expression that is no term: a tactic.
    Sexpr,
    /// Names of formulas and conjunctions of them, up to the end: the parts between interpolants.
    Partitions,
    /// Lists of formulas, up to the end; one at least: what each next part adds.
    Steps,
    /// Keywords with their values, up to the end; there may be none.
    Attributes,
    /// Whatever follows.
    Rest,
}

impl Argument {
    const NAMES: [(&str, Argument); 12] = [
        ("term", Argument::Term),
        ("formula", Argument::Formula),
        ("objective", Argument::Objective),
        ("terms", Argument::Terms),
        ("formulas", Argument::Formulas),
        ("relation", Argument::Relation),
        ("name", Argument::Name),
        ("sexpr", Argument::Sexpr),
        ("partitions", Argument::Partitions),
        ("steps", Argument::Steps),
        ("attributes", Argument::Attributes),
        ("rest", Argument::Rest),
    ];

    /// The argument that the catalogue calls so.
    pub(crate) fn named(name: &str) -> Option<Argument> {
        let known = Argument::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, argument)| *argument)
    }

    /// Whether it ends a list of arguments, as it takes whatever is left.
    pub(crate) fn is_last(self) -> bool {
        use Argument::{Attributes, Partitions, Rest, Steps};
        matches!(self, Partitions | Steps | Attributes | Rest)
    }
}
