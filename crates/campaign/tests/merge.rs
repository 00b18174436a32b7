//! Parts of a uniform hunt, merged, are the hunt that nobody cut, whatever happened to them.

mod planted;

use gadfly_campaign::{
    Event, Exchange, Joined, Merged, Parts, ScheduleKind, Shard, Source, hunt, merge,
};
use gadfly_store::{Store, VerdictState};
use planted::{outcome, parts};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const PARTS: u64 = 3;

/// A part of the hunt that only confirms. It is stopped as often as it gets on, so many times at most;
/// `publish` leaves a copy each time.
fn part(folder: &Path, number: u64, stops: usize) -> bool {
    let shard = Shard { number, of: PARTS };
    for session in 0.. {
        let mut parts = parts(folder, 1, ScheduleKind::Uniform, folder.exists());
        parts.plan.shard = shard;
        parts.plan.reduce = false;
        parts.publish = true;
        parts.plan.save(folder).unwrap();
        let stop = AtomicBool::new(false);
        let mut stop_later = |event: Event| {
            if matches!(event, Event::Progress(ref s) if s.session_tests > 0) && session < stops {
                stop.store(true, Ordering::SeqCst);
            }
        };
        let ended = hunt(parts, &stop, &mut stop_later).unwrap();
        if !stop.load(Ordering::SeqCst) {
            return ended.snapshot.positions > 0;
        }
        if session + 1 == stops && number == 0 {
            return false;
        }
    }
    unreachable!()
}

/// Finishes a merge: what waits is confirmed, what is not reduced is reduced, nothing is made.
fn finish(folder: &Path) -> Vec<Joined> {
    let plan = gadfly_campaign::Plan::load(folder).unwrap();
    let before = Store::read(folder).unwrap().findings().unwrap();
    let whole = Parts {
        plan,
        ..parts(folder, 1, ScheduleKind::Uniform, true)
    };
    let mut joined = Vec::new();
    let mut tell = |event: Event| {
        if let Event::Merged { id, into } = event
            && let Some(index) = before.iter().find(|f| f.id == id).map(|f| f.index)
        {
            joined.push(Joined { id, index, into });
        }
    };
    let ended = hunt(whole, &AtomicBool::new(false), &mut tell).unwrap();
    assert_eq!(ended.snapshot.session_tests, 0);
    joined
}

fn undisturbed(folder: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let whole = parts(folder, 1, ScheduleKind::Uniform, false);
    hunt(whole, &AtomicBool::new(false), &mut |_| {}).unwrap();
    outcome(folder)
}

#[test]
fn parts_make_the_whole_and_what_was_reduced_stays_so() {
    let top = tempfile::tempdir().unwrap();
    let path = |name: &str| top.path().join(name);
    let folders: Vec<PathBuf> = (0..PARTS).map(|n| path(&format!("part{n}"))).collect();
    // The first part is stopped early, and merged as far as it has come.
    assert!(!part(&folders[0], 0, 1), "the first part is not done");
    assert!(part(&folders[1], 1, 2) && part(&folders[2], 2, 0));
    let published = |hunt: &PathBuf| Source::published(hunt).unwrap();
    let sources: Vec<Source> = folders.iter().map(published).collect();
    let first = merge(&sources, None, &[], &path("first")).unwrap();
    assert!(first.positions < 3000 && first.repeated > 0, "{first:?}");
    assert_eq!(first.unreduced, 3);
    let joined = finish(&path("first"));
    assert_eq!(joined.len(), 1, "two bugs turn out to be one");

    // The rest of it, and a merge that knows the one before.
    assert!(part(&folders[0], 0, 0));
    let sources: Vec<Source> = folders.iter().map(|hunt| Source::ended(hunt)).collect();
    let earlier = path("first");
    let last = merge(&sources, Some(&earlier), &joined, &path("last")).unwrap();
    assert_eq!((last.positions, last.waiting), (3000, 0));
    let again = finish(&path("last"));

    let single = undisturbed(&path("single"));
    let merged = outcome(&path("last"));
    assert!(merged.0 == single.0, "the tests differ");
    assert_eq!(merged.1, single.1);
    assert_eq!(merged.2, single.2);
    let counts = |folder: &str| {
        let store = Store::read(&path(folder)).unwrap();
        let tallies = store.tallies().unwrap().into_iter();
        let runs: Vec<_> = tallies.map(|t| (t.solver, t.class, t.runs)).collect();
        (store.made().unwrap(), runs, store.verdict_counts().unwrap())
    };
    assert_eq!(counts("last"), counts("single"));
    // What was reduced for the first merge is not reduced again.
    if last.unreduced == 0 {
        assert!(again.is_empty());
        let files = std::fs::read_dir(path("last").join("findings")).unwrap();
        assert_eq!(files.count(), merged.2.len(), "a folder a finding");
    }
    let fresh = merge(&sources, None, &[], &path("fresh")).unwrap();
    assert_eq!(
        Merged {
            unreduced: last.unreduced,
            findings: last.findings,
            ..fresh
        },
        last
    );
    assert!(last.unreduced < fresh.unreduced, "{last:?}");
}

