//! Small synthesis problems: what is asked of a function is weakened from a solution that we chose, or
//! contradicts itself at some input.
//!
//! A solution that is known stands in the script, so that `infeasible` can be judged. Whatever else a solver
//! says is judged by the constraints alone.

mod grammar;
mod terms;

use gadfly_formula::{Formula, LabelSource, Provenance};
use gadfly_rng::Rng;
use std::fmt::Write as _;
use terms::Kind::{Truth, Value};
use terms::{Domain, Kind, Term};

const STREAM: u32 = 0x5359;
/// Parameters of a function.
const PARAMETERS: usize = 3;
const NAMES: [&str; PARAMETERS] = ["x", "y", "z"];

/// A function that is searched for, with a solution.
struct Function {
    name: String,
    arity: usize,
    kind: Kind,
    solution: Term,
}

struct Problem {
    domain: Domain,
    functions: Vec<Function>,
}

/// The problem number `index` of the run with `seed`.
pub fn synthesis(seed: u64, index: u64, catalog: &str) -> Formula {
    let mut rng = Rng::new(seed, STREAM, index);
    let (text, what) = match rng.chance(1, 8) {
        true => (invariant(&mut rng), "invariant"),
        false => Problem::random(&mut rng).text(&mut rng),
    };
    Formula {
        text,
        expect: Vec::new(),
        label: LabelSource::None,
        provenance: Provenance {
            version: env!("CARGO_PKG_VERSION").to_string(),
            catalog: catalog.to_string(),
            strategy: "synthesis".to_string(),
            seed,
            index,
            parents: Vec::new(),
            trace: vec![what.to_string()],
        },
    }
}

impl Problem {
    fn random(rng: &mut Rng) -> Problem {
        let domain = match rng.below(5) {
            0 | 1 => Domain::Ints,
            2 | 3 => Domain::Bits(1 + rng.below(4)),
            _ => Domain::Truths,
        };
        let count = 1 + usize::from(rng.chance(1, 5));
        let functions = (0..count).map(|n| {
            let arity = rng.below(PARAMETERS + 1);
            let kind = domain.kind(if rng.chance(1, 4) { Truth } else { Value });
            let depth = 1 + rng.below(2);
            Function {
                name: ["f", "g"][n].to_string(),
                arity,
                kind,
                solution: Term::random(domain, kind, arity, depth, rng),
            }
        });
        let functions = functions.collect();
        Problem { domain, functions }
    }

    fn text(&self, rng: &mut Rng) -> (String, &'static str) {
        let contradicts = rng.chance(1, 5);
        let mut text = format!("(set-logic {})\n", self.domain.logic());
        if !contradicts {
            let known = self.functions.iter().map(|it| self.definition(it));
            let known: Vec<String> = known.collect();
            let _ = writeln!(text, "(set-info :solution ({}))", known.join(" "));
        }
        for function in &self.functions {
            let grammar = match rng.chance(1, 2) {
                true => {
                    let (params, solution) = (&NAMES[..function.arity], &function.solution);
                    grammar::grammar(self.domain, params, (function.kind, solution), rng)
                }
                false => String::new(),
            };
            let sort = self.domain.sort(function.kind);
            let (name, params) = (&function.name, self.parameters(function));
            let _ = writeln!(text, "(synth-fun {name} ({params}) {sort}{grammar})");
        }
        for name in NAMES {
            let _ = writeln!(text, "(declare-var {name} {})", self.domain.sort(Value));
        }
        for function in &self.functions {
            for _ in 0..1 + rng.below(3) {
                let constraint = self.constraint(function, rng);
                let _ = writeln!(text, "(constraint {constraint})");
            }
        }
        if rng.chance(1, 6) {
            // What contradicts itself must be allowed to.
            let command = if contradicts { "constraint" } else { "assume" };
            let _ = writeln!(text, "({command} {})", self.over_variables(Truth, rng));
        }
        if contradicts {
            let function = &self.functions[rng.below(self.functions.len())];
            let _ = writeln!(text, "(constraint {})", self.contradiction(function, rng));
        }
        text.push_str("(check-synth)\n");
        let what = ["feasible", "infeasible"][usize::from(contradicts)];
        (text, what)
    }

    fn parameters(&self, function: &Function) -> String {
        let sort = self.domain.sort(Value);
        let params = NAMES.iter().take(function.arity);
        let params: Vec<String> = params.map(|name| format!("({name} {sort})")).collect();
        params.join(" ")
    }

    fn definition(&self, function: &Function) -> String {
        let (name, params) = (&function.name, self.parameters(function));
        let sort = self.domain.sort(function.kind);
        let body = function.solution.text(&variables());
        if params.is_empty() {
            return format!("(define-const {name} {sort} {body})");
        }
        format!("(define-fun {name} ({params}) {sort} {body})")
    }

