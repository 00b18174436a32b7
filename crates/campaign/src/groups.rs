//! Verdicts that may be one bug: the first of a group are confirmed, a flood of them is counted.

use gadfly_store::{Store, StoreError, VerdictState};
use rustc_hash::FxHashMap;

/// Confirmed triggers after which more of a named bug are only counted.
const ENOUGH_CONFIRMED: u64 = 3;
/// Findings that one group may lead to before the rest is only counted.
const ENOUGH_FINDINGS: u64 = 40;
/// Verdicts of a group that were never seen again, after which the rest is dismissed.
const ENOUGH_DISMISSED: u64 = 20;
/// Notes that keep their formula, a group.
const KEPT_NOTES: u64 = 3;

#[derive(Debug, Default)]
struct Group {
    confirmed: u64,
    unconfirmed: u64,
    notes: u64,
    findings: u64,
    finding: Option<String>,
    named: bool,
}

/// What to do with a verdict.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Look at it again in fresh processes.
    Confirm,
    /// Count it for this finding.
    Count(String),
    /// Its group was never seen again.
    Dismiss,
    /// Keep it for the record.
    Note {
        /// With its formula.
        keep: bool,
    },
}

/// All groups of a hunt.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    groups: FxHashMap<String, Group>,
}

impl Groups {
    /// The groups of a store.
    pub(crate) fn load(store: &Store) -> Result<Groups, StoreError> {
        let mut groups = Groups::default();
        for (name, state, count, finding) in store.groups()? {
            let group = groups.groups.entry(name).or_default();
            match state {
                VerdictState::Confirmed => group.confirmed += count,
                VerdictState::Unconfirmed => group.unconfirmed += count,
                VerdictState::Noted => group.notes += count,
                VerdictState::Counted | VerdictState::Pending => {}
            }
            if group.finding.is_none() {
                group.finding = finding;
            }
        }
        for finding in store.findings()? {
            if let Some(group) = groups
                .groups
                .values_mut()
                .find(|g| g.finding.as_ref() == Some(&finding.id))
            {
                group.findings += 1;
                group.named = finding.named;
            }
        }
        Ok(groups)
    }

    /// Whether a verdict of the group was there before.
    pub(crate) fn is_known(&self, group: &str) -> bool {
        self.groups.contains_key(group)
    }

    /// What to do with a verdict of a group.
    pub(crate) fn sort(&mut self, name: &str, note_only: bool) -> Sort {
        if !self.groups.contains_key(name) {
            self.groups.insert(name.to_string(), Group::default());
        }
        let Some(group) = self.groups.get_mut(name) else {
            return Sort::Confirm;
        };
        if note_only {
            group.notes += 1;
            return Sort::Note {
                keep: group.notes <= KEPT_NOTES,
            };
        }
        if let Some(finding) = &group.finding {
            let known_well = group.named && group.confirmed >= ENOUGH_CONFIRMED;
            if known_well || group.findings >= ENOUGH_FINDINGS {
                return Sort::Count(finding.clone());
            }
        } else if group.unconfirmed >= ENOUGH_DISMISSED {
            return Sort::Dismiss;
        }
        Sort::Confirm
    }

    /// A verdict of the group was confirmed for a finding.
    pub(crate) fn confirmed(&mut self, name: &str, finding: &str, named: bool, is_new: bool) {
        let group = self.groups.entry(name.to_string()).or_default();
        group.confirmed += 1;
        group.named = named;
        group.findings += u64::from(is_new);
        group.finding.get_or_insert_with(|| finding.to_string());
    }

    /// A verdict of the group was not seen again.
    pub(crate) fn unconfirmed(&mut self, name: &str) {
        self.groups.entry(name.to_string()).or_default().unconfirmed += 1;
    }

    /// A finding became part of another one.
    pub(crate) fn merged(&mut self, from: &str, into: &str) {
        for group in self.groups.values_mut() {
            if group.finding.as_deref() == Some(from) {
                group.finding = Some(into.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_named_bug_is_counted() {
        let mut groups = Groups::default();
        for _ in 0..ENOUGH_CONFIRMED {
            assert_eq!(groups.sort("crash", false), Sort::Confirm);
            groups.confirmed("crash", "f1", true, false);
        }
        assert_eq!(groups.sort("crash", false), Sort::Count("f1".into()));
        groups.merged("f1", "f0");
        assert_eq!(groups.sort("crash", false), Sort::Count("f0".into()));
    }

    #[test]
    fn what_may_be_several_bugs_is_looked_at_each_time() {
        let mut groups = Groups::default();
        for _ in 0..10 {
            assert_eq!(groups.sort("wrong", false), Sort::Confirm);
            groups.confirmed("wrong", "f1", false, false);
        }
        (0..ENOUGH_DISMISSED).for_each(|_| groups.unconfirmed("ghost"));
        assert_eq!(groups.sort("ghost", false), Sort::Dismiss);
        assert_eq!(groups.sort("note", true), Sort::Note { keep: true });
    }
}
