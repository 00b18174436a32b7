//! Solver specs: the words by which a user names solvers.
//!
//! `z3`, `z3@4.8.7`, `z3@4.8.5..4.8.12`, `z3@*`, each with extra arguments, or a whole command.

use crate::profiles::Profiles;
use crate::version::{BadVersion, Releases};
use gadfly_vocabulary::did_you_mean;
use std::fmt;

/// A spec, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// Releases of a family.
    Family {
        /// The family's name.
        family: String,
        /// Which of its releases.
        releases: Releases,
        /// Extra arguments.
        extra: Vec<String>,
    },
    /// A whole command.
    Command(Vec<String>),
}

/// A spec that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSpec {
    /// Nothing there.
    #[error("an empty solver spec; write for example z3, z3@4.8.7 or \"./my-solver --flag\"")]
    Empty,
    /// A quotation mark without its partner.
    #[error("solver spec `{0}`: a quotation mark is not closed")]
    Quote(String),
    /// No such family.
    #[error(
        "solver spec `{spec}`: no solver family `{family}`{}; known: {known}",
        did_you_mean(family, known.split(", "))
    )]
    Family {
        /// The spec.
        spec: String,
        /// The family in it.
        family: String,
        /// The families there are.
        known: String,
    },
    /// No version number.
    #[error("solver spec `{0}`: {1}")]
    Version(String, BadVersion),
}

impl Spec {
    /// Reads a spec.
    pub fn parse(text: &str, profiles: &Profiles) -> Result<Spec, BadSpec> {
        let mut words = split_words(text).ok_or_else(|| BadSpec::Quote(text.to_owned()))?;
        if words.is_empty() {
            return Err(BadSpec::Empty);
        }
        let first = words[0].clone();
        let (family, releases) = match first.split_once('@') {
            Some((family, _)) if family.contains('/') => return Ok(Spec::Command(words)),
            Some((family, releases)) => {
                let releases = match releases {
                    "" | "newest" | "latest" => Releases::Newest,
                    _ => releases
                        .parse()
                        .map_err(|e| BadSpec::Version(text.to_owned(), e))?,
                };
                (family, releases)
            }
            None => (first.as_str(), Releases::Newest),
        };
        let known = profiles.get(family).is_some_and(|p| p.name != "generic");
        if !known && first.contains('@') {
            return Err(unknown_family(text, family, profiles));
        }
        if !known {
            return Ok(Spec::Command(words));
        }
        words.remove(0);
        Ok(Spec::Family {
            family: family.to_owned(),
            releases,
            extra: words,
        })
    }
}

fn unknown_family(spec: &str, family: &str, profiles: &Profiles) -> BadSpec {
    let known: Vec<_> = profiles
        .iter()
        .map(|p| p.name.as_str())
        .filter(|n| *n != "generic")
        .collect();
    BadSpec::Family {
        spec: spec.to_owned(),
        family: family.to_owned(),
        known: known.join(", "),
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Family {
                family,
                releases: Releases::Newest,
                extra,
            } => {
                write!(f, "{family}{}", tail(extra))
            }
            Spec::Family {
                family,
                releases,
                extra,
            } => write!(f, "{family}@{releases}{}", tail(extra)),
            Spec::Command(words) => f.write_str(&join_words(words)),
        }
    }
}

fn tail(extra: &[String]) -> String {
    if extra.is_empty() {
        String::new()
    } else {
        format!(" {}", join_words(extra))
    }
}

/// Splits a command line at blanks; quotation marks of both kinds and backslashes protect. `None`
/// where a quotation mark is not closed.
pub fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The inverse of [`split_words`].
pub fn join_words(words: &[String]) -> String {
    let plain =
        |w: &str| !w.is_empty() && !w.contains(|c: char| c.is_whitespace() || "\"'\\".contains(c));
    let quoted = |w: &String| {
        if plain(w) {
            w.clone()
        } else {
            format!("'{}'", w.replace('\'', "'\\''"))
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Whether a spec is another one, or that one with more options: `z3@4.8.10` is not `z3@4.8.1`.
pub fn is_or_varies(spec: &str, base: &str) -> bool {
    let rest = spec.strip_prefix(base);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_not_another_one_that_starts_like_it() {
        assert!(is_or_varies("z3@4.8.1", "z3@4.8.1"));
        assert!(is_or_varies("z3@4.8.1 smt.random_seed=1", "z3@4.8.1"));
        assert!(!is_or_varies("z3@4.8.10", "z3@4.8.1"));
        assert!(!is_or_varies("z3@4.8.1", "z3@4.8.10"));
    }

    fn parse(text: &str) -> Result<Spec, BadSpec> {
        gadfly_testkit::catalog();
        Spec::parse(text, Profiles::builtin())
    }

    #[test]
    fn specs_read_back_as_written() {
        for text in [
            "z3",
            "z3@4.8.7",
            "z3@4.8.5..4.8.12",
            "z3@*",
            "z3@5.4.0 smt.string_solver=z3str3",
            "./build/z3 -in",
            "./my-solver --flag 'a b'",
            "my-solver",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn families_and_commands_differ() {
        assert!(matches!(parse("yices").unwrap(), Spec::Family { .. }));
        assert!(matches!(parse("yices-smt2").unwrap(), Spec::Command(_)));
        assert!(matches!(parse("./dir@4/z3 -in").unwrap(), Spec::Command(_)));
        assert!(matches!(parse("generic"), Ok(Spec::Command(_))));
    }

    #[test]
    fn bad_specs_say_why() {
        assert_eq!(parse("  "), Err(BadSpec::Empty));
        assert!(matches!(parse("z3 'x"), Err(BadSpec::Quote(_))));
        assert!(matches!(parse("z3@new"), Err(BadSpec::Version(..))));
        let unknown = parse("zz3@4.8.7").unwrap_err().to_string();
        assert!(
            unknown.contains("cvc5") && unknown.contains("zz3"),
            "{unknown}"
        );
    }

    #[test]
    fn words_split_and_join() {
        let words = split_words(r#"a "b c" 'd"e' f\ g """#).unwrap();
        assert_eq!(words, ["a", "b c", "d\"e", "f g", ""]);
        assert_eq!(split_words(&join_words(&words)).unwrap(), words);
    }
}
