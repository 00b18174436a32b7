//! Whether a script is slow where something else is fast, measured on CPU time and no longer than it
//! takes to be sure: near the threshold several times, far above it once.

use crate::showing::{Showing, without_header};
use gadfly_exec::Limits;
use gadfly_solver::usable;
use gadfly_solver::{Answer, Outcome};
use std::time::Duration;

/// A measurement this many times the threshold, or this part of it, is beyond doubt.
const DOUBT: f64 = 1.5;
/// How often each side is measured in all where there is doubt.
const MEASUREMENTS: usize = 3;

/// What the slow side is measured against.
enum Against<'a> {
    /// Another solver or release on the same script.
    Peer(&'a str),
    /// The same solver on the formula that this one was made from.
    Parent(&'a str),
}

impl Showing<'_> {
    /// Whether the blamed solver is slow on the script where a peer, or itself on the parent, is
    /// fast.
    pub(crate) fn shows_slowness(&self, script: &str, parent: Option<&str>) -> bool {
        let script = without_header(script);
        let parents = parent.map(|text| Against::Parent(without_header(text)));
        let peers = self.peers().iter().map(|spec| Against::Peer(spec));
        let against: Vec<Against> = match parents {
            Some(parent) => vec![parent],
            None => peers.collect(),
        };
        against.iter().any(|fast| self.is_far_slower(script, fast))
    }

    fn is_far_slower(&self, script: &str, against: &Against) -> bool {
        let (mut slow, mut fast) = (Vec::new(), Vec::new());
        for _ in 0..MEASUREMENTS {
            let Some(time) = self.fast_time(script, against) else {
                return false;
            };
            fast.push(time);
            let threshold = self.threshold(median(&mut fast), against);
            let Some(time) = self.slow_time(script, threshold) else {
                return false;
            };
            slow.push(time);
            let ratio = median(&mut slow).as_secs_f64() / threshold.as_secs_f64();
            if !(1.0 / DOUBT..DOUBT).contains(&ratio) || slow.len() == MEASUREMENTS {
                return ratio >= 1.0;
            }
        }
        false
    }

    /// What counts as slow, where something takes so long.
    fn threshold(&self, fast: Duration, against: &Against) -> Duration {
        let policy = self.settings().policy.slow;
        let ratio = match against {
            Against::Peer(spec) if !self.is_relative(spec) => policy.family_ratio,
            _ => policy.ratio,
        };
        fast.mul_f64(ratio).max(policy.floor)
    }

    /// The CPU time of the fast side, where it decides everything.
    fn fast_time(&self, script: &str, against: &Against) -> Option<Duration> {
        let run = match against {
            Against::Peer(spec) => self.run(spec, script)?,
            Against::Parent(text) => self.run(&self.verdict().solver, text)?,
        };
        let decided = |n| matches!(usable(&run, n), Some(Answer::Sat | Answer::Unsat));
        let all = !run.answers.is_empty() && (0..run.answers.len()).all(decided);
        (run.outcome == Outcome::Done && all).then_some(run.raw.cpu)
    }

    /// The CPU time of the slow side, which is stopped where there is no doubt any more.
    fn slow_time(&self, script: &str, threshold: Duration) -> Option<Duration> {
        let limits = &self.settings().limits;
        let enough = threshold.mul_f64(DOUBT);
        let cpu = limits.cpu.map_or(enough, |most| most.min(enough));
        let limits = Limits {
            cpu: Some(cpu),
            ..*limits
        };
        let run = self.run_within(&self.verdict().solver, script, &limits)?;
        let counts = matches!(run.outcome, Outcome::Done | Outcome::Timeout);
        counts.then_some(run.raw.cpu)
    }

    fn is_relative(&self, spec: &str) -> bool {
        let family = |spec: &str| spec.split(['@', ' ']).next().map(str::to_string);
        let own = self.verdict();
        let at_hand = self.runner().solvers();
        let known = at_hand.iter().find(|solver| solver.spec == spec);
        known.map_or(family(spec) == family(&own.solver), |solver| {
            solver.family == own.family
        })
    }
}

/// The middle one; of two the smaller.
fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    let middle = times.len().saturating_sub(1) / 2;
    times.get(middle).copied().unwrap_or_default()
}
