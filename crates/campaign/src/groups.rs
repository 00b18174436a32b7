//! Verdicts that may be one bug: the first of a group are confirmed, a flood of them is counted.

use gadfly_store::{Store, StoreError, VerdictState};
use rustc_hash::FxHashMap;

/// Confirmed triggers after which more of a named bug are only counted.
const ENOUGH_CONFIRMED: u64 = 3;
/// Confirmed triggers of a group that may be several bugs, before the rest is only counted.
const ENOUGH_UNNAMED: u64 = 40;
/// Verdicts of a group that were never seen again, after which the rest is dismissed.
const ENOUGH_DISMISSED: u64 = 20;
/// Doubts of a group that are looked at one by one, before the rest is only counted.
const ENOUGH_DOUBTED: u64 = 30;
/// Verdicts of a group that wait to be looked at, before the rest is only counted.
const MOST_WAITING: u64 = 100;
/// Notes that keep their formula, a group.
const KEPT_NOTES: u64 = 3;

#[derive(Debug, Default)]
struct Group {
    confirmed: u64,
    unconfirmed: u64,
    doubted: u64,
    notes: u64,
    waiting: u64,
    finding: Option<String>,
    named: bool,
}

impl Group {
    /// By what is confirmed alone, in the order of positions: a resumed hunt decides the same.
    fn is_enough(&self) -> bool {
        self.confirmed
            >= if self.named {
                ENOUGH_CONFIRMED
            } else {
                ENOUGH_UNNAMED
            }
    }
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
    /// It is in doubt like all others of its group.
    Doubt,
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
                VerdictState::Doubt => group.doubted += count,
                VerdictState::Noted => group.notes += count,
                VerdictState::Pending => group.waiting += count,
                VerdictState::Counted => {}
            }
            group.finding = finding.or(group.finding.take());
        }
        for finding in store.findings()? {
            let mine = |group: &&mut Group| group.finding.as_ref() == Some(&finding.id);
            groups
                .groups
                .values_mut()
                .filter(mine)
                .for_each(|group| group.named = finding.named);
        }
        Ok(groups)
    }

    /// Whether a verdict of the group was there before.
    pub(crate) fn is_known(&self, group: &str) -> bool {
        self.groups.contains_key(group)
    }

    /// What a further verdict of a known group is worth, from 1 to 0: the more of it is known, the
    /// less.
    pub(crate) fn worth(&self, group: &str) -> f64 {
        let open = |group: &&Group| !group.is_enough() && group.unconfirmed < ENOUGH_DISMISSED;
        let known = self.groups.get(group).filter(open);
        known.map_or(0.0, |group| 1.0 / (1 + group.confirmed) as f64)
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
            if group.is_enough() {
                return Sort::Count(finding.clone());
            }
        } else if group.doubted >= ENOUGH_DOUBTED {
            return Sort::Doubt;
        } else if group.unconfirmed >= ENOUGH_DISMISSED {
            return Sort::Dismiss;
        }
        Sort::Confirm
    }

    /// Whether one more verdict of a group may wait: nobody comes to the thousandth, and each keeps
    /// its formula.
    pub(crate) fn has_room(&self, name: &str) -> bool {
        self.groups
            .get(name)
            .is_none_or(|group| group.waiting < MOST_WAITING)
    }

    /// The finding that further verdicts of a group are counted for.
    pub(crate) fn finding(&self, name: &str) -> Option<String> {
        self.groups.get(name)?.finding.clone()
    }

    /// A verdict of the group waits.
    pub(crate) fn waits(&mut self, name: &str) {
        self.groups.entry(name.to_string()).or_default().waiting += 1;
    }

    /// A verdict of the group does not wait any more.
    pub(crate) fn leaves(&mut self, name: &str) {
        if let Some(group) = self.groups.get_mut(name) {
            group.waiting = group.waiting.saturating_sub(1);
        }
    }

    /// A verdict of the group was confirmed for a finding.
    pub(crate) fn confirmed(&mut self, name: &str, finding: &str, named: bool) {
        let group = self.groups.entry(name.to_string()).or_default();
        group.confirmed += 1;
        group.named = named;
        group.finding.get_or_insert_with(|| finding.to_string());
    }

    /// The finding of a group that needs no more confirmation.
    pub(crate) fn is_enough(&self, name: &str) -> Option<&str> {
        let group = self.groups.get(name).filter(|group| group.is_enough())?;
        group.finding.as_deref()
    }

    /// Another part of the hunt has confirmed enough of a group. What this one found of it itself stays.
    pub(crate) fn enough(&mut self, name: &str, finding: &str) {
        let group = self.groups.entry(name.to_string()).or_default();
        group.finding.get_or_insert_with(|| finding.to_string());
        group.confirmed = group.confirmed.max(ENOUGH_UNNAMED);
    }

    /// A verdict of the group was not seen again.
    pub(crate) fn unconfirmed(&mut self, name: &str) {
        self.groups.entry(name.to_string()).or_default().unconfirmed += 1;
    }

    /// A verdict of the group shows, and nobody beside us bears it out.
    pub(crate) fn doubted(&mut self, name: &str) {
        self.groups.entry(name.to_string()).or_default().doubted += 1;
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
            groups.confirmed("crash", "f1", true);
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
            groups.confirmed("wrong", "f1", false);
        }
        (0..ENOUGH_DISMISSED).for_each(|_| groups.unconfirmed("ghost"));
        assert_eq!(groups.sort("ghost", false), Sort::Dismiss);
        (0..ENOUGH_DOUBTED).for_each(|_| groups.doubted("ours"));
        assert_eq!(groups.sort("ours", false), Sort::Doubt);
        assert_eq!(groups.sort("note", true), Sort::Note { keep: true });
    }

    #[test]
    fn a_group_does_not_wait_without_end() {
        let mut groups = Groups::default();
        assert!(groups.has_room("wrong"));
        (0..MOST_WAITING).for_each(|_| groups.waits("wrong"));
        assert!(!groups.has_room("wrong") && groups.has_room("other"));
        groups.leaves("wrong");
        assert!(groups.has_room("wrong"));
    }
}
