//! What was asked of a hunt: kept in `hunt.toml`, read back by `--resume`.

use crate::{HuntError, Shard};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How the next formula is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScheduleKind {
    /// By what paid off so far; the decisions are recorded.
    #[default]
    Adaptive,
    /// By seed and position alone.
    Uniform,
}

/// When a hunt ends; the first that is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// Positions, over all shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
    /// Seconds of hunting, all resumptions together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<u64>,
}

/// Ten years, in seconds: more than any hunt, and less than clocks can hold.
const MOST_SECONDS: f64 = 315_360_000.0;
/// Positions are kept as signed numbers, and sums of two of them must not overflow.
const MOST_COUNT: u64 = 1 << 60;
/// Threads.
const MOST_JOBS: u64 = 4096;

/// The strategies of hunts that began before plans named them: one that is added later must not
/// change what such a hunt goes on with.
const UNNAMED: [&str; 7] = [
    "op",
    "type",
    "swap",
    "fusion",
    "weaken",
    "random",
    "enumerate",
];

/// What was asked of a hunt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// gadfly's version.
    pub gadfly: String,
    /// The catalogue's short hash.
    pub catalog: String,
    /// The random generator's name.
    pub rng: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Files and folders of seeds; none is the built-in ones.
    pub seeds: Vec<String>,
    /// The hash over all seeds' contents.
    pub seeds_hash: String,
    /// Solvers under test, resolved.
    pub solvers: Vec<String>,
    /// Solvers that only confirm and arbitrate, resolved.
    pub references: Vec<String>,
    /// What each solver says its version is.
    pub versions: Vec<String>,
    /// The profile that was named for whole commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Strategies.
    pub strategies: Vec<String>,
    /// Whether edges of the solvers' control flow steer the hunt, where a build tells them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guided: bool,
    /// How the next formula is chosen.
    pub schedule: ScheduleKind,
    /// Workers.
    pub jobs: usize,
    /// The time limit of a run, in milliseconds.
    pub timeout_ms: u64,
    /// The memory limit of a run, in bytes.
    pub memory: u64,
    /// Which part of the positions.
    pub shard: Shard,
    /// Operators, options or a theory that everything is biased towards.
    pub focus: Vec<String>,
    /// The only logics that formulas are made of; none is all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logics: Vec<String>,
    /// Only seeds with one of these words, where there are such seeds; none is all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seeds_with: Vec<String>,
    /// Whether options are varied.
    pub vary_options: bool,
    /// Whether experimental options may be varied too.
    pub experimental: bool,
    /// Whether a proof is asked for at every `unsat`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub proofs: bool,
    /// Whether findings are made small while the hunt goes on.
    pub reduce: bool,
    /// A command that is started for each new finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_finding: Option<String>,
    /// When it ends.
    pub budget: Budget,
}

impl Plan {
    /// Writes `hunt.toml`.
    pub fn save(&self, folder: &Path) -> Result<(), HuntError> {
        let path = folder.join("hunt.toml");
        let text = toml::to_string(self).map_err(|error| HuntError::Plan {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        let part = folder.join("hunt.toml.part");
        std::fs::write(&part, text)
            .and_then(|()| std::fs::rename(&part, &path))
            .map_err(|source| HuntError::Write { path, source })
    }

    /// Reads `hunt.toml`.
    pub fn load(folder: &Path) -> Result<Plan, HuntError> {
        let path = folder.join("hunt.toml");
        let bad = |reason: String| HuntError::Plan {
            path: path.clone(),
            reason,
        };
        let text = std::fs::read_to_string(&path).map_err(|error| bad(error.to_string()))?;
        let mut plan: Plan = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        if plan.strategies.is_empty() {
            plan.strategies = UNNAMED.map(String::from).to_vec();
        }
        plan.wrong().map_or(Ok(plan), |reason| Err(bad(reason)))
    }

    /// What no hunt can have been asked for: somebody changed the file by hand.
    fn wrong(&self) -> Option<String> {
        let Shard { number, of } = self.shard;
        if number >= of || of > MOST_COUNT {
            return Some(format!(
                "shard number {number} of {of}: parts are numbered from 0, and there is at least one"
            ));
        }
        let seconds = self.budget.seconds.unwrap_or(0.0);
        if !(0.0..=MOST_SECONDS).contains(&seconds) {
            return Some(format!(
                "budget.seconds = {seconds}: write a number from 0 to {MOST_SECONDS}"
            ));
        }
        let counts = [
            ("jobs", self.jobs as u64, MOST_JOBS),
            ("timeout_ms", self.timeout_ms, MOST_SECONDS as u64 * 1000),
            ("memory", self.memory, i64::MAX as u64),
            ("budget.tests", self.budget.tests.unwrap_or(0), MOST_COUNT),
            (
                "budget.findings",
                self.budget.findings.unwrap_or(0),
                MOST_COUNT,
            ),
        ];
        let too_large = counts.iter().find(|(_, value, most)| value > most);
        too_large.map(|(key, value, most)| format!("{key} = {value}: at most {most}"))
    }

    /// Refuses to go on with inputs that would make other formulas.
    pub fn must_match(&self, now: &Plan) -> Result<(), HuntError> {
        let differs = |what, before: String, now: String| {
            if before == now {
                return Ok(());
            }
            Err(HuntError::Changed { what, before, now })
        };
        differs("catalogue", self.catalog.clone(), now.catalog.clone())?;
        differs("random generator", self.rng.clone(), now.rng.clone())?;
        differs(
            "set of seeds",
            self.seeds_hash.clone(),
            now.seeds_hash.clone(),
        )?;
        differs(
            "set of solver versions",
            self.versions.join(", "),
            now.versions.join(", "),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_edited_into_nonsense_is_refused_with_words() {
        let folder = tempfile::tempdir().unwrap();
        for (text, word) in [
            ("[shard]\nnumber = 0\nof = 0\n", "shard"),
            ("[shard]\nnumber = 3\nof = 2\n", "shard"),
            ("[budget]\nseconds = -4.0\n", "budget.seconds"),
            ("[budget]\nseconds = nan\n", "budget.seconds"),
            ("[budget]\nseconds = 1e300\n", "budget.seconds"),
            ("[budget]\ntests = 9223372036854775807\n", "budget.tests"),
            ("timeout_ms = 9223372036854775807\n", "timeout_ms"),
            ("jobs = 1000000000\n", "jobs"),
            ("jobs = -1\n", "jobs"),
        ] {
            std::fs::write(folder.path().join("hunt.toml"), text).unwrap();
            let error = Plan::load(folder.path()).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn a_hunt_from_before_goes_on_with_its_own_strategies() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan {
            jobs: 1,
            shard: Shard { number: 0, of: 1 },
            ..Plan::default()
        };
        plan.save(folder.path()).unwrap();
        let read = Plan::load(folder.path()).unwrap();
        assert_eq!(read.strategies, UNNAMED);
    }

    #[test]
    fn a_plan_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan {
            seed: u64::MAX >> 1,
            seeds: vec!["a b".into()],
            strategies: vec!["split".into()],
            shard: Shard { number: 1, of: 3 },
            budget: Budget {
                tests: Some(10),
                ..Budget::default()
            },
            ..Plan::default()
        };
        plan.save(folder.path()).unwrap();
        assert_eq!(Plan::load(folder.path()).unwrap(), plan);
        let other = Plan {
            catalog: "x".into(),
            ..plan.clone()
        };
        assert!(
            plan.must_match(&other)
                .unwrap_err()
                .to_string()
                .contains("catalogue")
        );
    }
}
