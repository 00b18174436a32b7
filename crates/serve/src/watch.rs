//! What is there: hunts and studies, looked at a few times a second and read again where they changed.

use crate::error::ServeError;
use crate::events::{Edition, Hub};
use crate::live;
use crate::stamp::{STORE, Stamp};
use crate::study::{Study, is_study};
use gadfly_report::{Night, Shown, Summary, history};
use gadfly_store::{HuntStatus, Store, StoreError, TestState, folders_below, is_hunt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often new folders are looked for.
const FOLDERS: Duration = Duration::from_secs(2);
/// How often a changing store is read.
const READING: Duration = Duration::from_millis(700);

/// A hunt as it was seen last.
#[derive(Clone, Debug)]
pub(crate) struct Hunt {
    pub(crate) folder: PathBuf,
    /// Its name in addresses.
    pub(crate) slug: String,
    pub(crate) status: HuntStatus,
    pub(crate) findings: Vec<Shown>,
    /// Why its store cannot be read.
    pub(crate) trouble: Option<String>,
    /// Which of the given folders it was found in.
    given: usize,
    /// What the status and the store looked like when they were read.
    status_stamp: Stamp,
    stamp: Stamp,
    findings_stamp: u64,
    read: Option<Instant>,
}

/// Everything that is watched.
pub(crate) struct Watch {
    given: Vec<PathBuf>,
    pub(crate) hunts: Vec<Hunt>,
    pub(crate) studies: Vec<Study>,
    looked: Option<Instant>,
    edition: Edition,
}

impl Watch {
    /// Watches folders: hunts', studies', or those that have some in them.
    pub(crate) fn new(given: Vec<PathBuf>) -> Result<Watch, ServeError> {
        match given.iter().find(|folder| !folder.is_dir()) {
            Some(none) => Err(ServeError::NoFolder(none.clone())),
            None => Ok(Watch {
                given,
                hunts: Vec::new(),
                studies: Vec::new(),
                looked: None,
                edition: Edition::default(),
            }),
        }
    }

    /// Looks at everything, and publishes what changed.
    pub(crate) fn look(&mut self, hub: &Hub) {
        let mut news = self.edition.number == 0;
        if self.looked.is_none_or(|looked| looked.elapsed() >= FOLDERS) {
            self.looked = Some(Instant::now());
            news |= self.look_for_folders();
        }
        let mut found = news;
        for hunt in &mut self.hunts {
            news |= hunt.look_at_status();
            found |= hunt.look_at_store();
        }
        // What is said of a silent hunt changes though it does nothing.
        let running = self
            .hunts
            .iter()
            .filter(|hunt| hunt.status.is_alive())
            .count();
        news |= found || running != self.edition.running;
        if news {
            self.edition.running = running;
            self.publish(hub, found);
        }
    }

    fn publish(&mut self, hub: &Hub, found: bool) {
        self.edition.number += 1;
        let shown = self.hunts.iter().flat_map(Hunt::shown);
        let summary = Summary::of_findings(shown.collect::<Vec<_>>());
        let now = live::now(&self.hunts, &self.studies, &summary);
        self.edition.put("live-now", now);
        if found {
            let past = live::past(&history(&self.nights()));
            self.edition
                .put("live-found", live::found(&self.hunts, &summary));
            self.edition.put("live-past", past);
        }
        self.edition.page = live::page(&self.edition.parts).into_bytes().into();
        let hunts = self.hunts.iter();
        self.edition.hunts = hunts.map(|h| (h.slug.clone(), h.folder.clone())).collect();
        let studies = self.studies.iter();
        self.edition.studies = studies
            .map(|s| (s.slug.clone(), s.folder.clone()))
            .collect();
        hub.publish(self.edition.clone());
    }

    /// A night is a given folder; where there is only one, each hunt in it.
    fn nights(&self) -> Vec<Night> {
        let mut nights: Vec<(usize, Night)> = Vec::new();
        for (number, hunt) in self.hunts.iter().enumerate() {
            let several = self.given.len() > 1;
            let of = if several { hunt.given } else { number };
            let same = nights.iter_mut().find(|(known, _)| *known == of);
            let night = match same {
                Some((_, night)) => night,
                None => {
                    let folder = if several {
                        self.given[hunt.given].display().to_string()
                    } else {
                        hunt.folder.display().to_string()
                    };
                    let night = Night {
                        folder,
                        ..Night::default()
                    };
                    nights.push((of, night));
                    &mut nights.last_mut().expect("it was pushed").1
                }
            };
            night.findings.extend(hunt.findings.iter().cloned());
            night.tested.extend(hunt.status.solvers.iter().cloned());
        }
        nights.into_iter().map(|(_, night)| night).collect()
    }

    /// Looks for hunts and studies; whether anything changed.
    fn look_for_folders(&mut self) -> bool {
        let mut found: Vec<(usize, PathBuf)> = Vec::new();
        let mut studies: Vec<PathBuf> = Vec::new();
        let either = |folder: &Path| is_hunt(folder) || is_study(folder);
        for (number, given) in self.given.iter().enumerate() {
            for folder in folders_below(given, &either) {
                let hunt = is_hunt(&folder);
                let known = found.iter().any(|(_, known)| *known == folder);
                match hunt {
                    true if !known => found.push((number, folder)),
                    false if !studies.contains(&folder) => studies.push(folder),
                    _ => {}
                }
            }
        }
        let before: Vec<PathBuf> = self.hunts.iter().map(|hunt| hunt.folder.clone()).collect();
        let mut known = std::mem::take(&mut self.hunts);
        for (given, folder) in found {
            let at = known.iter().position(|hunt| hunt.folder == folder);
            let hunt = match at {
                Some(at) => known.swap_remove(at),
                None => {
                    let taken = self.hunts.iter().chain(&known).map(|hunt| &*hunt.slug);
                    Hunt::new(given, &folder, slug(&folder, taken))
                }
            };
            self.hunts.push(hunt);
        }
        let after = self.hunts.iter().map(|hunt| &hunt.folder);
        let mut changed = !after.eq(before.iter());
        let mut looked: Vec<Study> = Vec::new();
        for folder in studies {
            let old = self.studies.iter().find(|study| study.folder == folder);
            let slug = match old {
                Some(old) => old.slug.clone(),
                None => slug(
                    &folder,
                    looked.iter().chain(&self.studies).map(|s| &*s.slug),
                ),
            };
            looked.push(Study::look(&folder, slug));
        }
        changed |= looked != self.studies;
        self.studies = looked;
        changed
    }
}

/// A name for addresses that nobody else has.
fn slug<'a>(folder: &Path, taken: impl Iterator<Item = &'a str> + Clone) -> String {
    let full = folder
        .canonicalize()
        .unwrap_or_else(|_| folder.to_path_buf());
    let name = full.file_name().map(|name| name.to_string_lossy());
    let plain = |c: char| match c.is_ascii_alphanumeric() || "-_.".contains(c) {
        true => c,
        false => '-',
    };
    let name: String = name.unwrap_or_default().chars().map(plain).collect();
    let name = name.trim_start_matches('.').to_string();
    let name = if name.is_empty() { "hunt".into() } else { name };
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    let free = names.find(|name| !taken.clone().any(|known| known == name));
    free.unwrap_or(name)
}

