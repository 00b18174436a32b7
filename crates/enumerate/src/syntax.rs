//! A grammar as its file has it: rules, alternatives, groups and repetitions.

use crate::diagnostic::{Diagnostic, Source};
use crate::token::{Kind, Token, tokens};

/// How often a group stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    Once,
    Optional,
    Star,
    Plus,
}

/// A part of an alternative.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Terminal(String),
    Reference {
        name: String,
        at: usize,
    },
    Group {
        choices: Vec<Vec<Item>>,
        repeat: Repeat,
    },
}

/// A rule as written.
#[derive(Clone, Debug)]
pub(crate) struct RuleText {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) choices: Vec<Vec<Item>>,
}

/// A file as written.
#[derive(Clone, Debug)]
pub(crate) struct FileText {
    pub(crate) name: String,
    pub(crate) rules: Vec<RuleText>,
}

/// Deeper groups are surely generated, and would only cost us our stack.
const MAX_DEPTH: usize = 200;

/// Reads a grammar file.
pub(crate) fn parse(source: &Source<'_>) -> Result<FileText, Diagnostic> {
    let tokens = tokens(source)?;
    let mut reader = Reader {
        source,
        tokens,
        next: 0,
    };
    let name = reader.heading()?;
    let mut rules = Vec::new();
    while reader.next < reader.tokens.len() {
        rules.push(reader.rule()?);
    }
    Ok(FileText { name, rules })
}

struct Reader<'a> {
    source: &'a Source<'a>,
    tokens: Vec<Token>,
    next: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Kind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    fn at(&self) -> usize {
        self.tokens
            .get(self.next)
            .map_or(self.source.text.trim_end().len(), |token| token.at)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Diagnostic> {
        Err(self.source.error(self.at(), message))
    }

    fn name(&mut self, what: &str) -> Result<String, Diagnostic> {
        match self.peek() {
            Some(Kind::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => self.fail(format!("expected {what}")),
        }
    }

    fn mark(&mut self, mark: char, after: &str) -> Result<(), Diagnostic> {
        if self.peek() == Some(&Kind::Mark(mark)) {
            self.next += 1;
            return Ok(());
        }
        self.fail(format!("expected `{mark}` {after}"))
    }

    fn heading(&mut self) -> Result<String, Diagnostic> {
        if self.peek() != Some(&Kind::Name("grammar".into())) {
            return self.fail("a grammar file starts with `grammar NAME;`");
        }
        self.next += 1;
        let name = self.name("the grammar's name")?;
        self.mark(';', "after the grammar's name")?;
        Ok(name)
    }

    fn rule(&mut self) -> Result<RuleText, Diagnostic> {
        let at = self.at();
        let name = self.name("a rule's name")?;
        if name == "fragment" && matches!(self.peek(), Some(Kind::Name(_))) {
            return Err(self
                .source
                .error(at, "write a fragment as an ordinary rule"));
        }
        self.mark(':', &format!("after the rule's name `{name}`"))?;
        let choices = self.choices(0)?;
        self.mark(';', &format!("at the end of rule `{name}`"))?;
        Ok(RuleText { name, at, choices })
    }

    fn choices(&mut self, depth: usize) -> Result<Vec<Vec<Item>>, Diagnostic> {
        let mut choices = vec![self.sequence(depth)?];
        while self.peek() == Some(&Kind::Mark('|')) {
            self.next += 1;
            choices.push(self.sequence(depth)?);
        }
        Ok(choices)
    }

    fn sequence(&mut self, depth: usize) -> Result<Vec<Item>, Diagnostic> {
        let mut items = Vec::new();
        loop {
            let at = self.at();
            let item = match self.peek() {
                Some(Kind::Terminal(text)) => Item::Terminal(text.clone()),
                Some(Kind::Name(name)) => Item::Reference {
                    name: name.clone(),
                    at,
                },
                Some(Kind::Mark('(')) => {
                    if depth == MAX_DEPTH {
                        return self.fail("groups are nested too deeply");
                    }
                    self.next += 1;
                    let choices = self.choices(depth + 1)?;
                    if self.peek() != Some(&Kind::Mark(')')) {
                        return Err(self.source.error(at, "this group is not closed by `)`"));
                    }
                    Item::Group {
                        choices,
                        repeat: Repeat::Once,
                    }
                }
                Some(Kind::Mark(mark @ ('?' | '*' | '+'))) => {
                    let message = format!("`{mark}` has nothing before it to repeat");
                    return self.fail(message);
                }
                _ => return Ok(items),
            };
            self.next += 1;
            // The end of the file is no text.
            if !matches!(&item, Item::Reference { name, .. } if name == "EOF") {
                items.push(self.repeated(item));
            }
        }
    }

    fn repeated(&mut self, item: Item) -> Item {
        let repeat = match self.peek() {
            Some(Kind::Mark('?')) => Repeat::Optional,
            Some(Kind::Mark('*')) => Repeat::Star,
            Some(Kind::Mark('+')) => Repeat::Plus,
            _ => return item,
        };
        self.next += 1;
        let choices = match item {
            Item::Group { choices, .. } => choices,
            single => vec![vec![single]],
        };
        Item::Group { choices, repeat }
    }
}
