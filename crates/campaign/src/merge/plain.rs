//! What all parts say together, before a row is copied: whose a formula is, what becomes of each verdict,
//! and which findings there are.

use super::{Joined, Source};
use crate::error::HuntError;
use crate::groups::{Groups, Sort};
use gadfly_store::{Doubt, Finding, Outline, Store, VerdictState};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// A verdict's place: the position of its formula, and its number there.
pub(super) type Place = (u64, u32);

/// The outlines of all parts.
#[derive(Default)]
pub(super) struct Plain {
    /// The smallest position of each formula.
    owners: FxHashMap<u64, u64>,
    /// The end of each part's positions when it was read: what comes later is left to the next merge.
    ends: Vec<u64>,
    verdicts: Vec<(usize, Outline)>,
    findings: Vec<(usize, Finding, String, Option<String>)>,
    doubts: Vec<Vec<(Place, Doubt)>>,
}

/// What becomes of a verdict.
pub(super) struct Fate {
    pub(super) state: VerdictState,
    pub(super) finding: Option<String>,
    /// Whether its formula is kept.
    pub(super) keep: bool,
    /// Whether one hunt would have looked at it.
    pub(super) examined: bool,
}

impl Plain {
    /// Reads the next part.
    pub(super) fn read(&mut self, part: usize, store: &Store) -> Result<(), HuntError> {
        for (hash, index) in store.run_formulas()? {
            let owner = self.owners.entry(hash).or_insert(index);
            *owner = index.min(*owner);
        }
        self.ends.push(store.next_index()?);
        let verdicts = store.outlines()?.into_iter();
        self.verdicts
            .extend(verdicts.map(|verdict| (part, verdict)));
        for finding in store.findings()? {
            if let Some((original, case)) = store.finding_texts(&finding.id)? {
                self.findings.push((part, finding, original, case));
            }
        }
        self.doubts.push(store.doubts_by_verdict()?);
        Ok(())
    }

    /// Whether a formula that a part ran belongs to this position; `None` where it was not there yet when
    /// the part was read.
    pub(super) fn is_owner(&self, hash: u64, index: u64) -> Option<bool> {
        self.owners.get(&hash).map(|owner| *owner == index)
    }

    /// The end of a part's positions.
    pub(super) fn end(&self, part: usize) -> u64 {
        self.ends[part]
    }

    /// A part's doubts.
    pub(super) fn doubts(&self, part: usize) -> &[(Place, Doubt)] {
        &self.doubts[part]
    }

    /// The findings of all parts, the first trigger's of each.
    pub(super) fn findings(&mut self, parts: &[Source]) -> Found {
        // Only what was run has verdicts.
        let owned: FxHashSet<u64> = self.owners.values().copied().collect();
        self.verdicts
            .retain(|(_, verdict)| owned.contains(&verdict.index));
        self.verdicts
            .sort_by_key(|(_, verdict)| (verdict.index, verdict.n));
        let mut shown: FxHashMap<(usize, &str), u64> = FxHashMap::default();
        for (part, verdict) in &self.verdicts {
            if let Some(finding) = &verdict.finding {
                shown.entry((*part, finding)).or_insert(verdict.index);
            }
        }
        // One that only duplicates show is a finding of the part that has the formula.
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.retain(|(part, finding, ..)| shown.contains_key(&(*part, &*finding.id)));
        findings.sort_by_key(|(part, finding, ..)| (finding.index, *part));
        let mut found = Found::default();
        for (part, finding, original, case) in findings {
            found.add(*part, finding, original, case, &parts[*part].hunt);
        }
        found
    }

    /// What becomes of every verdict, as one hunt would have decided in the order of positions.
    pub(super) fn fates(&self, found: &Found) -> FxHashMap<Place, Fate> {
        let mut groups = Groups::default();
        let of = |(part, verdict): &(usize, Outline)| {
            let place = (verdict.index, verdict.n);
            (place, fate(*part, verdict, found, &mut groups))
        };
        self.verdicts.iter().map(of).collect()
    }
}

fn fate(part: usize, verdict: &Outline, found: &Found, groups: &mut Groups) -> Fate {
    let kept = |state, finding| Fate {
        state,
        finding,
        keep: true,
        examined: false,
    };
    let noted = verdict.state == VerdictState::Noted;
    let (group, state) = (&verdict.group, verdict.state);
    match groups.sort(group, noted) {
        Sort::Note { keep } => Fate {
            state,
            finding: None,
            keep,
            examined: false,
        },
        Sort::Count(finding) => kept(VerdictState::Counted, Some(finding)),
        // What a part has seen again is never thrown away.
        Sort::Dismiss if state != VerdictState::Confirmed => kept(VerdictState::Unconfirmed, None),
        Sort::Doubt if state != VerdictState::Confirmed => kept(VerdictState::Doubt, None),
        Sort::Dismiss | Sort::Doubt | Sort::Confirm => {
            let own = verdict.finding.as_deref();
            let finding = own.and_then(|id| found.known(part, id));
            match (state, finding) {
                (VerdictState::Confirmed, Some(known)) => {
                    groups.confirmed(group, &known.finding.id, known.finding.named);
                }
                (VerdictState::Unconfirmed, _) => groups.unconfirmed(group),
                (VerdictState::Doubt, _) => groups.doubted(group),
                _ => {}
            }
            Fate {
                state,
                finding: finding.map(|known| known.finding.id.clone()),
                keep: true,
                examined: true,
            }
        }
    }
}

