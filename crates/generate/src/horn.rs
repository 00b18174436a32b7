//! Systems of Horn clauses whose answer is known: the variables of a clause range over few values, so that
//! all facts that follow can be listed. The system is satisfiable unless a query fires on one of them.

use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_rng::Rng;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const STREAM: u32 = 0x484F;
/// Asks for the derivation behind an `unsat`; z3 prints it, others have no such option. The engine that z3
/// takes for finite sorts has none.
const DERIVATION: &str =
    "(set-option :fp.engine spacer)\n(set-option :fp.print_certificate true)\n";
/// Keeps predicates from being unfolded, so that a derivation has the facts of all.
const UNFOLDED: &str = "(set-option :fp.xform.inline_eager false)\n\
    (set-option :fp.xform.inline_linear false)\n(set-option :fp.xform.slice false)\n";
/// Variables of a clause.
const VARIABLES: usize = 3;
/// Predicates of a system.
const PREDICATES: usize = 3;

/// The values that variables range over: from 0 up to, and without, this many.
#[derive(Clone, Copy)]
enum Domain {
    /// Integers, kept within by bounds in each clause; heads may go beyond.
    Ints(i64),
    /// All bit-vectors of a width.
    Bits(u32),
}

/// How a predicate takes its arguments. All of these are one to one.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// One by one.
    Plain,
    /// The first two as a pair.
    Pair,
    /// All in an array, each under its number.
    Array,
}

struct Predicate {
    arity: usize,
    shape: Shape,
}

enum Term {
    Var(usize),
    Value(i64),
    Of(Operator, Box<Term>, Box<Term>),
    Ite(Box<Test>, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy)]
enum Operator {
    Plus,
    Minus,
    Times,
}

enum Test {
    Equal(Term, Term),
    Less(Term, Term),
    Not(Box<Test>),
    Or(Box<Test>, Box<Test>),
}

struct Atom {
    predicate: usize,
    arguments: Vec<Term>,
}

struct Clause {
    variables: usize,
    body: Vec<Atom>,
    tests: Vec<Test>,
    /// None in a query.
    head: Option<Atom>,
}

struct System {
    domain: Domain,
    predicates: Vec<Predicate>,
    clauses: Vec<Clause>,
}

/// The facts of each predicate.
type Facts = Vec<BTreeSet<Vec<i64>>>;

/// The system number `index` of the run with `seed`.
pub fn horn(seed: u64, index: u64, catalog: &str) -> Formula {
    let mut rng = Rng::new(seed, STREAM, index);
    let system = System::random(&mut rng);
    let facts = system.facts();
    let fires =
        |clause: &&Clause| clause.head.is_none() && !system.heads(clause, &facts).is_empty();
    let unsat = system.clauses.iter().any(|clause| fires(&clause));
    let count: usize = facts.iter().map(BTreeSet::len).sum();
    let asked = match rng.below(4) {
        0 if unsat => DERIVATION.to_string(),
        1 if unsat => format!("{DERIVATION}{UNFOLDED}"),
        _ => String::new(),
    };
    Formula {
        text: asked + &system.text(),
        expect: vec![if unsat { Expect::Unsat } else { Expect::Sat }],
        label: LabelSource::Construction,
        provenance: Provenance {
            version: env!("CARGO_PKG_VERSION").to_string(),
            catalog: catalog.to_string(),
            strategy: "horn".to_string(),
            seed,
            index,
            parents: Vec::new(),
            trace: vec![format!("{count} facts")],
        },
    }
}

impl Domain {
    fn size(self) -> i64 {
        match self {
            Domain::Ints(size) => size,
            Domain::Bits(width) => 1 << width,
        }
    }

    /// A number as a value: bit-vectors wrap around.
    fn wrap(self, value: i64) -> i64 {
        match self {
            Domain::Ints(_) => value,
            Domain::Bits(width) => value & ((1 << width) - 1),
        }
    }

    fn sort(self) -> String {
        match self {
            Domain::Ints(_) => "Int".to_string(),
            Domain::Bits(width) => format!("(_ BitVec {width})"),
        }
    }

    fn literal(self, value: i64) -> String {
        match self {
            Domain::Ints(_) if value < 0 => format!("(- {})", -value),
            Domain::Ints(_) => value.to_string(),
            Domain::Bits(width) => format!("(_ bv{value} {width})"),
        }
    }

