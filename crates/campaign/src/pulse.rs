//! A hunt's `status.json`: a sign of life about once a second.

use crate::event::Snapshot;
use crate::plan::Plan;
use gadfly_store::{Class, Ends, HuntStatus};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_secs(1);
/// The rate is that of so many beats.
const LATE: usize = 10;

/// Writes where a hunt stands into its folder.
pub(crate) struct Pulse {
    folder: PathBuf,
    solvers: Vec<String>,
    shard: (u64, u64),
    last: Option<Instant>,
    /// Seconds and tests of the last few beats.
    late: VecDeque<(f64, u64)>,
}

impl Pulse {
    pub(crate) fn new(folder: &Path, plan: &Plan) -> Pulse {
        Pulse {
            folder: folder.to_path_buf(),
            solvers: plan.solvers.clone(),
            shard: (plan.shard.number, plan.shard.of),
            last: None,
            late: VecDeque::new(),
        }
    }

    /// Writes it, where a second has gone by.
    pub(crate) fn beat(&mut self, snapshot: &Snapshot) {
        if self.last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let rate = self.rate(snapshot);
        self.write(HuntStatus {
            rate,
            ..self.status(snapshot)
        });
    }

    /// Writes it for the last time.
    pub(crate) fn stop(&mut self, snapshot: &Snapshot, why: String) {
        self.write(HuntStatus {
            ended: Some(why),
            seconds_left: None,
            ..self.status(snapshot)
        });
    }

    /// A hunt goes on though nobody can watch it: a disk that cannot be written is the store's to say.
    fn write(&self, mut status: HuntStatus) {
        let _ = status.write(&self.folder);
    }

    /// Tests a second of late.
    fn rate(&mut self, snapshot: &Snapshot) -> f64 {
        let now = (snapshot.session_seconds, snapshot.session_tests);
        self.late.push_back(now);
        if self.late.len() > LATE {
            self.late.pop_front();
        }
        let (seconds, tests) = match self.late.len() {
            1 => (0.0, 0),
            _ => self.late[0],
        };
        now.1.saturating_sub(tests) as f64 / (now.0 - seconds).max(0.001)
    }

    fn status(&self, snapshot: &Snapshot) -> HuntStatus {
        let ends = snapshot.ends.iter();
        let sentences = snapshot.shortfalls.iter();
        HuntStatus {
            shard: self.shard,
            seconds: snapshot.seconds,
            seconds_left: snapshot.seconds_left,
            tests: snapshot.tests,
            findings: snapshot.findings.values().sum(),
            last_found: snapshot.last_found,
            waiting: snapshot.waiting,
            unreduced: snapshot.unreduced,
            doubts: snapshot.doubts,
            solvers: self.solvers.clone(),
            ends: ends.map(|(of, ends)| (of.clone(), counts(ends))).collect(),
            strategies: snapshot.strategies.clone(),
            warnings: sentences.map(|of| of.sentence.clone()).collect(),
            cpu: (snapshot.solver_cpu, snapshot.own_cpu),
            ..HuntStatus::default()
        }
    }
}

fn counts(ends: &Ends) -> BTreeMap<Class, u64> {
    let of = |class: &Class| (*class, ends.sum(&[*class]));
    let all = Class::ALL.iter().map(of);
    all.filter(|(_, runs)| *runs > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_late_and_the_end_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut pulse = Pulse::new(folder.path(), &Plan::default());
        let mut snapshot = Snapshot::default();
        let mut rate = 0.0;
        for second in 1..=40u32 {
            snapshot.session_seconds = second.into();
            snapshot.session_tests += if second > 20 { 50 } else { 5 };
            rate = pulse.rate(&snapshot);
            if second == 5 {
                assert!((rate - 5.0).abs() < 1e-6, "{rate}");
            }
        }
        assert!((rate - 50.0).abs() < 1e-6, "{rate}");
        pulse.beat(&snapshot);
        assert!(HuntStatus::read(folder.path()).unwrap().is_alive());
        pulse.stop(&snapshot, "time is up".into());
        let status = HuntStatus::read(folder.path()).unwrap();
        assert_eq!(status.ended.as_deref(), Some("time is up"));
        assert!(!status.is_alive());
    }
}
