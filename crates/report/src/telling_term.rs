//! The part of a case that tells it from others in a line: a whole short assertion, or the term with
//! the telling operators, its depths left out.

use gadfly_syntax::Sexprs;
use gadfly_syntax::sexpr::Sexpr;
use std::collections::{BTreeSet, VecDeque};

/// So many characters of terms fit into a title.
const BUDGET: usize = 64;
/// Longer words (strings, numerals) are cut.
const WORD: usize = 20;

/// Operators that nearly every formula has.
const COMMON: [&str; 13] = [
    "and", "or", "not", "xor", "=>", "=", "distinct", "ite", "let", "!", "<", ">", "as",
];

/// What a title shows of a case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// All that is asserted.
    Whole(Vec<String>),
    /// A part of it.
    Part(String),
}

/// What tells a case from others: terms of the `asked` commands where there are any, else of the
/// assertions.
pub(crate) fn telling_term(case: &str, asked: &[&str]) -> Option<About> {
    let tree = Sexprs::parse(case).ok()?;
    let of = |names: &[&str]| -> Vec<Sexpr<'_, '_>> {
        let commands = tree
            .iter()
            .filter(|command| names.contains(&name(*command)));
        commands.filter_map(shown).collect()
    };
    let mut terms = of(asked);
    if terms.is_empty() {
        terms = of(&["assert"]);
    }
    let flat: Vec<String> = terms.iter().map(|term| on_a_line(*term)).collect();
    let length: usize = flat.iter().map(|term| term.chars().count() + 6).sum();
    if flat.is_empty() {
        return None;
    }
    if length <= BUDGET + 6 {
        return Some(About::Whole(flat));
    }
    let own = own_names(&tree);
    let operators = |term: &Sexpr<'_, '_>| telling_operators(*term, &own).len();
    let shortest = |term: &Sexpr<'_, '_>| std::cmp::Reverse(term.text().len());
    // Of equals the first one, which `max_by_key` would pass over.
    let best = terms
        .iter()
        .rev()
        .max_by_key(|term| (operators(term), shortest(term)))?;
    Some(About::Part(elided(narrowed(*best, &own))))
}

/// What a title shows of a command: of an objective all, of others the term.
fn shown<'a, 't>(command: Sexpr<'a, 't>) -> Option<Sexpr<'a, 't>> {
    match name(command) {
        "minimize" | "maximize" | "assert-soft" => Some(command),
        // Behind a name; a list of names says nothing.
        "get-abduct" | "get-interpolant" => command.get(2),
        _ => command.get(1).map(unannotated),
    }
}

/// A command's name.
fn name<'t>(command: Sexpr<'_, 't>) -> &'t str {
    command.get(0).and_then(|head| head.atom()).unwrap_or("")
}

/// A term without the `(! … :named n)` around it.
fn unannotated<'a, 't>(term: Sexpr<'a, 't>) -> Sexpr<'a, 't> {
    match (term.get(0), term.get(1)) {
        (Some(head), Some(inner)) if head.atom() == Some("!") => inner,
        _ => term,
    }
}

/// The least subterm with all telling operators of a term.
fn narrowed<'a, 't>(term: Sexpr<'a, 't>, own: &BTreeSet<&str>) -> Sexpr<'a, 't> {
    let all = telling_operators(term, own);
    let mut at = term;
    while on_a_line(at).chars().count() > BUDGET {
        let below = at.items().filter(|item| item.is_list());
        let mut holds = below.filter(|item| telling_operators(*item, own) == all);
        match holds.next() {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

/// The operators of a term that say something: heads that are neither common nor the script's own.
fn telling_operators<'t>(term: Sexpr<'_, 't>, own: &BTreeSet<&str>) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        let head = term.get(0).and_then(|head| match head.is_list() {
            // `(_ extract 3 0)` is an operator with indices.
            true => head
                .get(1)
                .filter(|_| head.get(0).and_then(|it| it.atom()) == Some("_")),
            false => Some(head),
        });
        let name = head
            .and_then(|head| head.atom())
            .filter(|name| is_operator(name));
        found.extend(name.filter(|name| !COMMON.contains(name) && !own.contains(name)));
        open.extend(term.items().filter(|item| item.is_list()));
    }
    found
}

fn is_operator(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || "+-*/<>=^".contains(c))
}

/// The names that a script declares, defines or binds.
fn own_names<'t>(tree: &Sexprs<'t>) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    for command in tree.iter() {
        let head = name(command);
        if head.starts_with("declare-datatype") {
            let mut open: Vec<_> = command.items().skip(1).collect();
            while let Some(item) = open.pop() {
                names.extend(item.atom());
                open.extend(item.items());
            }
        } else if head.starts_with("declare-") || head.starts_with("define-") {
            names.extend(command.get(1).and_then(|name| name.atom()));
        }
    }
    names
}

/// A term with single blanks, long words cut.
fn on_a_line(term: Sexpr<'_, '_>) -> String {
    let mut out = String::new();
    for (_, word) in gadfly_syntax::loose::words(term.text()) {
        push(&mut out, &cut(word));
    }
    out
}

/// A term, or the beginning of one, as people write it: `(+(- a)b)` as `(+ (- a) b)`.
pub(crate) fn spaced(text: &str) -> String {
    let mut out = String::new();
    for (_, word) in gadfly_syntax::loose::words(text) {
        push(&mut out, word);
    }
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    // What cannot be read as a term stays as it is.
    if dense(&out) == dense(text) {
        out
    } else {
        text.to_string()
    }
}

