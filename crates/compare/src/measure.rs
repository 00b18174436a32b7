//! What one run came to.

use crate::error::CompareError;
use crate::study::{self, StudyError};
use gadfly_report::Summary;
use gadfly_store::{Class, Finding};
use gadfly_vocabulary::Kind;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What one run came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// The number of its configuration.
    pub(crate) configuration: usize,
    /// Seconds.
    pub(crate) seconds: f64,
    /// Formulas that were run, where that is known.
    pub(crate) formulas: Option<u64>,
    /// CPU seconds of solvers, or of the whole tool.
    pub(crate) cpu: f64,
    /// The share of solvers' CPU time that went into runs that timed out, where that is known.
    pub(crate) timeouts: Option<f64>,
    /// What was found.
    pub(crate) findings: Vec<Finding>,
}

/// What is kept of a run once it is over: `finished.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) seconds: f64,
    pub(crate) cpu: f64,
    /// What another tool found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) seen: Vec<Seen>,
}

/// A script of another tool that `gadfly check` confirms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen {
    pub(crate) kind: Kind,
    pub(crate) solver: String,
    pub(crate) sentence: String,
    pub(crate) identity: String,
    /// Seconds from the beginning until the script was written.
    pub(crate) found: f64,
    /// The script's path below the run's folder.
    pub(crate) script: String,
}

impl Finished {
    pub(crate) const FILE: &str = "finished.json";

    /// That of a run, once it is over.
    pub(crate) fn load(folder: &Path) -> Option<Finished> {
        study::load(&folder.join(Self::FILE))
    }

    pub(crate) fn save(&self, folder: &Path) -> Result<(), StudyError> {
        study::save(&folder.join(Self::FILE), self)
    }
}

/// A finding that is told by its bug alone: hunts put the release before it, and a bug that two
/// configurations find in two releases is one.
fn told(finding: &Finding) -> Finding {
    let release = format!("{} ", finding.version);
    let identity = finding.identity.strip_prefix(&release);
    Finding {
        identity: identity.unwrap_or(&finding.identity).to_string(),
        ..finding.clone()
    }
}

impl Measured {
    /// Of a hunt.
    pub(crate) fn hunt(folder: &Path) -> Result<Measured, CompareError> {
        let summary = Summary::load(&[folder])?;
        let spent = |class: Option<Class>| -> u64 {
            let of = summary.tallies.iter();
            let of = of.filter(|tally| class.is_none_or(|class| tally.class == class));
            of.map(|tally| tally.cpu_us).sum()
        };
        let all = spent(None);
        let timeouts = spent(Some(Class::Timeout)) as f64 / all.max(1) as f64;
        let findings = summary.findings.iter().map(|shown| told(&shown.finding));
        Ok(Measured {
            seconds: summary.seconds,
            formulas: Some(summary.tests()),
            cpu: summary.cpu.1,
            timeouts: (all > 0).then_some(timeouts),
            findings: findings.collect(),
            ..Measured::default()
        })
    }

    /// Of another tool.
    pub(crate) fn tool(finished: &Finished) -> Measured {
        let finding = |seen: &Seen| {
            let (family, version) = seen.solver.split_once('@').unwrap_or((&seen.solver, ""));
            Finding {
                id: seen.script.clone(),
                kind: seen.kind,
                solver: seen.solver.clone(),
                family: family.to_string(),
                version: version.to_string(),
                title: seen.sentence.clone(),
                sentence: seen.sentence.clone(),
                identity: seen.identity.clone(),
                // Nothing but its identity says what it is.
                named: true,
                found: seen.found,
                triggers: 1,
                ..Finding::default()
            }
        };
        Measured {
            seconds: finished.seconds,
            cpu: finished.cpu,
            findings: finished.seen.iter().map(finding).collect(),
            ..Measured::default()
        }
    }
}
