//! z3's dialect: what is read in the default mode, and what only the lenient one keeps.

use gadfly_catalog::Catalog;
use gadfly_term::{Head, Mode, Script, SortKind};

fn read(text: &str, mode: Mode) -> Result<Script, String> {
    Script::parse(text, &Catalog::builtin(), mode).map_err(|errors| errors[0].message.clone())
}

fn scripts(data: &str) -> impl Iterator<Item = &str> {
    data.lines().filter(|line| line.starts_with('('))
}

#[test]
fn the_default_mode_reads_the_frequent_parts_of_the_dialect() {
    for text in scripts(include_str!("data/dialects.smt2s")) {
        for mode in [Mode::Default, Mode::Lenient] {
            if let Err(message) = read(text, mode) {
                panic!("{mode:?}: {text}\n{message}");
            }
        }
    }
}

#[test]
fn the_lenient_mode_keeps_the_rest() {
    for text in scripts(include_str!("data/lenient.smt2s")) {
        assert!(read(text, Mode::Default).is_err(), "{text}");
        match read(text, Mode::Lenient) {
            Ok(script) => assert_eq!(script.source(), text),
            Err(message) => panic!("{text}\n{message}"),
        }
    }
}

#[test]
fn what_z3_converts_is_opaque_with_its_sort() {
    let text = "(declare-const b Bool)(assert (= (+ b 1) 2))";
    assert!(read(text, Mode::Default).is_err());
    let script = read(text, Mode::Lenient).expect("lenient");
    let sum = script
        .nodes()
        .find(|n| script.text(*n) == "(+ b 1)")
        .expect("the sum");
    assert_eq!(script.head(sum), Head::Opaque);
    assert!(matches!(script.sort_kind(script.sort(sum)), SortKind::Int));
    // The same operator where nothing is converted is what it was, also right behind.
    let text = "(declare-const b Bool)(assert (= (+ b 1) (+ b 1) (+ 1 1)))";
    let script = read(text, Mode::Lenient).expect("lenient");
    let heads: Vec<bool> = script
        .nodes()
        .filter(|n| script.text(*n).starts_with("(+"))
        .map(|n| script.head(n) == Head::Opaque)
        .collect();
    assert_eq!(heads, [true, true, false]);
    // Sorts that are no numbers are not converted.
    assert!(read("(assert (and 1 true))", Mode::Lenient).is_err());
    assert!(
        read(
            "(declare-const x (_ BitVec 8))(assert (bvult x 3))",
            Mode::Lenient
        )
        .is_err()
    );
}

#[test]
fn functions_over_sort_parameters_take_every_sort() {
    let text = "(declare-sort-parameter A)(declare-fun f (A A) A)\
                (define-fun g ((x A) (a (Array A Bool))) Bool (select a x))\
                (declare-const a (Array Real Bool))\
                (assert (= (f 1 2) 3))(assert (f true false))(assert (g 1.5 a))";
    for mode in [Mode::Default, Mode::Standard] {
        if let Err(message) = read(text, mode) {
            panic!("{mode:?}: {message}");
        }
    }
    let bad = "(declare-sort-parameter A)(declare-fun f (A A) A)(assert (f 1 true))";
    assert!(read(bad, Mode::Default).is_err());
}