#[test]
fn parts_of_another_hunt_are_refused() {
    let top = tempfile::tempdir().unwrap();
    let folders = ["a", "b"].map(|name| top.path().join(name));
    for (n, folder) in folders.iter().enumerate() {
        assert!(part(folder, n as u64, 0));
    }
    let mut plan = gadfly_campaign::Plan::load(&folders[1]).unwrap();
    plan.catalog = "other".into();
    plan.save(&folders[1]).unwrap();
    let sources: Vec<Source> = folders.iter().map(|hunt| Source::ended(hunt)).collect();
    let error = merge(&sources, None, &[], &top.path().join("out")).unwrap_err();
    assert!(error.to_string().contains("catalogue"), "{error}");
    let none = merge(&[], None, &[], &top.path().join("out")).unwrap_err();
    assert!(none.to_string().contains("no part"), "{none}");
}

/// A part of an adaptive hunt, which knows what the others know; gives how many verdicts it confirmed.
fn adaptive(folders: &[PathBuf], number: usize) -> usize {
    let folder = &folders[number];
    let mut parts = parts(folder, 1, ScheduleKind::Adaptive, false);
    let (number, of) = (number as u64, folders.len() as u64);
    parts.plan.shard = Shard { number, of };
    parts.exchange = Some(Exchange::among(folders.to_vec(), folder));
    parts.plan.save(folder).unwrap();
    hunt(parts, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let verdicts = Store::read(folder).unwrap().verdicts().unwrap();
    let confirmed = verdicts
        .iter()
        .filter(|v| v.state == VerdictState::Confirmed);
    confirmed.count()
}

#[test]
fn what_one_part_knows_costs_the_others_nothing_and_no_trigger_is_lost() {
    let top = tempfile::tempdir().unwrap();
    let folders = ["a", "b"].map(|name| top.path().join(name));
    assert!(adaptive(&folders, 0) >= 3);
    assert_eq!(
        adaptive(&folders, 1),
        0,
        "the first part confirmed enough of all groups"
    );
    let sources: Vec<Source> = folders.iter().map(|hunt| Source::ended(hunt)).collect();
    let merged = top.path().join("merged");
    let counts = merge(&sources, None, &[], &merged).unwrap();
    assert_eq!((counts.findings, counts.unreduced), (2, 0));
    let store = Store::read(&merged).unwrap();
    let of_finding = |v: &gadfly_store::VerdictRow| v.finding.is_some();
    let verdicts = store.verdicts().unwrap();
    assert!(verdicts.iter().all(of_finding), "all belong to a finding");
    let triggers: u64 = store.findings().unwrap().iter().map(|f| f.triggers).sum();
    assert_eq!(triggers, verdicts.len() as u64);
}