    fn operator(self, operator: Operator) -> &'static str {
        match (self, operator) {
            (Domain::Ints(_), Operator::Plus) => "+",
            (Domain::Ints(_), Operator::Minus) => "-",
            (Domain::Ints(_), Operator::Times) => "*",
            (Domain::Bits(_), Operator::Plus) => "bvadd",
            (Domain::Bits(_), Operator::Minus) => "bvsub",
            (Domain::Bits(_), Operator::Times) => "bvmul",
        }
    }

    fn less(self) -> &'static str {
        match self {
            Domain::Ints(_) => "<",
            Domain::Bits(_) => "bvult",
        }
    }
}

impl System {
    fn random(rng: &mut Rng) -> Self {
        let domain = match rng.below(3) {
            0 => Domain::Bits(1 + rng.below(3) as u32),
            _ => Domain::Ints(rng.between(2, 7)),
        };
        let predicates: Vec<Predicate> = (0..1 + rng.below(PREDICATES))
            .map(|_| {
                let arity = 1 + rng.below(VARIABLES);
                let shape = match rng.below(6) {
                    0 if arity >= 2 => Shape::Pair,
                    1 if arity as i64 <= domain.size() => Shape::Array,
                    _ => Shape::Plain,
                };
                Predicate { arity, shape }
            })
            .collect();
        let mut system = System {
            domain,
            predicates,
            clauses: Vec::new(),
        };
        let facts = 1 + rng.below(2);
        let rules = 1 + rng.below(5);
        let queries = 1 + rng.below(2);
        for (count, from, derives) in [(facts, 0, true), (rules, 1, true), (queries, 1, false)] {
            for _ in 0..count {
                let premises = from + usize::from(from > 0 && rng.chance(1, 3));
                let clause = system.clause(premises, derives, rng);
                system.clauses.push(clause);
            }
        }
        system
    }

    fn clause(&self, premises: usize, derives: bool, rng: &mut Rng) -> Clause {
        let variables = 1 + rng.below(VARIABLES);
        let body = (0..premises)
            .map(|_| self.atom(variables, 0, rng))
            .collect();
        let tests = (0..rng.below(3))
            .map(|_| self.test(variables, 1, rng))
            .collect();
        let head = derives.then(|| self.atom(variables, 2, rng));
        Clause {
            variables,
            body,
            tests,
            head,
        }
    }

    fn atom(&self, variables: usize, depth: usize, rng: &mut Rng) -> Atom {
        let predicate = rng.below(self.predicates.len());
        let arguments = (0..self.predicates[predicate].arity)
            .map(|_| self.term(variables, depth, rng))
            .collect();
        Atom {
            predicate,
            arguments,
        }
    }

    fn term(&self, variables: usize, depth: usize, rng: &mut Rng) -> Term {
        let again = |rng: &mut Rng| Box::new(self.term(variables, depth - 1, rng));
        match rng.below(if depth == 0 { 6 } else { 12 }) {
            0 => Term::Value(rng.below(self.domain.size() as usize) as i64),
            1..6 => Term::Var(rng.below(variables)),
            6..8 => Term::Of(Operator::Plus, again(rng), again(rng)),
            8..10 => Term::Of(Operator::Minus, again(rng), again(rng)),
            10 => Term::Of(Operator::Times, again(rng), again(rng)),
            _ => {
                let test = Box::new(self.test(variables, 0, rng));
                Term::Ite(test, again(rng), again(rng))
            }
        }
    }

    fn test(&self, variables: usize, depth: usize, rng: &mut Rng) -> Test {
        let again = |rng: &mut Rng| Box::new(self.test(variables, depth - 1, rng));
        let (left, right) = (depth, 0);
        match rng.below(if depth == 0 { 2 } else { 4 }) {
            0 => Test::Equal(
                self.term(variables, left, rng),
                self.term(variables, right, rng),
            ),
            1 => Test::Less(
                self.term(variables, left, rng),
                self.term(variables, right, rng),
            ),
            2 => Test::Not(again(rng)),
            _ => Test::Or(again(rng), again(rng)),
        }
    }

