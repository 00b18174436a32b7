//! Operators that a function of a solver is named after: `mk_seq_replace_all`, `rewriteReplaceAll`.

use std::collections::BTreeMap;

/// What theories put before their operators.
const PREFIXES: [&str; 9] = [
    "str.", "re.", "seq.", "set.", "bag.", "ff.", "fp.", "int.", "bv",
];

/// A shorter word would stand in every second name.
const SHORTEST: usize = 2;

/// The operators among `operators` that a function is named after, the most telling part of its name alone:
/// `replace_all` is no `replace`. `others` are words of the solver's own for operators.
pub(super) fn named_by<'a>(
    function: &str,
    operators: &'a [String],
    others: &BTreeMap<String, Vec<String>>,
) -> Vec<&'a str> {
    let name = function.rsplit("::").next().unwrap_or(function);
    let name = format!("_{}_", snake(name));
    let length = |operator: &&'a String| {
        let own = others.iter().filter(|(_, means)| means.contains(*operator));
        let own = own.map(|(word, _)| word.clone());
        let stands = |word: &String| name.contains(&format!("_{word}_"));
        words(operator)
            .chain(own)
            .filter(stands)
            .map(|word| word.len())
            .max()
    };
    let found: Vec<(&'a str, usize)> = operators
        .iter()
        .filter_map(|operator| Some((operator.as_str(), length(&operator)?)))
        .collect();
    let longest = found.iter().map(|(_, length)| *length).max();
    let kept = found
        .into_iter()
        .filter(|(_, length)| Some(*length) == longest);
    kept.map(|(operator, _)| operator).collect()
}

/// How functions may call an operator.
fn words(operator: &str) -> impl Iterator<Item = String> {
    let prefix = PREFIXES.iter().find(|prefix| operator.starts_with(*prefix));
    let tail = prefix.map_or(operator, |prefix| &operator[prefix.len()..]);
    let tail = snake(tail);
    let bits = operator.starts_with("bv").then(|| format!("bv_{tail}"));
    let plain = |word: &String| {
        word.len() >= SHORTEST && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    [tail, snake(operator)]
        .into_iter()
        .chain(bits)
        .filter(plain)
}

/// `roundToIntegral` as `round_to_integral`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_telling_part_of_a_name_says_which() {
        let table = "
            seq_rewriter::mk_seq_replace_all | str.replace str.replace_all | str.replace_all
            StringsRewriter::rewriteReplaceAll | str.replace str.replace_all | str.replace_all
            mk_seq_replace                   | str.replace str.replace_all | str.replace
            mk_bv_udiv                       | bvudiv bvsdiv bvand        | bvudiv
            blaster::mk_udiv                 | bvudiv bvurem              | bvudiv
            mk_round_to_integral             | fp.roundToIntegral fp.rem  | fp.roundToIntegral
            mk_str_stoi                      | str.to_int str.from_int    | str.to_int
            mk_re_star                       | re.* re.+                  | re.*
            propagate                        | str.replace str.at         |
            check_format                     | str.at                     |
        ";
        let others = BTreeMap::from([
            ("stoi".to_string(), vec!["str.to_int".to_string()]),
            ("re_star".to_string(), vec!["re.*".to_string()]),
        ]);
        for [function, operators, named] in gadfly_testkit::rows(table) {
            let operators: Vec<String> = operators.split(' ').map(str::to_string).collect();
            let found = named_by(function, &operators, &others);
            assert_eq!(found.join(" "), named, "{function}");
        }
    }
}