/// Puts a word or a parenthesis behind others, with a blank where one belongs.
fn push(out: &mut String, word: &str) {
    if word != ")" && !out.is_empty() && !out.ends_with('(') {
        out.push(' ');
    }
    out.push_str(word);
}

fn cut(word: &str) -> String {
    let line: String = word
        .chars()
        .map(|c| if c == '\n' || c == '\t' { ' ' } else { c })
        .collect();
    match line.char_indices().nth(WORD) {
        Some((end, _)) if line.chars().count() > WORD + 2 => {
            let close = if line.starts_with(['"', '|']) {
                &line[..1]
            } else {
                ""
            };
            format!("{}…{close}", &line[..end])
        }
        _ => line,
    }
}

/// A term within the budget: its upper levels, with `…` for the lists below.
fn elided(term: Sexpr<'_, '_>) -> String {
    let mut open: BTreeSet<u32> = BTreeSet::new();
    let mut length = 1;
    let mut queue = VecDeque::from([term]);
    while let Some(list) = queue.pop_front() {
        // The list in the place of its `…`.
        let words = list.items().map(|item| width(item) + 1);
        let more = words.sum::<usize>();
        if length + more > BUDGET && list.span() != term.span() {
            continue;
        }
        length += more;
        open.insert(list.span().start);
        // The variables of a binder tell least.
        let binds = matches!(name(list), "forall" | "exists" | "lambda");
        let skipped = if binds { 2 } else { 0 };
        queue.extend(list.items().skip(skipped).filter(|item| item.is_list()));
    }
    let mut out = String::new();
    print(term, &open, &mut out);
    out
}

fn width(item: Sexpr<'_, '_>) -> usize {
    match item.is_list() {
        true => 1,
        false => cut(item.text()).chars().count(),
    }
}

/// What a title's term has left to print.
enum Left<'a, 't> {
    Item(Sexpr<'a, 't>),
    Word(&'static str),
}

fn print(term: Sexpr<'_, '_>, open: &BTreeSet<u32>, out: &mut String) {
    let mut left = vec![Left::Item(term)];
    while let Some(next) = left.pop() {
        match next {
            Left::Word(word) => push(out, word),
            Left::Item(item) if !item.is_list() => push(out, &cut(item.text())),
            Left::Item(item) if open.contains(&item.span().start) => {
                push(out, "(");
                left.push(Left::Word(")"));
                // A wide list ends early, too.
                let few: Vec<_> = item.items().take(WIDE + 1).collect();
                if few.len() > WIDE {
                    left.push(Left::Word("…"));
                }
                left.extend(few.into_iter().take(WIDE).rev().map(Left::Item));
            }
            Left::Item(_) => push(out, "…"),
        }
    }
}

/// So many items of a list are printed.
const WIDE: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn part(case: &str) -> String {
        match telling_term(case, &[]) {
            Some(About::Part(term)) => term,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn terms_are_spaced_as_people_write_them() {
        for (dense, wide) in [
            ("(+(*(- 3)a)\n b)", "(+ (* (- 3) a) b)"),
            ("(<(- a)(+ b c…", "(< (- a) (+ b c…"),
            ("(= a\"b  c\")", "(= a \"b  c\")"),
            ("(= a ; b\n c)", "(= a ; b\n c)"),
        ] {
            assert_eq!(spaced(dense), wide);
        }
    }

    #[test]
    fn short_assertions_stand_whole() {
        let whole = |case: &str| telling_term(case, &[]);
        assert_eq!(
            whole("(assert  (! (< x\n 1) :named a))(assert p)"),
            Some(About::Whole(vec!["(< x 1)".into(), "p".into()]))
        );
        assert_eq!(whole("(check-sat)"), None);
        assert_eq!(whole("(assert (< x 1)"), None, "not well-formed");
    }

    #[test]
    fn of_a_long_case_the_telling_term_stays() {
        let noise = "(and p (or q (not p)) (=> (or p q) (and q p (or p p q))))";
        let case = format!(
            "(assert {noise})(assert (or {noise} (= (str.replace_re s (re.* (str.to_re \"a\")) \"b\") s)))"
        );
        assert_eq!(
            part(&case),
            "(= (str.replace_re s (re.* (str.to_re \"a\")) \"b\") s)"
        );
    }

    #[test]
    fn what_is_deep_or_wide_is_left_out() {
        let deep = "(f (g ".repeat(40) + "x" + &"))".repeat(40);
        let case = format!("(declare-fun f (Int) Int)(assert (< (bvmul {deep} {deep}) 1))");
        let term = part(&case);
        assert!(
            term.starts_with("(bvmul (f (g ") && term.contains('…'),
            "{term}"
        );
        assert!(term.chars().count() < BUDGET + 10, "{term}");
        let horn = "(assert (forall ((v0 Int) (v1 Int) (v2 Int) (v3 Int)) (=> (and true (P2 v2 v3) (P1 v0 v1)) (P0 v1))))";
        assert_eq!(
            part(horn),
            "(forall … (=> (and true (P2 v2 v3) (P1 v0 v1)) (P0 v1)))"
        );
        let wide = format!("(assert (distinct {}))", "abcde ".repeat(60));
        assert_eq!(
            part(&wide),
            "(distinct abcde abcde abcde abcde abcde abcde abcde …)"
        );
        let long = format!("(assert (= s \"{}\"))", "z".repeat(400));
        assert_eq!(
            telling_term(&long, &[]),
            Some(About::Whole(vec![format!("(= s \"{}…\")", "z".repeat(19))]))
        );
    }
}
