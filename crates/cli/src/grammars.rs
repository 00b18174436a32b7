//! Grammars on the command line: a name of the catalogue or a file, and how to vary it.

use crate::exit::Failure;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_enumerate::Grammar;
use gadfly_vocabulary::did_you_mean;
use std::path::Path;

/// Options that name a grammar and vary it.
#[derive(Args)]
pub(crate) struct Options {
    /// A grammar of the catalogue (Core, Ints, Strings …) or a file FILE.g4
    #[arg(long, value_name = "NAME|FILE.g4")]
    grammar: String,
    /// So many variables of each sort
    #[arg(long, value_name = "N")]
    vars: Option<usize>,
    /// Other constants: 0,1,2 or RULE=0,1,2 (repeatable); a comma inside a text is written \,
    #[arg(long, value_name = "[RULE=]TEXT,…")]
    consts: Vec<String>,
    /// So many assertions in place of each
    #[arg(long, value_name = "N")]
    asserts: Option<usize>,
}

impl Options {
    /// Reads the grammar and varies it; remarks go to standard error.
    pub(crate) fn load(&self, ui: &Ui) -> Result<Grammar, Failure> {
        let mut grammar = read(&self.grammar)?;
        for warning in grammar.warnings() {
            ui.say(format_args!("warning: {warning}"));
        }
        if let Some(count) = self.vars {
            grammar = grammar.with_variables(count).map_err(Failure::new)?;
        }
        for constants in &self.consts {
            let (rule, texts) = constants_of(constants);
            grammar = grammar
                .with_constants(rule.as_deref(), &texts)
                .map_err(Failure::new)?;
        }
        if let Some(count) = self.asserts {
            grammar = grammar.with_assertions(count).map_err(Failure::new)?;
        }
        Ok(grammar)
    }
}

/// A grammar of the catalogue by name, or of a file by its path.
pub(crate) fn read(name: &str) -> Result<Grammar, Failure> {
    text_and_grammar(name).map(|(_, grammar)| grammar)
}

/// The same, with its text.
pub(crate) fn text_and_grammar(name: &str) -> Result<(String, Grammar), Failure> {
    let catalog = Catalog::shared();
    let is_path = name.ends_with(".g4") || name.contains(['/', '\\']);
    let text = if is_path {
        crate::paths::read_text(Path::new(name))?
    } else {
        let names: Vec<&str> = catalog.stems("grammars/", ".g4").collect();
        let known = names.iter().find(|known| known.eq_ignore_ascii_case(name));
        let file = known.and_then(|known| catalog.file(&format!("grammars/{known}.g4")));
        let unknown = || {
            let meant = did_you_mean(name, names.iter().copied());
            let names = names.join(", ");
            Failure::new(format!(
                "there is no grammar `{name}`{meant}: use one of {names}, or a path that ends in .g4"
            ))
        };
        file.ok_or_else(unknown)?.to_string()
    };
    let grammar = Grammar::parse(&text, name).map_err(Failure::all)?;
    Ok((text, grammar))
}

/// Splits `rule=a,b` into the rule and its texts. A text may have commas after a backslash.
fn constants_of(argument: &str) -> (Option<String>, Vec<String>) {
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (rule, list) = match argument.split_once('=') {
        Some((rule, list)) if is_name(rule) => (Some(rule.to_string()), list),
        _ => (None, argument),
    };
    let mut texts = vec![String::new()];
    let mut chars = list.chars();
    while let Some(c) = chars.next() {
        let last = texts.len() - 1;
        match c {
            ',' => texts.push(String::new()),
            '\\' if chars.as_str().starts_with(',') => texts[last].extend(chars.next()),
            _ => texts[last].push(c),
        }
    }
    texts.retain(|text| !text.trim().is_empty());
    (rule, texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_on_the_command_line() {
        let texts = |list: &[&str]| list.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        assert_eq!(constants_of("0,1"), (None, texts(&["0", "1"])));
        let (rule, list) = constants_of(r#"str_const="a\,b",""#);
        assert_eq!(rule.as_deref(), Some("str_const"));
        assert_eq!(list, texts(&["\"a,b\"", "\""]));
        assert_eq!(constants_of("(= a b)"), (None, texts(&["(= a b)"])));
    }

    #[test]
    fn an_unknown_grammar_is_said() {
        gadfly_testkit::catalog();
        let failure = read("Nope").unwrap_err();
        assert!(failure.problems()[0].contains("use one of Arrays, Bitvectors"));
    }
}