    /// A call of a function, and its value by the solution.
    fn call(&self, function: &Function, rng: &mut Rng) -> (String, String) {
        let shape = rng.below(6);
        let argument = |n: usize, rng: &mut Rng| match shape {
            // As it is declared; shuffled; at a point; at terms.
            0..3 => NAMES[n].to_string(),
            3 => NAMES[rng.below(NAMES.len())].to_string(),
            4 => self.domain.literal(Value, rng),
            _ => self.over_variables(Value, rng),
        };
        let arguments: Vec<String> = (0..function.arity).map(|n| argument(n, rng)).collect();
        (
            applied(&function.name, &arguments),
            function.solution.text(&arguments),
        )
    }

    /// Something that holds of the solution.
    fn constraint(&self, function: &Function, rng: &mut Rng) -> String {
        let (call, value) = self.call(function, rng);
        let equal = format!("(= {call} {value})");
        let relations = match (self.domain, function.kind) {
            (Domain::Ints, Value) => ["<=", ">="],
            (Domain::Bits(_), Value) => ["bvule", "bvuge"],
            _ => ["=>", "="],
        };
        match rng.below(8) {
            0 => format!("(or {} {equal})", self.over_variables(Truth, rng)),
            1 => format!("(=> {} {equal})", self.over_variables(Truth, rng)),
            2 | 3 => format!("({} {call} {value})", relations[rng.below(2)]),
            4 => {
                // The same function at two places.
                let (second, its) = self.call(function, rng);
                format!("(= (= {call} {second}) (= {value} {its}))")
            }
            5 => {
                let (second, its) = self.call(function, rng);
                format!("(or {equal} (= {second} {its}))")
            }
            _ => equal,
        }
    }

    /// Something that no function keeps: it would have any value, a value between neighbours, or two values
    /// at a point.
    fn contradiction(&self, function: &Function, rng: &mut Rng) -> String {
        let arguments = &variables()[..function.arity];
        let (call, value) = (
            applied(&function.name, arguments),
            function.solution.text(arguments),
        );
        let is_value = function.kind == self.domain.kind(Value);
        match rng.below(3) {
            0 if is_value && function.arity < PARAMETERS => {
                format!("(= {call} {})", NAMES[PARAMETERS - 1])
            }
            1 if is_value && self.domain == Domain::Ints => {
                format!("(and (< {value} {call}) (< {call} (+ {value} 1)))")
            }
            _ => {
                let point = arguments.iter();
                let point =
                    point.map(|name| format!(" (= {name} {})", self.domain.literal(Value, rng)));
                let point: String = point.collect();
                format!("(and (= {call} {value}) (=> (and true{point}) (distinct {call} {value})))")
            }
        }
    }

    /// A term over the variables.
    fn over_variables(&self, kind: Kind, rng: &mut Rng) -> String {
        Term::random(self.domain, kind, NAMES.len(), 1, rng).text(&variables())
    }
}

fn variables() -> [String; PARAMETERS] {
    NAMES.map(String::from)
}

fn applied(name: &str, arguments: &[String]) -> String {
    match arguments {
        [] => name.to_string(),
        arguments => format!("({name} {})", arguments.join(" ")),
    }
}

/// A counter that goes up to a limit, and an invariant of it.
fn invariant(rng: &mut Rng) -> String {
    let (from, step) = (rng.between(0, 3), rng.between(1, 3));
    let limit = from + rng.between(0, 6);
    let beyond = limit + step + rng.between(0, 2) - 1;
    let mut text = "(set-logic LIA)\n".to_string();
    let _ = writeln!(
        text,
        "(set-info :solution ((define-fun inv ((x Int) (y Int)) Bool (and (<= {from} x) (<= x {beyond})))))\n\
         (synth-inv inv ((x Int) (y Int)))\n\
         (define-fun pre ((x Int) (y Int)) Bool (and (= x {from}) (>= y x)))\n\
         (define-fun trans ((x Int) (y Int) (u Int) (v Int)) Bool\n  \
         (and (= u (ite (< x {limit}) (+ x {step}) x)) (= v (+ y u))))\n\
         (define-fun post ((x Int) (y Int)) Bool (and (<= {from} x) (<= x {beyond})))\n\
         (inv-constraint inv pre trans post)\n(check-synth)"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_catalog::Catalog;
    use gadfly_term::{Mode, Script};

    #[test]
    fn problems_are_well_formed() {
        let catalog = Catalog::builtin();
        let words = [
            "Int)",
            "BitVec",
            "(B0 Bool",
            "assume",
            "synth-inv",
            ":solution",
            "(Constant",
            "(g ",
        ];
        let mut seen = [0; 8];
        for index in 0..1000 {
            let formula = synthesis(3, index, "");
            let read = Script::parse(formula.text.as_str(), &catalog, Mode::Default);
            assert!(read.is_ok(), "{:?}\n{}", read.err(), formula.text);
            for (n, word) in words.iter().enumerate() {
                seen[n] += usize::from(formula.text.contains(word));
            }
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }
}