    /// All facts that follow.
    fn facts(&self) -> Facts {
        let mut facts: Facts = self.predicates.iter().map(|_| BTreeSet::new()).collect();
        loop {
            let mut grown = false;
            for clause in &self.clauses {
                let Some(head) = &clause.head else { continue };
                for fact in self.heads(clause, &facts) {
                    grown |= facts[head.predicate].insert(fact);
                }
            }
            if !grown {
                return facts;
            }
        }
    }

    /// The heads of a clause that follow from facts at once; of a query, one empty head for each time
    /// that it fires.
    fn heads(&self, clause: &Clause, facts: &Facts) -> Vec<Vec<i64>> {
        let mut heads = Vec::new();
        let mut values = vec![0; clause.variables];
        loop {
            let known =
                |atom: &Atom| facts[atom.predicate].contains(&self.arguments(atom, &values));
            let holds = clause.tests.iter().all(|test| self.holds(test, &values))
                && clause.body.iter().all(known);
            if holds {
                let head = clause.head.as_ref();
                heads.push(head.map_or_else(Vec::new, |head| self.arguments(head, &values)));
            }
            // The next values, as a number is counted up.
            let Some(at) = values.iter().position(|v| v + 1 < self.domain.size()) else {
                return heads;
            };
            values[..at].fill(0);
            values[at] += 1;
        }
    }

    fn arguments(&self, atom: &Atom, values: &[i64]) -> Vec<i64> {
        let arguments = atom.arguments.iter();
        arguments.map(|term| self.value(term, values)).collect()
    }

    fn value(&self, term: &Term, values: &[i64]) -> i64 {
        match term {
            Term::Var(at) => values[*at],
            Term::Value(value) => *value,
            Term::Ite(test, then, other) => match self.holds(test, values) {
                true => self.value(then, values),
                false => self.value(other, values),
            },
            Term::Of(operator, left, right) => {
                let (left, right) = (self.value(left, values), self.value(right, values));
                self.domain.wrap(match operator {
                    Operator::Plus => left + right,
                    Operator::Minus => left - right,
                    Operator::Times => left * right,
                })
            }
        }
    }

    fn holds(&self, test: &Test, values: &[i64]) -> bool {
        match test {
            Test::Equal(left, right) => self.value(left, values) == self.value(right, values),
            Test::Less(left, right) => self.value(left, values) < self.value(right, values),
            Test::Not(test) => !self.holds(test, values),
            Test::Or(left, right) => self.holds(left, values) || self.holds(right, values),
        }
    }

    fn text(&self) -> String {
        let mut text = "(set-logic HORN)\n".to_string();
        let sort = self.domain.sort();
        if self.predicates.iter().any(|it| it.shape == Shape::Pair) {
            let _ = writeln!(
                text,
                "(declare-datatypes ((Pair 0)) (((pair (left {sort}) (right {sort})))))"
            );
        }
        for (at, predicate) in self.predicates.iter().enumerate() {
            let sorts = match predicate.shape {
                Shape::Plain => vec![sort.as_str(); predicate.arity].join(" "),
                Shape::Pair if predicate.arity == 2 => "Pair".to_string(),
                Shape::Pair => format!("Pair {sort}"),
                Shape::Array => format!("(Array {sort} {sort})"),
            };
            let _ = writeln!(text, "(declare-fun P{at} ({sorts}) Bool)");
        }
        for clause in &self.clauses {
            self.write_clause(clause, &mut text);
        }
        text.push_str("(check-sat)\n");
        text
    }

    fn write_clause(&self, clause: &Clause, text: &mut String) {
        let sort = self.domain.sort();
        let binders: String = (0..clause.variables)
            .map(|v| format!("(v{v} {sort})"))
            .collect();
        let mut body = String::new();
        if let Domain::Ints(size) = self.domain {
            for v in 0..clause.variables {
                let _ = write!(body, " (<= 0 v{v}) (< v{v} {size})");
            }
        }
        for test in &clause.tests {
            let _ = write!(body, " {}", self.write_test(test));
        }
        for atom in &clause.body {
            let _ = write!(body, " {}", self.write_atom(atom));
        }
        let head = match &clause.head {
            Some(head) => self.write_atom(head),
            None => "false".to_string(),
        };
        let _ = writeln!(
            text,
            "(assert (forall ({binders}) (=> (and true{body}) {head})))"
        );
    }

