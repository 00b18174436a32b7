//! A grammar ready to be counted: rules whose alternatives are texts with slots between.

use crate::check;
use crate::compile;
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::syntax;

/// A rule's position in its grammar.
pub(crate) type RuleId = usize;

/// One way to write a rule: `segments[0] slot[0] segments[1] … slot[n-1] segments[n]`.
///
/// A segment is a run of tokens, each followed by one space. Constant rules (one derivation) are
/// part of the segments: they change neither the counts nor the order, only the cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alternative {
    pub(crate) cost: usize,
    pub(crate) segments: Vec<String>,
    pub(crate) slots: Vec<RuleId>,
}

impl Alternative {
    /// The text of an alternative without slots.
    pub(crate) fn leaf(&self) -> Option<&str> {
        self.slots.is_empty().then(|| self.segments[0].as_str())
    }
}

/// A rule with its alternatives in file order.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) alternatives: Vec<Alternative>,
}

/// A grammar: what it derives, and remarks about its file.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub(crate) name: String,
    pub(crate) rules: Vec<Rule>,
    pub(crate) start: RuleId,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Grammar {
    /// Reads a grammar file. `file` is what diagnostics call it.
    pub fn parse(text: &str, file: &str) -> Result<Grammar, Vec<Diagnostic>> {
        let source = Source { name: file, text };
        let parsed = syntax::parse(&source).map_err(|fault| vec![fault])?;
        let draft = compile::draft(&source, &parsed)?;
        let remarks = check::remarks(&source, &draft);
        if remarks.iter().any(|r| r.severity == Severity::Error) {
            return Err(remarks);
        }
        Ok(compile::fold(parsed.name, draft, remarks))
    }

    /// The name after the word `grammar`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Remarks that do not keep the grammar from being used, such as unreachable rules.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}
