//! z3 and cvc5, each as strict as it can be, read the formulas of every logic and every grammar.
//!
//! A few of each, where the solvers are installed; the whole study: `GADFLY_FORMULAS=10000 cargo
//! test --release -p gadfly-generate --test accepted -- --nocapture`. Formulas are only read: sorts
//! and operators are checked at `assert`, and answers are the business of other tests.

use gadfly_catalog::Catalog;
use gadfly_enumerate::{Enumerator, Grammar, UBig};
use gadfly_exec::Limits;
use gadfly_generate::{Generator, Logic, NAMED, Options};
use gadfly_solver::{Outcome, Run, Session};
use std::sync::Arc;
use std::time::Duration;

/// Words of extensions that a solver's strict mode does not know: formulas with one are read in its
/// usual mode.
const EXTENSIONS: &[(&str, &str)] = &[
    ("cvc5", "bv2nat"),
    ("cvc5", "(Seq "),
    ("cvc5", "(_ FiniteField "),
];

/// z3 has no finite sets by cvc5's names.
const FOREIGN: &[(&str, &str)] = &[("z3", "QF_SETS")];

/// Formulas of one process's question; one that is refused is sought among them.
const TOGETHER: usize = 50;

/// So many of a grammar; a tenth of a logic.
fn count() -> usize {
    std::env::var("GADFLY_FORMULAS").map_or(100, |n| n.parse().unwrap())
}

/// One solver.
struct Reader {
    strict: Session,
    usual: Session,
    family: &'static str,
    refused: Vec<String>,
}

impl Reader {
    /// `None` where the solver is not installed and need not be.
    fn new(family: &'static str, spec: &str, strict: &str) -> Option<Reader> {
        let session = |spec: &str| {
            gadfly_testkit::catalog();
            let found = gadfly_solver::resolve(&[spec.to_string()]);
            let solvers = gadfly_testkit::installed(found)?;
            let options = gadfly_solver::Options::default();
            Some(Session::new(&solvers[0], &options))
        };
        Some(Reader {
            usual: session(spec)?,
            strict: session(&format!("{spec} {strict}")).unwrap(),
            family,
            refused: Vec::new(),
        })
    }

    /// Reads the formulas of a source, all under one logic, and prints how many were taken.
    fn read(&mut self, source: &str, logic: &str, formulas: Vec<String>) {
        let (before, count) = (self.refused.len(), formulas.len());
        let is_extended = |formula: &String| {
            EXTENSIONS
                .iter()
                .any(|(family, word)| *family == self.family && formula.contains(word))
        };
        let (extended, plain): (Vec<_>, Vec<_>) = formulas.into_iter().partition(is_extended);
        let family = self.family;
        self.read_in(false, logic, &plain);
        self.read_in(true, logic, &extended);
        let taken = count - (self.refused.len() - before);
        let (strictly, usually) = (plain.len(), extended.len());
        println!("{family:5} {source:12} {taken} of {count}, {strictly} strictly, {usually} not");
    }

    fn read_in(&mut self, usual: bool, logic: &str, formulas: &[String]) {
        let mut open: Vec<&[String]> = formulas.chunks(TOGETHER).collect();
        while let Some(some) = open.pop() {
            let script = script(logic, some);
            if self.takes(usual, &script) {
                continue;
            }
            match some {
                [_] => self.refused.push(script),
                _ => open.extend([&some[..some.len() / 2], &some[some.len() / 2..]]),
            }
        }
    }

    /// A refusal counts if a fresh process refuses the script too.
    fn takes(&mut self, usual: bool, script: &str) -> bool {
        let limits = Limits {
            wall: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let session = match usual {
            true => &mut self.usual,
            false => &mut self.strict,
        };
        let is_taken = |run: &Run| run.outcome == Outcome::Done && run.errors.is_empty();
        is_taken(&session.run_limited(script, &limits))
            || is_taken(&session.run_fresh(script, &limits))
    }

    fn logics(&mut self, catalog: &Arc<Catalog>) {
        let count = count().div_ceil(10) as u64;
        for name in NAMED {
            if FOREIGN.contains(&(self.family, name)) {
                continue;
            }
            let options = Options::new(Logic::parse(name).unwrap());
            let generator = Generator::new(catalog, options).unwrap();
            let texts = (0..count).map(|index| generator.formula(5, index).unwrap().text);
            let texts: Vec<String> = texts.collect();
            let logic = texts[0].lines().find(|line| line.starts_with("(set-logic"));
            let logic = logic.unwrap().to_string();
            let formulas = texts.iter().map(|text| text.replace(&logic, "")).collect();
            self.read(name, &logic, formulas);
        }
    }

    fn grammars(&mut self, catalog: &Catalog) {
        for (path, text) in catalog.files("grammars/") {
            let grammar = Grammar::parse(text, path).unwrap();
            let mut enumerator = Enumerator::new(&grammar);
            let mut formulas = Vec::new();
            // The first ones, and larger ones.
            for start in [UBig::ZERO, UBig::from(10u8).pow(9)] {
                let mut some = enumerator.iter_from(start).unwrap();
                formulas.extend((0..count() / 2).map(|_| some.next().unwrap().to_string()));
            }
            self.read(grammar.name(), "(set-logic ALL)", formulas);
        }
    }
}

/// Formulas without their checks, each in a scope of its own.
fn script(logic: &str, formulas: &[String]) -> String {
    let mut script = format!("(set-option :print-success false)\n{logic}\n");
    for formula in formulas {
        script.push_str("(push 1)\n");
        script.push_str(formula);
        script.push_str("\n(pop 1)\n");
    }
    for check in ["(check-sat)", "( check-sat )", "(check-sat-assuming (q))"] {
        script = script.replace(check, "");
    }
    script
}

fn all_are_read(family: &'static str, spec: &str, strict: &str) {
    let Some(mut reader) = Reader::new(family, spec, strict) else {
        return;
    };
    let catalog = gadfly_testkit::catalog();
    reader.grammars(&catalog);
    reader.logics(&catalog);
    let refused = &reader.refused;
    let count = refused.len();
    assert!(
        refused.is_empty(),
        "{count} refused, such as {}",
        refused[0]
    );
}

#[test]
fn z3_reads_all() {
    all_are_read("z3", "z3@5.4.0", "smtlib2_compliant=true");
}

#[test]
fn cvc5_reads_all() {
    all_are_read("cvc5", "cvc5@1.4.2", "--strict-parsing");
}
