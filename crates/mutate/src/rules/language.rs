//! The words of a rule: variables with what they stand for, patterns, and patterns of sorts.

use super::number::Number;

/// What may stand for a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Any term; where nothing fixes it, one is chosen from the script.
    Any,
    /// Any literal.
    Literal,
    /// A literal above 0.
    Positive,
    /// A literal below 0.
    Negative,
    /// A literal that is not below 0.
    Nonnegative,
    /// A literal that is not 0.
    Nonzero,
    /// A string literal that is not empty.
    Nonempty,
    /// A string literal of one character.
    Char,
    /// An odd bit-vector literal.
    Odd,
    /// The bit-vector literal whose product with that variable's is 1.
    Inverse(usize),
    /// A constant that is declared for the purpose (fusions only).
    Fresh,
}

/// What kind of thing a variable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// A term.
    Term(SortPattern, Need),
    /// Any number of neighbouring arguments; written `rest...` in a pattern.
    List(SortPattern),
    /// A number in an index, between these two where it is chosen.
    Nat(u32, u32),
    /// A declared function, or a datatype's constructor.
    Function {
        /// The sorts of its arguments.
        args: Vec<SortPattern>,
        /// The sort of its result.
        result: SortPattern,
        /// Whether it must be a constructor.
        constructor: bool,
    },
    /// A quantifier's whole list of variables.
    Binders,
    /// A Boolean term under that list, which may speak of its variables.
    Under(usize),
}

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub kind: VarKind,
}

/// A pattern of sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortPattern {
    /// A sort with a name, as written.
    Ground(String),
    /// A sort variable, by its number.
    Param(usize),
    /// `(_ BitVec n)`
    BitVec(Number),
    /// `(_ FloatingPoint e m)`
    Float(Number, Number),
    /// `(Array I E)`
    Array(Box<[SortPattern; 2]>),
    /// `(Seq E)`
    Seq(Box<SortPattern>),
}

/// The head of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// An operator of the catalogue.
    Op(String),
    /// An operator with indices.
    Indexed(String, Vec<Number>),
    /// A function variable.
    Function(usize),
    /// The tester of a constructor variable.
    Tester(usize),
    /// The tester of a constructor that a fusion declares.
    IsNamed(String),
}

/// A pattern of terms; also the template of what is put in a term's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// What a variable stands for.
    Var(usize),
    /// All terms of a list variable; among arguments only.
    Rest(usize),
    /// A literal or a constant of the catalogue.
    Constant(String),
    /// `(_ bv0 n)`: a bit-vector literal by value and width.
    BitVec(u32, Number),
    /// A number variable as an integer literal.
    Numeral(Number),
    /// An application.
    Apply(Head, Vec<Pattern>),
    /// A quantifier over a binder variable.
    Over {
        /// `forall`, else `exists`.
        forall: bool,
        /// The binder variable.
        binders: usize,
        /// The body.
        body: Box<Pattern>,
    },
    /// A quantifier with variables of its own, which get new names.
    Binding {
        /// `forall`, else `exists`.
        forall: bool,
        /// Names and sorts.
        bound: Vec<(String, SortPattern)>,
        /// The body.
        body: Box<Pattern>,
    },
    /// A variable of the enclosing `Binding`.
    Bound(String),
    /// A body with each variable of a binder replaced by a term.
    Instantiate(usize, usize),
    /// A term with one of its subterms replaced by a variable under `exists`.
    Hide(usize),
}

impl Pattern {
    /// The variables it mentions, in order, each once.
    pub fn variables(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<usize>) {
        let mut note = |v: usize| {
            if !found.contains(&v) {
                found.push(v);
            }
        };
        match self {
            Pattern::Var(v) | Pattern::Rest(v) | Pattern::Hide(v) => note(*v),
            Pattern::Instantiate(binders, body) => {
                note(*binders);
                note(*body);
            }
            Pattern::Constant(_) | Pattern::Bound(_) => {}
            Pattern::BitVec(_, number) | Pattern::Numeral(number) => {
                number.variables(found);
            }
            Pattern::Apply(head, args) => {
                match head {
                    Head::Op(_) | Head::IsNamed(_) => {}
                    Head::Indexed(_, numbers) => numbers.iter().for_each(|n| n.variables(found)),
                    Head::Function(v) | Head::Tester(v) => note(*v),
                }
                args.iter().for_each(|arg| arg.collect(found));
            }
            Pattern::Over { binders, body, .. } => {
                note(*binders);
                body.collect(found);
            }
            Pattern::Binding { body, .. } => body.collect(found),
        }
    }

    /// Whether terms can be matched against it: some forms only say what to build.
    pub fn is_matchable(&self) -> bool {
        match self {
            Pattern::Var(_) | Pattern::Rest(_) | Pattern::Constant(_) | Pattern::BitVec(..) => true,
            Pattern::Numeral(number) => matches!(number, Number::Var(_)),
            Pattern::Apply(head, args) => {
                let indices = match head {
                    Head::Indexed(_, numbers) => numbers.as_slice(),
                    _ => &[],
                };
                indices.iter().all(Number::is_simple) && args.iter().all(Pattern::is_matchable)
            }
            Pattern::Over { body, .. } => body.is_matchable(),
            _ => false,
        }
    }
}
