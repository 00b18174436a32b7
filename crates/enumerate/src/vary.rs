//! Variations of a grammar: more variables, other constants, more assertions.

use crate::compile::keep_reachable;
use crate::declared::{Group, groups, uses};
use crate::grammar::{Alternative, Grammar, RuleId};
use thiserror::Error;

/// Why a grammar cannot be varied so.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum VaryError {
    /// `--vars` without declarations.
    #[error(
        "the grammar declares no variables with declare-const or declare-fun, so that --vars has nothing to change"
    )]
    NoVariables,
    /// `--vars 0`, `--asserts 0`.
    #[error("at least one is needed: --{0} 0 leaves nothing")]
    None(&'static str),
    /// `--consts` for a rule that is not there or has slots.
    #[error("there is no rule `{rule}` of constants; the rules of constants are: {known}")]
    NoSuchConstants {
        /// The rule asked for.
        rule: String,
        /// The rules there are.
        known: String,
    },
    /// `--consts` without a rule, where there are several.
    #[error("say which constants: RULE=TEXT,TEXT; the rules of constants are: {0}")]
    WhichConstants(String),
    /// `--asserts` without an assertion.
    #[error(
        "the grammar has no rule that is one `(assert …)`, so that --asserts has nothing to repeat"
    )]
    NoAssertion,
}

impl Grammar {
    /// The same grammar with so many variables of every sort: the first ones, or fresh names.
    pub fn with_variables(&self, count: usize) -> Result<Grammar, VaryError> {
        if count == 0 {
            return Err(VaryError::None("vars"));
        }
        let groups = groups(self);
        if groups.is_empty() {
            return Err(VaryError::NoVariables);
        }
        let mut taken: Vec<String> = groups.iter().flat_map(|g| g.names.clone()).collect();
        let mut grammar = self.clone();
        for group in &groups {
            let mut names: Vec<String> = group.names.iter().take(count).cloned().collect();
            while names.len() < count {
                let name = fresh(self, &taken);
                taken.push(name.clone());
                names.push(name);
            }
            grammar.rename(group, &names);
        }
        grammar.start = keep_reachable(&mut grammar.rules, grammar.start);
        Ok(grammar)
    }

    /// Gives a group of variables other names, more or fewer.
    fn rename(&mut self, group: &Group, names: &[String]) {
        for rule in &mut self.rules {
            let mut alternatives: Vec<Alternative> = Vec::new();
            for alternative in std::mem::take(&mut rule.alternatives) {
                let alternative = with_declarations(alternative, group, names);
                let Some(first) = first_use(&alternative, group) else {
                    alternatives.push(alternative);
                    continue;
                };
                // All variables stand where the first one stood; the others' own are dropped.
                if first == group.names[0] {
                    let renamed = |name: &String| with_name(&alternative, group, name);
                    alternatives.extend(names.iter().map(renamed));
                }
            }
            rule.alternatives = alternatives;
        }
    }

    /// The rules that are lists of texts, where constants can be exchanged.
    pub fn constant_rules(&self) -> Vec<&str> {
        let rules = self.rules.iter();
        let is_constant = |name: &str| name.to_ascii_lowercase().contains("const");
        rules
            .filter(|r| is_constant(&r.name) && r.alternatives.iter().all(|a| a.leaf().is_some()))
            .map(|r| r.name.as_str())
            .collect()
    }

    /// The same grammar with other constants in a rule; `None` where there is one such rule.
    pub fn with_constants(
        &self,
        rule: Option<&str>,
        texts: &[String],
    ) -> Result<Grammar, VaryError> {
        if texts.is_empty() {
            return Err(VaryError::None("consts"));
        }
        let known = self.constant_rules();
        let name = match (rule, known.as_slice()) {
            (Some(rule), known) if known.contains(&rule) => rule,
            (None, [only]) => only,
            (Some(rule), known) => {
                return Err(VaryError::NoSuchConstants {
                    rule: rule.to_string(),
                    known: known.join(", "),
                });
            }
            (None, known) => return Err(VaryError::WhichConstants(known.join(", "))),
        };
        let name = name.to_string();
        let mut grammar = self.clone();
        for rule in grammar.rules.iter_mut().filter(|rule| rule.name == name) {
            let leaf = |text: &String| Alternative {
                cost: 0,
                segments: vec![format!("{text} ")],
                slots: Vec::new(),
            };
            rule.alternatives = texts.iter().map(leaf).collect();
        }
        Ok(grammar)
    }

    /// The same grammar with so many assertions in place of each.
    pub fn with_assertions(&self, count: usize) -> Result<Grammar, VaryError> {
        if count == 0 {
            return Err(VaryError::None("asserts"));
        }
        let is_assertion = |id: RuleId| {
            let alternatives = &self.rules[id].alternatives;
            alternatives.iter().all(|alternative| {
                let start = alternative.segments[0].replace(' ', "");
                start.starts_with("(assert") && !alternative.slots.is_empty()
            })
        };
        let mut grammar = self.clone();
        let mut found = false;
        for rule in &mut grammar.rules {
            for alternative in &mut rule.alternatives {
                let mut slot = 0;
                while slot < alternative.slots.len() {
                    if is_assertion(alternative.slots[slot]) {
                        found = true;
                        for _ in 1..count {
                            alternative.slots.insert(slot, alternative.slots[slot]);
                            alternative.segments.insert(slot + 1, String::new());
                            slot += 1;
                        }
                    }
                    slot += 1;
                }
            }
        }
        if found {
            Ok(grammar)
        } else {
            Err(VaryError::NoAssertion)
        }
    }
}

