//! From a formula back to its index, and to the first formula of a length.

use dashu_int::UBig;
use gadfly_enumerate::{Enumerator, Grammar};
use std::path::Path;

fn grammars() -> Vec<(String, Enumerator)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/grammars");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let load = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let grammar = Grammar::parse(&text, &path.to_string_lossy());
        let grammar = grammar.unwrap_or_else(|faults| panic!("{}", faults[0]));
        assert!(grammar.warnings().is_empty(), "{}", grammar.warnings()[0]);
        (grammar.name().to_string(), Enumerator::new(&grammar))
    };
    files.iter().map(load).collect()
}

#[test]
fn the_rank_of_a_formula_is_its_index() {
    for (name, mut enumerator) in grammars() {
        let mut text = String::new();
        for index in (0..40u32)
            .map(|k| UBig::from(k * k * 701))
            .chain([UBig::from(10u8).pow(40)])
        {
            enumerator.formula(&index, &mut text).unwrap();
            assert_eq!(enumerator.rank(&text), Some(index), "{name}: {text}");
        }
        let tight = text.replace("( ", "(").replace(" )", "\n)");
        assert_eq!(
            enumerator.rank(&tight),
            Some(UBig::from(10u8).pow(40)),
            "{name}: {tight}"
        );
        assert_eq!(enumerator.rank("(assert oops)"), None);
        assert_eq!(enumerator.rank(""), None);
    }
}

#[test]
fn several_derivations_have_the_first_index() {
    let text = "grammar T; t : 'a' | '(f' t ')' | '(f' t ')' ; start : t ;";
    let mut twice = Enumerator::new(&Grammar::parse(text, "t").unwrap());
    let mut formula = String::new();
    twice.formula(&2u8.into(), &mut formula).unwrap();
    assert_eq!(formula, "(f a )");
    assert_eq!(twice.rank(&formula), Some(1u8.into()));
}

#[test]
fn the_first_formula_of_a_length_is_the_first() {
    for (name, mut enumerator) in grammars() {
        let first = enumerator
            .iter_from(UBig::ZERO)
            .unwrap()
            .next()
            .unwrap()
            .len();
        for bytes in [0, first, first + 1, first + 9, first + 14] {
            let index = enumerator.first_of_length(bytes).unwrap();
            let mut formulas = enumerator.iter_from(UBig::ZERO).unwrap();
            let mut found = None;
            for position in 0u32..200_000 {
                if formulas.next().unwrap().len() >= bytes {
                    found = Some(UBig::from(position));
                    break;
                }
            }
            if let Some(found) = found {
                assert_eq!(index, found, "{name} {bytes}");
            }
        }
        let far = enumerator.first_of_length(2_000).unwrap();
        let mut text = String::new();
        enumerator.formula(&far, &mut text).unwrap();
        assert!(text.len() >= 2_000, "{name}: {}", text.len());
        enumerator.formula(&(far - UBig::ONE), &mut text).unwrap();
        assert!(text.len() < 2_000, "{name}: {}", text.len());
    }
}

#[test]
fn samples_are_of_the_sizes_asked_for() {
    let (_, mut core) = grammars()
        .into_iter()
        .find(|(name, _)| name == "Core")
        .unwrap();
    let mut rng = gadfly_rng::Rng::new(7, 0, 0);
    let mut seen = [0usize; 4];
    for _ in 0..4000 {
        let index = core.sample(4..=4, &mut rng).unwrap();
        seen[usize::try_from(&index).unwrap()] += 1;
    }
    assert!(seen.iter().all(|&n| (900..1100).contains(&n)), "{seen:?}");
    let index = core.sample(6..=9, &mut rng).unwrap();
    assert!((6..=9).contains(&core.size_at(&index).unwrap()));
    assert!(core.sample(0..=3, &mut rng).is_err());
}