impl Hunt {
    fn new(given: usize, folder: &Path, slug: String) -> Hunt {
        Hunt {
            folder: folder.to_path_buf(),
            slug,
            status: HuntStatus::default(),
            findings: Vec::new(),
            trouble: None,
            given,
            status_stamp: Stamp::default(),
            stamp: Stamp::default(),
            findings_stamp: 0,
            read: None,
        }
    }

    /// Its findings, with the addresses of their files.
    fn shown(&self) -> impl Iterator<Item = Shown> {
        self.findings.iter().map(|shown| {
            let id = gadfly_report::address_of(&shown.finding.id);
            let files = Some(format!("hunt/{}/findings/{id}/", self.slug));
            Shown {
                files,
                ..shown.clone()
            }
        })
    }

    /// Reads its status where that changed; whether it did.
    fn look_at_status(&mut self) -> bool {
        let stamp = Stamp::of(&self.folder, &["status.json"]);
        if stamp == self.status_stamp {
            return false;
        }
        self.status_stamp = stamp;
        match HuntStatus::read(&self.folder) {
            Some(status) => {
                self.status = status;
                true
            }
            None => false,
        }
    }

    /// Reads its findings where its store changed; whether they did.
    fn look_at_store(&mut self) -> bool {
        if self.read.is_some_and(|read| read.elapsed() < READING) {
            return false;
        }
        let stamp = Stamp::of(&self.folder, STORE);
        if stamp == self.stamp {
            return false;
        }
        self.read = Some(Instant::now());
        match self.read_store() {
            Ok(changed) => {
                self.stamp = stamp;
                let healed = self.trouble.take().is_some();
                changed || healed
            }
            Err(trouble) => {
                let trouble = Some(trouble.to_string());
                let changed = trouble != self.trouble;
                self.trouble = trouble;
                changed
            }
        }
    }

    fn read_store(&mut self) -> Result<bool, StoreError> {
        let store = Store::only_read(&self.folder)?;
        // A hunt from before there were status files.
        let bare = self.status.written_ms == 0;
        if bare {
            self.status = status_of(&store)?;
        }
        let stamp = store.findings_stamp()?;
        if stamp == self.findings_stamp {
            return Ok(bare);
        }
        let name = self.folder.display().to_string();
        self.findings = Shown::all(&store, &name)?;
        self.findings_stamp = stamp;
        Ok(true)
    }
}

/// What a store says of a hunt that wrote no status.
fn status_of(store: &Store) -> Result<HuntStatus, StoreError> {
    let made = store.made()?.into_iter();
    let ran = made.filter(|(_, state, _)| *state == TestState::Run);
    let strategies = ran.map(|(strategy, _, tests)| (strategy, tests));
    let mut status = HuntStatus {
        strategies: strategies.collect(),
        ..HuntStatus::default()
    };
    status.tests = status.strategies.values().sum();
    let elapsed = store.meta("elapsed_ms")?.and_then(|text| text.parse().ok());
    status.seconds = elapsed.unwrap_or(0.0) / 1000.0;
    let tested = store.meta(gadfly_report::TESTED)?.unwrap_or_default();
    status.solvers = serde_json::from_str(&tested).unwrap_or_default();
    for tally in store.tallies()? {
        let ends = status.ends.entry(tally.solver).or_default();
        *ends.entry(tally.class).or_default() += tally.runs;
    }
    Ok(status)
}

/// Looks a few times a second, until it is to stop.
pub(crate) fn run(mut watch: Watch, hub: &Arc<Hub>, stop: &dyn Fn() -> bool) {
    const EVERY: Duration = Duration::from_millis(500);
    while !stop() {
        watch.look(hub);
        std::thread::sleep(EVERY);
    }
}
