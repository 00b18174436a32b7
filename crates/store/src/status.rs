//! `status.json`: where a hunt stands, written about once a second for whoever watches it from outside.

use gadfly_vocabulary::Class;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

const FILE: &str = "status.json";
/// A hunt that wrote nothing for so long is not at work any more.
const ALIVE: Duration = Duration::from_secs(10);

/// Where a hunt stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HuntStatus {
    /// Milliseconds since 1970 when this was written.
    pub written_ms: u64,
    /// Why it ended, where it has.
    pub ended: Option<String>,
    /// This machine's part of the positions, and of how many.
    pub shard: (u64, u64),
    /// Seconds of hunting, all resumptions together.
    pub seconds: f64,
    /// Seconds left, where that is known.
    pub seconds_left: Option<f64>,
    /// Formulas run.
    pub tests: u64,
    /// Formulas a second over the last few seconds.
    pub rate: f64,
    /// Distinct findings.
    pub findings: u64,
    /// When the last one was made, in seconds of the hunt.
    pub last_found: Option<f64>,
    /// Verdicts that wait for confirmation.
    pub waiting: u64,
    /// Findings whose case is not reduced.
    pub unreduced: u64,
    /// Verdicts that nobody beside us bears out.
    pub doubts: u64,
    /// The solvers under test.
    pub solvers: Vec<String>,
    /// How the runs of each solver ended.
    pub ends: BTreeMap<String, BTreeMap<Class, u64>>,
    /// Formulas run by strategy.
    pub strategies: BTreeMap<String, u64>,
    /// Which solvers were barely tested, or not at all.
    pub warnings: Vec<String>,
    /// CPU seconds of the solvers and of gadfly itself.
    pub cpu: (f64, f64),
}

impl HuntStatus {
    /// Writes it into a hunt's folder, whole or not at all.
    pub fn write(&mut self, folder: &Path) -> io::Result<()> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        self.written_ms = now.map_or(0, |since| since.as_millis() as u64);
        let part = folder.join("status.json.part");
        std::fs::write(&part, serde_json::to_vec(self)?)?;
        std::fs::rename(&part, folder.join(FILE))
    }

    /// Reads a hunt's; `None` where there is none that can be read.
    pub fn read(folder: &Path) -> Option<HuntStatus> {
        let text = std::fs::read(folder.join(FILE)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// How long ago it was written.
    pub fn age(&self) -> Duration {
        let written = SystemTime::UNIX_EPOCH + Duration::from_millis(self.written_ms);
        written.elapsed().unwrap_or_default()
    }

    /// Whether the hunt is at work: it has not ended, and not been silent for long.
    pub fn is_alive(&self) -> bool {
        self.ended.is_none() && self.age() < ALIVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_grows_old() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(HuntStatus::read(folder.path()), None);
        let mut status = HuntStatus {
            tests: 7,
            ends: BTreeMap::from([("z3".into(), BTreeMap::from([(Class::Sat, 7)]))]),
            ..HuntStatus::default()
        };
        status.write(folder.path()).unwrap();
        let read = HuntStatus::read(folder.path()).unwrap();
        assert_eq!(read, status);
        assert!(read.is_alive());
        let ended = HuntStatus {
            ended: Some("time is up".into()),
            ..read.clone()
        };
        let silent = HuntStatus {
            written_ms: read.written_ms - 60_000,
            ..read
        };
        assert!(!ended.is_alive() && !silent.is_alive());
        // A clock that was set back: it was written just now, as far as anybody can tell.
        let ahead = HuntStatus {
            written_ms: ended.written_ms + 3_600_000,
            ended: None,
            ..ended
        };
        assert_eq!(ahead.age(), Duration::ZERO);
    }

    #[test]
    fn half_a_file_and_a_newer_one_are_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{\"tests\": 3").unwrap();
        assert_eq!(HuntStatus::read(folder.path()), None);
        std::fs::write(folder.path().join(FILE), "{\"tests\": 3, \"new\": 1}").unwrap();
        assert_eq!(HuntStatus::read(folder.path()).unwrap().tests, 3);
    }
}
