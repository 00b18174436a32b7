//! What tactics promise of their goals: a table of the catalogue.

use crate::Catalog;
use gadfly_syntax::loose::words;
use serde::Deserialize;

/// What a tactic promises of its goals, which are a disjunction; the stronger first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Keeps {
    /// They are equivalent to what was asserted.
    Meaning,
    /// They are satisfiable exactly if that is.
    Satisfiability,
}

/// The table of a family's tactics.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tactics {
    equivalent: Vec<String>,
    equisatisfiable: Vec<String>,
    combinators: Vec<String>,
    untried: Vec<String>,
}

impl Tactics {
    /// z3's tactics, who alone has any; an empty table where the catalogue has none that reads.
    pub fn of(catalog: &Catalog) -> Tactics {
        let table = catalog.file("tactics/z3.toml");
        let read = table.and_then(|text| toml::from_str(text).ok());
        read.unwrap_or_default()
    }

    /// What an expression of tactics promises: no more than each of them. `None` where one of them
    /// promises nothing.
    pub fn promise(&self, expression: &str) -> Option<Keeps> {
        let mut weakest = None;
        let mut value = false;
        for (_, word) in words(expression) {
            let skip = std::mem::replace(&mut value, word.starts_with(':'));
            let number = word.parse::<u32>().is_ok();
            if skip || value || number || word == "(" || word == ")" {
                continue;
            }
            if !has(&self.combinators, word) {
                weakest = weakest.max(Some(self.single(word)?));
            }
        }
        weakest
    }

    fn single(&self, name: &str) -> Option<Keeps> {
        match (
            has(&self.equivalent, name),
            has(&self.equisatisfiable, name),
        ) {
            (true, _) => Some(Keeps::Meaning),
            (_, true) => Some(Keeps::Satisfiability),
            _ => None,
        }
    }

    /// The tactics of a promise that are worth trying at random.
    pub fn tried(&self, keeps: Keeps) -> Vec<&str> {
        let all = match keeps {
            Keeps::Meaning => &self.equivalent,
            Keeps::Satisfiability => &self.equisatisfiable,
        };
        let tried = all.iter().filter(|name| !has(&self.untried, name));
        tried.map(String::as_str).collect()
    }
}

fn has(list: &[String], word: &str) -> bool {
    list.iter().any(|it| it == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_promises_what_its_weakest_tactic_does() {
        let table = "equivalent = ['simplify', 'slow']\nequisatisfiable = ['solve-eqs']\n\
                     combinators = ['then', 'using-params']\nuntried = ['slow']";
        let table: Tactics = toml::from_str(table).expect("a table");
        for (expression, promise) in [
            ("simplify", Some(Keeps::Meaning)),
            ("(using-params simplify :som true)", Some(Keeps::Meaning)),
            ("(then solve-eqs simplify)", Some(Keeps::Satisfiability)),
            (
                "(then simplify (then solve-eqs))",
                Some(Keeps::Satisfiability),
            ),
            ("(then simplify nobody-knows)", None),
            (
                "(using-params simplify :som solve-eqs)",
                Some(Keeps::Meaning),
            ),
            ("then", None),
            ("()", None),
        ] {
            assert_eq!(table.promise(expression), promise, "{expression}");
        }
        assert_eq!(table.tried(Keeps::Meaning), ["simplify"]);
        assert_eq!(table.tried(Keeps::Satisfiability), ["solve-eqs"]);
    }
}
