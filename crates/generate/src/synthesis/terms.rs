//! Terms of synthesis problems, over numbers, bits or truth values.

use Kind::{Truth, Value};
use gadfly_rng::Rng;

/// What values are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Domain {
    Ints,
    Bits(usize),
    Truths,
}

/// Which of the two sorts of a problem: its values, or truth.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Value,
    Truth,
}

/// An operator with the kinds of its arguments and its result.
pub(super) struct Operator {
    pub(super) name: &'static str,
    pub(super) arguments: &'static [Kind],
    pub(super) result: Kind,
}

const fn operator(name: &'static str, arguments: &'static [Kind], result: Kind) -> Operator {
    Operator {
        name,
        arguments,
        result,
    }
}

static LOGIC: [Operator; 6] = [
    operator("not", &[Truth], Truth),
    operator("and", &[Truth, Truth], Truth),
    operator("or", &[Truth, Truth], Truth),
    operator("=>", &[Truth, Truth], Truth),
    operator("xor", &[Truth, Truth], Truth),
    operator("ite", &[Truth, Truth, Truth], Truth),
];
static INTS: [Operator; 7] = [
    operator("+", &[Value, Value], Value),
    operator("-", &[Value, Value], Value),
    operator("ite", &[Truth, Value, Value], Value),
    operator("<=", &[Value, Value], Truth),
    operator("<", &[Value, Value], Truth),
    operator(">=", &[Value, Value], Truth),
    operator("=", &[Value, Value], Truth),
];
static BITS: [Operator; 15] = [
    operator("bvadd", &[Value, Value], Value),
    operator("bvsub", &[Value, Value], Value),
    operator("bvmul", &[Value, Value], Value),
    operator("bvand", &[Value, Value], Value),
    operator("bvor", &[Value, Value], Value),
    operator("bvxor", &[Value, Value], Value),
    operator("bvshl", &[Value, Value], Value),
    operator("bvlshr", &[Value, Value], Value),
    operator("bvnot", &[Value], Value),
    operator("bvneg", &[Value], Value),
    operator("ite", &[Truth, Value, Value], Value),
    operator("bvult", &[Value, Value], Truth),
    operator("bvule", &[Value, Value], Truth),
    operator("bvslt", &[Value, Value], Truth),
    operator("=", &[Value, Value], Truth),
];

pub(super) enum Term {
    Parameter(usize),
    Literal(String),
    Of(&'static Operator, Vec<Term>),
}

impl Domain {
    pub(super) fn logic(self) -> &'static str {
        match self {
            Domain::Ints => "LIA",
            Domain::Bits(_) => "BV",
            Domain::Truths => "UF",
        }
    }

    pub(super) fn sort(self, kind: Kind) -> String {
        match (self, kind) {
            (Domain::Truths, _) | (_, Truth) => "Bool".to_string(),
            (Domain::Ints, Value) => "Int".to_string(),
            (Domain::Bits(width), Value) => format!("(_ BitVec {width})"),
        }
    }

    /// Of the values of truths there is one kind only.
    pub(super) fn kind(self, kind: Kind) -> Kind {
        if self == Domain::Truths { Truth } else { kind }
    }

    pub(super) fn operators(self) -> impl Iterator<Item = &'static Operator> {
        let of_values: &[Operator] = match self {
            Domain::Ints => &INTS,
            Domain::Bits(_) => &BITS,
            Domain::Truths => &[],
        };
        of_values.iter().chain(&LOGIC)
    }

    pub(super) fn literal(self, kind: Kind, rng: &mut Rng) -> String {
        match (self, self.kind(kind)) {
            (_, Truth) => ["true", "false"][rng.below(2)].to_string(),
            (Domain::Bits(width), _) => format!("#b{:0width$b}", rng.below(1 << width)),
            _ => match rng.between(-3, 5) {
                negative @ ..0 => format!("(- {})", -negative),
                other => other.to_string(),
            },
        }
    }
}

impl Term {
    /// A term over so many parameters.
    pub(super) fn random(
        domain: Domain,
        kind: Kind,
        arity: usize,
        depth: usize,
        rng: &mut Rng,
    ) -> Term {
        let kind = domain.kind(kind);
        let small = kind == domain.kind(Value);
        if small && (depth == 0 || rng.chance(1, 4)) {
            return match arity > 0 && rng.chance(3, 4) {
                true => Term::Parameter(rng.below(arity)),
                false => Term::Literal(domain.literal(kind, rng)),
            };
        }
        // The smallest formula over numbers compares two of them.
        let compares = |it: &&Operator| it.arguments[0] == Value;
        let fits = |it: &&Operator| it.result == kind && (depth > 0 || compares(it));
        let fitting: Vec<&Operator> = domain.operators().filter(fits).collect();
        let operator = fitting[rng.below(fitting.len())];
        let kinds = operator.arguments.iter();
        let below = depth.saturating_sub(1);
        let arguments = kinds.map(|kind| Term::random(domain, *kind, arity, below, rng));
        Term::Of(operator, arguments.collect())
    }

    /// The term over these arguments.
    pub(super) fn text(&self, arguments: &[String]) -> String {
        match self {
            Term::Parameter(at) => arguments[*at].clone(),
            Term::Literal(text) => text.clone(),
            Term::Of(operator, terms) => {
                let terms: Vec<String> = terms.iter().map(|term| term.text(arguments)).collect();
                format!("({} {})", operator.name, terms.join(" "))
            }
        }
    }

    /// All its parts, itself among them.
    pub(super) fn parts(&self) -> Vec<&Term> {
        let (mut found, mut open) = (Vec::new(), vec![self]);
        while let Some(term) = open.pop() {
            found.push(term);
            if let Term::Of(_, terms) = term {
                open.extend(terms);
            }
        }
        found
    }

    /// How many operators stand one in another.
    pub(super) fn depth(&self) -> usize {
        match self {
            Term::Of(_, terms) => 1 + terms.iter().map(Term::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}
