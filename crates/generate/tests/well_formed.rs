//! Every formula of every logic is well-sorted under the strict checker, and stays in its logic.
//!
//! A thousand of each; more: `GADFLY_FORMULAS=20000 cargo test --release -p gadfly-generate --test
//! well_formed`.

use gadfly_catalog::Catalog;
use gadfly_generate::{Arithmetic, Generator, Known, Logic, NAMED, Options, Preset, Span};
use gadfly_term::{Head, Mode, Script, SortKind};

fn options(name: &str, preset: Preset) -> Options {
    Options::preset(Logic::parse(name).unwrap(), preset)
}

/// Sequences, sets and finite fields are extensions, which the strict mode refuses.
fn mode(name: &str) -> Mode {
    match name {
        "QF_SEQ" | "QF_SETS" | "QF_FF" => Mode::Default,
        _ => Mode::Standard,
    }
}

#[track_caller]
fn check(name: &str, options: Options, count: u64) {
    let catalog = gadfly_testkit::catalog();
    let generator = Generator::new(&catalog, options).unwrap();
    for index in 0..count {
        let formula = generator
            .formula(11, index)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        if let Err(faults) = Script::parse(formula.text.as_str(), &catalog, mode(name)) {
            panic!("{name} {index}: {}\n{}", faults[0].message, formula.text);
        }
    }
}

#[test]
fn every_logic() {
    let count = std::env::var("GADFLY_FORMULAS").map_or(1_000, |n| n.parse().unwrap());
    for name in NAMED {
        check(name, options(name, Preset::Normal), count);
    }
}

#[test]
fn every_preset_and_form() {
    for name in [
        "QF_BV",
        "QF_AUFLIA",
        "QF_SLIA",
        "AUFLIRA",
        "QF_FP",
        "UFDT",
        "ALL",
    ] {
        for preset in [Preset::Small, Preset::Deep, Preset::Wide, Preset::Stress] {
            check(name, options(name, preset), 4);
        }
        let mut incremental = options(name, Preset::Normal);
        incremental.checks = Span::new(2, 5);
        incremental.definitions = Span::new(1, 3);
        incremental.recursive = 50;
        check(name, incremental.clone(), 30);
        incremental.let_from = 0;
        check(name, incremental, 30);
    }
}

#[test]
fn known_answers_are_well_formed() {
    for name in NAMED {
        for known in [Known::Sat, Known::Unsat] {
            let mut options = options(name, Preset::Normal);
            options.known = known;
            options.checks = Span::new(1, 2);
            check(name, options, 12);
        }
    }
}

/// The words of a text between white space and parentheses.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == '(' || c == ')')
        .filter(|w| !w.is_empty())
}

#[test]
fn linear_stays_linear_and_differences_stay_differences() {
    let catalog = gadfly_testkit::catalog();
    for name in NAMED {
        let logic = Logic::parse(name).unwrap();
        if !logic.ints && !logic.reals {
            continue;
        }
        let generator = Generator::new(&catalog, Options::new(logic.clone())).unwrap();
        for index in 0..200 {
            let text = generator.formula(3, index).unwrap().text;
            if logic.arithmetic < Arithmetic::NonLinear {
                let forbidden = ["div", "mod", "abs", "/"];
                assert!(
                    words(&text).all(|w| !forbidden.contains(&w)),
                    "{name} {index}: {text}"
                );
                assert!(products_have_a_number(&text), "{name} {index}: {text}");
            }
            if logic.arithmetic == Arithmetic::Difference {
                assert!(
                    words(&text).all(|w| !["+", "*", "to_real"].contains(&w)),
                    "{text}"
                );
            }
        }
    }
}

/// Whether every product starts with a number or a negated number.
fn products_have_a_number(text: &str) -> bool {
    text.match_indices("(* ").all(|(at, _)| {
        let rest = &text[at + 3..];
        let rest = rest.strip_prefix("(- ").unwrap_or(rest);
        rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// cvc5 refuses them, though only when it solves.
#[test]
fn there_is_no_choice_between_languages() {
    let catalog = gadfly_testkit::catalog();
    let generator = Generator::new(&catalog, options("QF_S", Preset::Deep)).unwrap();
    for index in 0..100 {
        let text = generator.formula(7, index).unwrap().text;
        let script = Script::parse(text.as_str(), &catalog, Mode::Standard).unwrap();
        let is_choice = |node: &gadfly_term::NodeId| {
            let is_ite = matches!(script.head(*node), Head::Op(op) if script.op_name(op) == "ite");
            is_ite && script.sort_kind(script.sort(*node)) == SortKind::RegLan
        };
        assert!(!script.nodes().any(|node| is_choice(&node)), "{text}");
    }
}

#[test]
fn a_theory_of_ones_own_is_used() {
    let theory = "(theory Money :since \"2.6\" :sorts ((Coin 0)) :funs ((penny Coin) \
                  (both Coin Coin Coin) (worth Coin Int) (richer Coin Coin Bool)))";
    let files = [("theories/money.smt2".to_string(), theory.to_string())];
    let catalog = Catalog::with_files(files).unwrap();
    let mut options = options("QF_LIA", Preset::Normal);
    options.theories = vec!["Money".to_string()];
    let generator = Generator::new(&catalog, options.clone()).unwrap();
    let all: String = (0..20)
        .map(|index| generator.formula(1, index).unwrap().text)
        .collect();
    for word in ["penny", "both", "worth", "richer"] {
        assert!(words(&all).any(|w| w == word), "{word}");
    }
    Script::parse(
        generator.formula(1, 0).unwrap().text.as_str(),
        &catalog,
        Mode::Default,
    )
    .unwrap();
    options.theories = vec!["Nothing".to_string()];
    assert!(Generator::new(&catalog, options).is_err());
}