    fn write_atom(&self, atom: &Atom) -> String {
        let mut arguments: Vec<String> = atom.arguments.iter().map(|t| self.write(t)).collect();
        let sort = self.domain.sort();
        match self.predicates[atom.predicate].shape {
            Shape::Plain => {}
            Shape::Pair => {
                let pair = format!("(pair {} {})", arguments[0], arguments[1]);
                arguments.splice(..2, [pair]);
            }
            Shape::Array => {
                let zero = self.domain.literal(0);
                let empty = format!("((as const (Array {sort} {sort})) {zero})");
                let stored = arguments
                    .iter()
                    .enumerate()
                    .fold(empty, |array, (at, value)| {
                        format!("(store {array} {} {value})", self.domain.literal(at as i64))
                    });
                arguments = vec![stored];
            }
        }
        format!("(P{} {})", atom.predicate, arguments.join(" "))
    }

    fn write(&self, term: &Term) -> String {
        match term {
            Term::Var(at) => format!("v{at}"),
            Term::Value(value) => self.domain.literal(*value),
            Term::Of(operator, left, right) => {
                let operator = self.domain.operator(*operator);
                format!("({operator} {} {})", self.write(left), self.write(right))
            }
            Term::Ite(test, then, other) => {
                let test = self.write_test(test);
                format!("(ite {test} {} {})", self.write(then), self.write(other))
            }
        }
    }

    fn write_test(&self, test: &Test) -> String {
        match test {
            Test::Equal(left, right) => format!("(= {} {})", self.write(left), self.write(right)),
            Test::Less(left, right) => {
                let less = self.domain.less();
                format!("({less} {} {})", self.write(left), self.write(right))
            }
            Test::Not(test) => format!("(not {})", self.write_test(test)),
            Test::Or(left, right) => {
                format!("(or {} {})", self.write_test(left), self.write_test(right))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_catalog::Catalog;
    use gadfly_term::{Mode, Script};

    #[test]
    fn systems_are_well_formed_and_of_both_answers() {
        let catalog = Catalog::builtin();
        let (mut sat, mut derivations, mut shapes) = (0, 0, [0; 3]);
        for index in 0..600 {
            let formula = horn(7, index, "");
            let read = Script::parse(formula.text.as_str(), &catalog, Mode::Default);
            assert!(read.is_ok(), "{:?}\n{}", read.err(), formula.text);
            sat += usize::from(formula.expect == [Expect::Sat]);
            let asks = formula.text.contains("certificate");
            assert!(!asks || formula.expect == [Expect::Unsat]);
            derivations += usize::from(asks);
            for (shape, word) in ["(pair ", "(store ", "bvadd"].iter().enumerate() {
                shapes[shape] += usize::from(formula.text.contains(word));
            }
        }
        assert!((100..500).contains(&sat), "{sat}");
        let share = derivations * 100 / (600 - sat);
        assert!((30..70).contains(&share), "{share} % of the unsatisfiable");
        assert!(shapes.iter().all(|count| *count > 30), "{shapes:?}");
    }

    #[test]
    fn facts_are_those_that_follow() {
        // P0(0); P0(x) and x < 3 give P0(x + 2); over 0 … 3, so that 4 is a fact and leads nowhere.
        let var = || Term::Var(0);
        let atom = |term| Atom {
            predicate: 0,
            arguments: vec![term],
        };
        let clause = |body, tests, head| Clause {
            variables: 1,
            body,
            tests,
            head,
        };
        let step = Term::Of(Operator::Plus, Box::new(var()), Box::new(Term::Value(2)));
        let below = Test::Less(var(), Term::Value(3));
        let system = System {
            domain: Domain::Ints(4),
            predicates: vec![Predicate {
                arity: 1,
                shape: Shape::Plain,
            }],
            clauses: vec![
                clause(vec![], vec![], Some(atom(Term::Value(0)))),
                clause(vec![atom(var())], vec![below], Some(atom(step))),
                clause(vec![atom(Term::Value(4))], vec![], None),
                clause(vec![atom(Term::Value(3))], vec![], None),
            ],
        };
        let facts = system.facts();
        assert_eq!(facts[0], [0, 2, 4].map(|n| vec![n]).into());
        assert!(!system.heads(&system.clauses[2], &facts).is_empty());
        assert!(system.heads(&system.clauses[3], &facts).is_empty());
    }
}
