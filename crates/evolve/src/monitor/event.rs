//! What changed for one formula, and changes that belong together.

use super::code::Code;
use crate::source::Source;
use gadfly_vocabulary::Kind;
use std::collections::BTreeMap;

/// A confirmed change.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The source's position.
    pub source: usize,
    /// The formula's index.
    pub index: u64,
    /// How the baseline's build ended, where it was run.
    pub before: Option<Code>,
    /// How the candidate ends.
    pub after: Code,
    /// CPU milliseconds before and now, for a slow-down.
    pub slow: Option<(u64, u64)>,
    /// Whether it is for the better.
    pub better: bool,
}

impl Event {
    /// The finding's kind.
    pub fn kind(&self) -> Kind {
        if self.slow.is_some() {
            return Kind::Slow;
        }
        match self.before {
            Some(before) if self.better => before.kind(),
            _ => self.after.kind(),
        }
    }
}

/// Changes of one kind in one source.
#[derive(Clone, Debug)]
pub struct Group {
    /// All of them, by index.
    pub events: Vec<Event>,
    /// The first one's formula, made small; the formula itself where that did not work.
    pub case: String,
    /// The first one's formula.
    pub original: String,
}

impl Group {
    /// The event that stands for all.
    pub fn first(&self) -> &Event {
        &self.events[0]
    }

    /// A plain sentence.
    pub fn sentence(&self, source: &Source, candidate: &str) -> String {
        let first = self.first();
        let now = first.after.words();
        let (name, label) = (&source.name, source.label(first.index));
        let many = match self.events.len() {
            1 if source.is_grammar() => format!("{label} of {name}"),
            1 => label,
            n => format!("{n} formulas of {name}, the first of them {label}"),
        };
        match (first.slow, first.before) {
            (Some((before, after)), _) => {
                format!("{candidate} takes {after} ms of CPU time instead of {before} on {many}")
            }
            (None, Some(before)) => {
                format!(
                    "{candidate} gives {now} instead of {} on {many}",
                    before.words()
                )
            }
            (None, None) => format!("{candidate} gives {now} on {many}"),
        }
    }
}

/// Puts events together that have the same source, kind, and end before and after.
pub fn group(mut events: Vec<Event>) -> Vec<Vec<Event>> {
    events.sort_by_key(|event| (event.source, event.index));
    let mut groups: BTreeMap<_, Vec<Event>> = BTreeMap::new();
    for event in events {
        let key = (
            event.better,
            event.source,
            event.kind(),
            event.before,
            event.after,
        );
        groups.entry(key).or_default().push(event);
    }
    groups.into_values().collect()
}
