//! What is measured: configurations, each with its formulas, and a budget for each run.

use crate::error::CoverageError;
use gadfly_campaign::{Library, Stream};
use gadfly_exec::Limits;
use gadfly_rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a run may use; it ends where the first is used up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// CPU seconds of the solver, or of another tool with all that it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// Formulas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formulas: Option<u64>,
}

impl Budget {
    /// Which share is used up, from 0 to 1.
    pub(crate) fn used(&self, cpu: f64, formulas: u64) -> f64 {
        let of_cpu = self.cpu.map_or(0.0, |all| cpu / all);
        let of_formulas = self
            .formulas
            .map_or(0.0, |all| formulas as f64 / all as f64);
        of_cpu.max(of_formulas).min(1.0)
    }
}

/// Where a configuration's formulas come from.
#[derive(Clone)]
pub enum Source {
    /// These, once each, in an order that the run's seed chooses: a budget that ends early should not
    /// cut off what comes late in the alphabet.
    Scripts(Arc<Vec<String>>),
    /// What a hunt with the uniform schedule makes of these seeds with these strategies.
    Made(Arc<Library>, Vec<String>),
    /// Another program, which runs the solver itself. In its command line `{seconds}`, `{formulas}`,
    /// `{seed}` and `{out}` stand for what it is given.
    Tool(Vec<String>),
}

/// One of the things that are measured.
#[derive(Clone, Serialize)]
pub struct Configuration {
    /// Its name: letters, digits, `.`, `_` and `-`.
    pub name: String,
    /// What it runs, in words.
    pub about: String,
    /// Its formulas.
    #[serde(skip)]
    pub source: Source,
}

/// What is measured, and how.
#[derive(Clone, Serialize)]
pub struct Plan {
    /// The solver.
    pub solver: String,
    /// The configurations.
    pub configurations: Vec<Configuration>,
    /// How often each runs.
    pub repeat: u32,
    /// What each run may use.
    pub budget: Budget,
    /// How often a run's counters are read, at even distances of its budget.
    pub points: u32,
    /// The seed of the first runs; the next ones have the next numbers.
    pub seed: u64,
    /// The most CPU time of one formula, in milliseconds.
    pub timeout_ms: u64,
    /// The most memory of one formula, in bytes; 0 is no limit.
    pub memory: u64,
}

impl Plan {
    /// Whether it can be carried out at all.
    pub(crate) fn check(&self) -> Result<(), CoverageError> {
        let wrong = |reason: String| Err(CoverageError::Plan(reason));
        let mut names = BTreeSet::new();
        for one in &self.configurations {
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            let name = &one.name;
            if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
                return wrong(format!(
                    "`{name}` cannot name a folder: use letters, digits, `.`, `_` and `-`"
                ));
            }
            if !names.insert(name) {
                return wrong(format!("two configurations are called `{name}`"));
            }
            if let Source::Tool(command) = &one.source {
                let told = command.iter().any(|word| word.contains("{formulas}"));
                if self.budget.cpu.is_none() && !told {
                    return wrong(format!(
                        "{name}: its command has no {{formulas}}: give --cpu"
                    ));
                }
            }
        }
        match (self.configurations.is_empty(), self.budget) {
            (true, _) => wrong("there is nothing to measure".into()),
            (
                _,
                Budget {
                    cpu: None,
                    formulas: None,
                },
            ) => wrong("give a run a budget: --cpu, --formulas or both".into()),
            _ => Ok(()),
        }
    }

    /// Where a run keeps what it does.
    pub(crate) fn folder(out: &Path, name: &str, repetition: u32) -> PathBuf {
        out.join("runs").join(format!("{name}-{repetition}"))
    }

    /// The seed of a run.
    pub(crate) fn seed_of(&self, repetition: u32) -> u64 {
        self.seed.wrapping_add(u64::from(repetition) - 1)
    }

    /// The limits of one formula.
    pub(crate) fn limits(&self) -> Limits {
        let time = std::time::Duration::from_millis(self.timeout_ms);
        Limits {
            memory: Some(self.memory),
            ..Limits::default().timed(time)
        }
    }
}

/// The stream of the order of given formulas.
const ORDER_STREAM: u32 = 0x4f52_4445;

/// So many indices without a formula, one after another, are the end: nothing new comes of it.
const BARREN: usize = 20_000;

impl Source {
    /// Its formulas, for a run of this seed; none of another tool.
    pub(crate) fn formulas(&self, seed: u64) -> Box<dyn Iterator<Item = String>> {
        match self {
            Source::Scripts(scripts) => {
                let scripts = scripts.clone();
                let mut order: Vec<usize> = (0..scripts.len()).collect();
                Rng::new(seed, ORDER_STREAM, 0).shuffle(&mut order);
                Box::new(order.into_iter().map(move |n| scripts[n].clone()))
            }
            Source::Made(library, strategies) => {
                let mut stream = Stream::new(library.clone(), strategies, seed);
                let next = move || stream.by_ref().take(BARREN).flatten().next();
                Box::new(std::iter::from_fn(next))
            }
            Source::Tool(_) => Box::new(std::iter::empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(names: &[&str], budget: Budget) -> Plan {
        let configuration = |name: &&str| Configuration {
            name: name.to_string(),
            about: String::new(),
            source: Source::Tool(vec!["fuzz".into()]),
        };
        Plan {
            solver: "z3".into(),
            configurations: names.iter().map(configuration).collect(),
            repeat: 1,
            budget,
            points: 1,
            seed: 1,
            timeout_ms: 1000,
            memory: 0,
        }
    }

    #[test]
    fn what_cannot_be_carried_out_is_said() {
        let cpu = Budget {
            cpu: Some(1.0),
            formulas: None,
        };
        let formulas = Budget {
            cpu: None,
            formulas: Some(3),
        };
        let neither = Budget {
            cpu: None,
            formulas: None,
        };
        assert!(plan(&["a", "b"], cpu).check().is_ok());
        for (names, budget, words) in [
            (&["a", "a"][..], cpu, "two configurations"),
            (&["../a"], cpu, "cannot name a folder"),
            (&[], cpu, "nothing to measure"),
            (&["a"], formulas, "no {formulas}"),
            (&["a"], neither, "--cpu"),
        ] {
            let error = plan(names, budget).check().unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn the_budget_that_is_used_up_first_ends_a_run() {
        let both = Budget {
            cpu: Some(10.0),
            formulas: Some(100),
        };
        assert_eq!(both.used(5.0, 10), 0.5);
        assert_eq!(both.used(1.0, 90), 0.9);
        assert_eq!(both.used(99.0, 1), 1.0);
    }
}