/// The findings of a merge.
#[derive(Default)]
pub(super) struct Found {
    all: Vec<Known>,
    by_name: FxHashMap<String, usize>,
    by_identity: FxHashMap<String, usize>,
    /// Where a part's finding is, by part and name.
    of_parts: FxHashMap<(usize, String), usize>,
}

/// A finding with its texts, and the folder with its files.
pub(super) struct Known {
    finding: Finding,
    original: String,
    case: Option<String>,
    files: PathBuf,
}

impl Found {
    fn known(&self, part: usize, id: &str) -> Option<&Known> {
        // One that another part has told of has its name there.
        let own = self.of_parts.get(&(part, id.to_string()));
        let at = own.or_else(|| self.by_name.get(id))?;
        Some(&self.all[*at])
    }

    fn add(
        &mut self,
        part: usize,
        finding: &Finding,
        original: &str,
        case: &Option<String>,
        hunt: &Path,
    ) {
        let same = self.by_identity.get(&finding.identity);
        let same = same.or_else(|| self.by_name.get(&finding.id)).copied();
        let at = same.unwrap_or_else(|| {
            self.all.push(Known {
                finding: finding.clone(),
                original: original.to_string(),
                case: case.clone(),
                files: files_of(hunt, &finding.id),
            });
            self.all.len() - 1
        });
        // A part that was told that another has reduced it leaves it as it is.
        let known = &mut self.all[at];
        if known.finding.reduction.is_none() && finding.reduction.is_some() {
            known.finding = Finding {
                id: known.finding.id.clone(),
                index: known.finding.index,
                ..finding.clone()
            };
            known.case.clone_from(case);
            known.files = files_of(hunt, &finding.id);
        }
        self.by_identity
            .entry(finding.identity.clone())
            .or_insert(at);
        self.by_name.entry(finding.id.clone()).or_insert(at);
        self.of_parts.insert((part, finding.id.clone()), at);
    }

    /// Takes over what an earlier merge knows: cases that were reduced there, and what people noted.
    pub(super) fn carry(&mut self, earlier: &Path) -> Result<(), HuntError> {
        let store = Store::only_read(earlier)?;
        for known in &mut self.all {
            let Some(before) = store.finding(&known.finding.id)? else {
                continue;
            };
            if before.id != known.finding.id {
                continue;
            }
            let same = before.index == known.finding.index && before.reduction.is_some();
            if same && known.finding.reduction.is_none() {
                let texts = store.finding_texts(&before.id)?;
                known.case = texts.and_then(|(_, case)| case);
                known.files = files_of(earlier, &before.id);
                known.finding = before;
            } else {
                (known.finding.status, known.finding.url) = (before.status, before.url);
            }
        }
        Ok(())
    }

    /// Writes all findings, with their files.
    pub(super) fn write(&self, store: &mut Store, out: &Path) -> Result<(), HuntError> {
        for known in &self.all {
            let (finding, second) = (&known.finding, known.finding.found as u64);
            store.add_finding(0, finding, &known.original, second)?;
            if let Some(case) = &known.case {
                store.update_finding(finding, Some(case))?;
            }
            copy_folder(&known.files, &files_of(out, &finding.id))?;
        }
        Ok(())
    }

    /// Makes one what an earlier merge found to be one.
    pub(super) fn join(
        &self,
        joined: &[Joined],
        store: &mut Store,
        out: &Path,
    ) -> Result<(), HuntError> {
        let named = |id: &str| self.by_name.get(id).map(|at| &self.all[*at].finding);
        for Joined { id, index, into } in joined {
            let same = named(id).is_some_and(|f| f.index == *index && f.reduction.is_none());
            let reduced = named(into).is_some_and(|into| into.reduction.is_some());
            if same && reduced && store.finding(id)?.is_some_and(|finding| finding.id == *id) {
                store.merge_finding(id, into)?;
                // Only what was copied there just now.
                let _ = std::fs::remove_dir_all(files_of(out, id));
            }
        }
        Ok(())
    }
}

fn files_of(hunt: &Path, id: &str) -> PathBuf {
    hunt.join("findings").join(id)
}

/// Copies the files of a folder, which has no folders in it; one that is not there gives none.
pub(super) fn copy_folder(from: &Path, to: &Path) -> Result<(), HuntError> {
    let Ok(entries) = std::fs::read_dir(from) else {
        return Ok(());
    };
    let copy = || -> std::io::Result<()> {
        std::fs::create_dir_all(to)?;
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                std::fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
        Ok(())
    };
    copy().map_err(|source| HuntError::Write {
        path: to.to_path_buf(),
        source,
    })
}
