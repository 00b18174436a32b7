//! Membership and search: a text is read once, by derivatives that are computed once for each state and
//! character.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::regex::{Regex, derive, is_none, within_limits};
use crate::budget;
use crate::reason::Reason;

/// The derivatives of the expressions that reading a text leads to.
struct Automaton {
    known: FxHashMap<Arc<Regex>, FxHashMap<u32, Arc<Regex>>>,
    /// What may still be remembered, in nodes of expressions.
    space: usize,
}

/// Nodes that are remembered at most.
const MOST_NODES: usize = 100_000;
/// Shorter texts are not worth remembering anything.
const SHORT: usize = 32;

impl Automaton {
    fn new(length: usize) -> Automaton {
        Automaton {
            known: FxHashMap::default(),
            space: if length < SHORT { 0 } else { MOST_NODES },
        }
    }

    fn next(&mut self, state: &Arc<Regex>, c: u32) -> Result<Arc<Regex>, Reason> {
        budget::steps(4)?;
        if let Some(known) = self.known.get(state).and_then(|after| after.get(&c)) {
            return Ok(Arc::clone(known));
        }
        let next = derive(state, c)?;
        within_limits(&next)?;
        if let Some(rest) = self.space.checked_sub(next.nodes()) {
            self.space = rest;
            let after = self.known.entry(Arc::clone(state)).or_default();
            after.insert(c, Arc::clone(&next));
        }
        Ok(next)
    }
}

/// Whether a text is in the language.
pub fn accepts(r: &Arc<Regex>, characters: &[u32]) -> Result<bool, Reason> {
    within_limits(r)?;
    let mut automaton = Automaton::new(characters.len());
    let mut state = Arc::clone(r);
    for c in characters {
        state = automaton.next(&state, *c)?;
        if is_none(&state) {
            return Ok(false);
        }
    }
    Ok(state.is_nullable())
}

/// The leftmost, then shortest match at or after `from`, as start and end.
pub fn first_match(
    r: &Arc<Regex>,
    characters: &[u32],
    from: usize,
) -> Result<Option<(usize, usize)>, Reason> {
    within_limits(r)?;
    if r.is_nullable() {
        return Ok(Some((from, from)));
    }
    search(&mut Automaton::new(characters.len()), r, characters, from)
}

/// All leftmost, shortest matches that are not empty, each after the one before.
pub fn all_matches(r: &Arc<Regex>, characters: &[u32]) -> Result<Vec<(usize, usize)>, Reason> {
    within_limits(r)?;
    let mut automaton = Automaton::new(characters.len());
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = search(&mut automaton, r, characters, from)? {
        found.push((start, end));
        from = end;
    }
    Ok(found)
}

/// The leftmost, then shortest match at or after `from` that is not empty. The text is read from every
/// start at once; of starts that lead to one state the leftmost is kept, as their ends are the same.
fn search(
    automaton: &mut Automaton,
    r: &Arc<Regex>,
    characters: &[u32],
    from: usize,
) -> Result<Option<(usize, usize)>, Reason> {
    // In the order of their starts.
    let mut open: Vec<(usize, Arc<Regex>)> = Vec::new();
    let mut best: Option<(usize, usize)> = None;
    for (at, c) in characters.iter().enumerate().skip(from) {
        if best.is_none() {
            open.push((at, Arc::clone(r)));
        }
        let mut next: Vec<(usize, Arc<Regex>)> = Vec::with_capacity(open.len());
        let mut states = rustc_hash::FxHashSet::default();
        for (start, state) in &open {
            let after = automaton.next(state, *c)?;
            if is_none(&after) || !states.insert(Arc::clone(&after)) {
                continue;
            }
            if after.is_nullable() {
                // Those after it start later.
                best = Some((*start, at + 1));
                break;
            }
            next.push((*start, after));
        }
        if next.is_empty() && best.is_some() {
            return Ok(best);
        }
        open = next;
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::super::regex::tests::{codes, lit};
    use super::super::regex::{complement, concat, range, repeat, star, union};
    use super::*;

    #[test]
    fn matches_are_leftmost_then_shortest() {
        let r = union(vec![lit("bcd"), lit("cd"), lit("bc")]);
        assert_eq!(first_match(&r, &codes("abcd"), 0), Ok(Some((1, 3))));
        let b = star(lit("b"));
        assert_eq!(first_match(&b, &codes("abb"), 0), Ok(Some((0, 0))));
        assert_eq!(all_matches(&b, &codes("abb")), Ok(vec![(1, 2), (2, 3)]));
    }

    /// The definition: every start in turn, and from each every end.
    fn by_definition(r: &Arc<Regex>, characters: &[u32]) -> Option<(usize, usize)> {
        let all = 0..=characters.len();
        let pairs = all.flat_map(|start| (start..=characters.len()).map(move |end| (start, end)));
        let mut pairs = pairs.filter(|(start, end)| end > start || r.is_nullable());
        pairs.find(|(start, end)| accepts(r, &characters[*start..*end]) == Ok(true))
    }

    #[test]
    fn one_pass_finds_what_the_definition_says() {
        let any = || range(97, 99);
        let expressions = [
            union(vec![lit("abc"), lit("b"), lit("ca")]),
            concat(star(lit("a")), lit("b")),
            concat(lit("a"), concat(star(any()), lit("c"))),
            concat(repeat(any(), 2, Some(3)), lit("cb")),
            concat(lit("b"), complement(star(any()))),
            union(vec![
                concat(lit("a"), concat(star(any()), lit("cc"))),
                lit("ba"),
            ]),
            repeat(union(vec![lit("ab"), lit("c")]), 2, None),
        ];
        for length in 0..8u32 {
            for word in 0..3u32.pow(length) {
                let digits = (0..length).map(|i| 97 + word / 3u32.pow(i) % 3);
                let characters: Vec<u32> = digits.collect();
                for r in &expressions {
                    let expected = by_definition(r, &characters);
                    assert_eq!(
                        first_match(r, &characters, 0),
                        Ok(expected),
                        "{r} in {characters:?}"
                    );
                }
            }
        }
    }

    /// A text of 16,000 characters that never matches took 40 seconds.
    #[test]
    fn a_search_reads_a_long_text_once() {
        let r = concat(star(lit("a")), lit("b"));
        let long = vec![97u32; 50_000];
        let steps = crate::Budget::STANDARD.run(|| {
            assert_eq!(first_match(&r, &long, 0), Ok(None));
            assert_eq!(accepts(&r, &long), Ok(false));
            crate::Budget::STANDARD.steps - crate::Budget::left().unwrap().steps
        });
        assert!(steps < 40 * long.len() as u64, "{steps} steps");
    }
}
