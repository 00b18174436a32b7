//! Whether a formula has symbols of two sides only, as interpolants must.

use super::scene::Scene;
use super::{asked, read};
use gadfly_syntax::loose::words;
use gadfly_term::{FunKind, Head};

/// Whether all symbols of a formula that the script declares occur in terms of either side. Nothing where
/// that cannot be read, or where definitions and names of terms hide what occurs.
pub(super) fn are_shared(scene: &Scene<'_>, found: &str, sides: [&[&str]; 2]) -> Option<bool> {
    if scene.has_definitions() || uses_names(sides) {
        return None;
    }
    let script = read(&asked(scene, false, &format!("(assert {found})"))?)?;
    let mut symbols = script.nodes().filter_map(|node| match script.head(node) {
        Head::Fun(fun) if script.fun(fun).kind == FunKind::Declared => {
            Some(script.name(script.fun(fun).symbol))
        }
        _ => None,
    });
    let occurs = |symbol: &str, side: &[&str]| {
        let mut words = side.iter().flat_map(|term| words(term));
        words.any(|(_, word)| name(word) == symbol)
    };
    Some(symbols.all(|symbol| sides.iter().all(|side| occurs(symbol, side))))
}

/// Whether a name that a term has stands for it somewhere else.
fn uses_names(sides: [&[&str]; 2]) -> bool {
    let terms = sides.into_iter().flatten();
    let all: Vec<&str> = terms
        .flat_map(|term| words(term))
        .map(|(_, word)| name(word))
        .collect();
    let mut given = all
        .windows(2)
        .filter(|pair| pair[0] == ":named")
        .map(|pair| pair[1]);
    let times = |one: &str| all.iter().filter(|word| **word == one).count();
    given.any(|given| times(given) > 1)
}

/// What a symbol is called: the same with and without bars.
fn name(word: &str) -> &str {
    let inner = word.strip_prefix('|').and_then(|it| it.strip_suffix('|'));
    inner.unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::super::scene::walk;
    use super::*;

    const DECLARED: &str =
        "(declare-const x Int)(declare-fun |y| () Int)(declare-const z Int)(check-sat)";

    fn check(sides: [&[&str]; 2], cases: &[(&str, Option<bool>)]) {
        let script = format!("{DECLARED}(get-value (x))");
        let mut seen = 0;
        walk(&script, &mut |scene, _| {
            for (found, shared) in cases {
                seen += 1;
                assert_eq!(are_shared(scene, found, sides), *shared, "{found}");
            }
        });
        assert_eq!(seen, cases.len());
    }

    #[test]
    fn symbols_are_of_both_sides() {
        let cases = [
            ("(< x 0)", Some(true)),
            ("(< |x| 0)", Some(true)),
            ("(< x y)", Some(false)),
            ("(< z 0)", Some(false)),
            ("(exists ((y Int)) (< x y))", Some(true)),
            ("(let ((z x)) (< z 0))", Some(true)),
            ("(let ((w z)) (< w 0))", Some(false)),
            ("true", Some(true)),
            ("(< unknown 0)", None),
        ];
        check([&["(< x y)"], &["(< |x| z)"]], &cases);
    }

    #[test]
    fn a_name_may_hide_what_occurs() {
        let named = "(! (< x y) :named n)";
        check([&[named], &["(< x z)"]], &[("(< x 0)", Some(true))]);
        check([&[named], &["(or |n| (< x z))"]], &[("(< x y)", None)]);
    }
}