/// A name that no text of the grammar has.
fn fresh(grammar: &Grammar, taken: &[String]) -> String {
    let texts = || {
        let alternatives = grammar.rules.iter().flat_map(|rule| &rule.alternatives);
        alternatives.flat_map(|alternative| &alternative.segments)
    };
    let is_used = |name: &str| {
        taken.iter().any(|other| other == name)
            || texts().any(|text| !uses(text, |word| word == name).is_empty())
    };
    let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
    let numbered = (0u32..).map(|number| format!("v{number}"));
    let mut names = letters.chain(numbered);
    names.find(|name| !is_used(name)).unwrap_or_default()
}

fn first_use(alternative: &Alternative, group: &Group) -> Option<String> {
    let is_variable = |word: &str| group.names.iter().any(|name| name == word);
    let mut segments = alternative.segments.iter();
    segments.find_map(|text| {
        uses(text, is_variable)
            .first()
            .map(|(_, name)| name.to_string())
    })
}

/// The alternative with every use of the group's first variable renamed.
fn with_name(alternative: &Alternative, group: &Group, name: &str) -> Alternative {
    let mut renamed = alternative.clone();
    for segment in &mut renamed.segments {
        let text = segment.clone();
        for (at, old) in uses(&text, |word| word == group.names[0]).into_iter().rev() {
            segment.replace_range(at..at + old.len(), name);
        }
    }
    renamed
}

/// The alternative with the group's declarations replaced by those of the new names, each
/// modelled on the first one's. A declaration more costs 1 more, as it opens a parenthesis.
fn with_declarations(mut alternative: Alternative, group: &Group, names: &[String]) -> Alternative {
    for segment in &mut alternative.segments {
        let Some(first) = declaration(segment, &group.names[0]) else {
            continue;
        };
        let model = segment[first.clone()].to_string();
        let mut at = first.start;
        for old in &group.names {
            if let Some(place) = declaration(segment, old) {
                segment.replace_range(place, "");
            }
        }
        for name in names {
            let text = renamed_declaration(&model, &group.names[0], name);
            segment.insert_str(at, &text);
            at += text.len();
        }
        alternative.cost = (alternative.cost + names.len()).saturating_sub(group.names.len());
    }
    alternative
}

fn renamed_declaration(model: &str, old: &str, new: &str) -> String {
    let at = model.find("declare-").and_then(|start| {
        let after = start + model[start..].find(' ')? + 1;
        Some(after + model[after..].find(old)?)
    });
    let mut text = model.to_string();
    if let Some(at) = at {
        text.replace_range(at..at + old.len(), new);
    }
    text
}

/// Where a variable's declaration is in a text, with the space after it.
fn declaration(text: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let words = crate::lexeme::lexemes(text);
    let offset = |at: usize| words[at].as_ptr().addr() - text.as_ptr().addr();
    let at = (0..words.len()).find(|&at| match words[at..] {
        ["(", "declare-const" | "declare-fun", declared, ..] => declared == name,
        _ => false,
    })?;
    let length = crate::declared::expression_length(&words[at..]);
    let end = at + length.checked_sub(1)?;
    Some(offset(at)..(offset(end) + 2).min(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Enumerator;

    const TEXT: &str = "grammar T; Open : '(' ; Close : ')' ; const : '0' | '1' ;
        t : const | 'a' | 'b' | '(g' 'a' t ')' | '(g' 'b' t ')' ;
        da : Open 'declare-const' 'a' 'Int' Close ; db : Open 'declare-const' 'b' 'Int' Close ;
        assertion : '(assert' t ')' ; start : da db assertion '(check-sat)' ;";

    fn first(grammar: &Grammar, count: usize) -> Vec<String> {
        let mut enumerator = Enumerator::new(grammar);
        let mut formulas = enumerator.iter_from(0u8.into()).unwrap();
        (0..count)
            .map(|_| formulas.next().unwrap().to_string())
            .collect()
    }

    #[test]
    fn more_and_fewer_variables() {
        let grammar = Grammar::parse(TEXT, "t").unwrap();
        let one = first(&grammar.with_variables(1).unwrap(), 4);
        assert_eq!(one[0], "( declare-const a Int ) (assert 0 ) (check-sat)");
        assert_eq!(
            one[3],
            "( declare-const a Int ) (assert (g a 0 ) ) (check-sat)"
        );
        let three = grammar.with_variables(3).unwrap();
        assert_eq!(
            first(&three, 5)[4],
            "( declare-const a Int ) ( declare-const b Int ) ( declare-const c Int ) (assert c ) (check-sat)"
        );
        let two = grammar.with_variables(2).unwrap();
        assert_eq!(first(&two, 50), first(&grammar, 50));
        assert_eq!(Enumerator::new(&three).count_of_size(5), 15u8.into());
    }

    #[test]
    fn constants_and_assertions() {
        let grammar = Grammar::parse(TEXT, "t").unwrap();
        let other = grammar
            .with_constants(None, &["7".into(), "(- 1)".into()])
            .unwrap();
        assert!(first(&other, 2)[1].contains("(assert (- 1) )"));
        let twice = first(&grammar.with_assertions(2).unwrap(), 2);
        assert!(
            twice[1].ends_with("(assert 0 ) (assert 1 ) (check-sat)"),
            "{}",
            twice[1]
        );
        assert!(grammar.with_constants(Some("x"), &["7".into()]).is_err());
        assert_eq!(
            grammar.with_variables(0).unwrap_err(),
            VaryError::None("vars")
        );
        let bare = Grammar::parse("grammar T; start : 'a' ;", "t").unwrap();
        assert_eq!(bare.with_variables(2).unwrap_err(), VaryError::NoVariables);
        assert_eq!(bare.with_assertions(2).unwrap_err(), VaryError::NoAssertion);
    }
}
