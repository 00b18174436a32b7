//! Baselines: what a build said to each formula, small enough to be committed.

use super::code::{Code, pack, unpack};
use crate::source::Source;
use crate::study::Settings;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The form of baseline files.
const FORM: u64 = 1;

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// It is no baseline, or of another form.
    #[error("{0}: {1}; make a new one with --save-baseline")]
    Form(String, String),
}

/// What a build said, source by source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baseline {
    /// The build's name.
    pub candidate: String,
    /// What is known of each source.
    pub sources: BTreeMap<String, Known>,
}

/// What a build said to the formulas of one source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// What the formulas are.
    pub identity: String,
    /// The index of the first code.
    pub from: u64,
    /// How each run ended.
    pub codes: Vec<Code>,
    /// CPU milliseconds of runs that took long.
    pub slow: BTreeMap<u64, u64>,
    /// Formulas that failed in this run or an earlier one: they come first.
    pub failed: BTreeSet<u64>,
}

impl Known {
    /// How a formula ended.
    pub fn code(&self, index: u64) -> Option<Code> {
        let at = index.checked_sub(self.from)?;
        let code = *self.codes.get(at as usize)?;
        (code != Code::NONE).then_some(code)
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    gadfly_baseline: u64,
    candidate: String,
    timeout_ms: u64,
    models: bool,
    cores: bool,
    sources: BTreeMap<String, Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    identity: String,
    from: u64,
    codes: String,
    slow_ms: BTreeMap<u64, u64>,
    failed: BTreeSet<u64>,
}

impl Baseline {
    /// Reads a baseline for these settings and sources; one of another form, of other formulas or
    /// of other limits is refused.
    pub fn read(
        path: &Path,
        settings: &Settings,
        sources: &[Source],
    ) -> Result<Self, BaselineError> {
        let name = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|e| BaselineError::File(name.clone(), e))?;
        let bad = |why: String| BaselineError::Form(name.clone(), why);
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|e| bad(format!("not a baseline ({e})")))?;
        match value["gadfly_baseline"].as_u64() {
            Some(FORM) => {}
            Some(other) => return Err(bad(format!("a baseline of version {other}, not {FORM}"))),
            None => return Err(bad("not a baseline".to_string())),
        }
        let file: File =
            serde_json::from_value(value).map_err(|e| bad(format!("not whole ({e})")))?;
        let limit = settings.timeout.as_millis() as u64;
        if (file.timeout_ms, file.models, file.cores) != (limit, settings.models, settings.cores) {
            return Err(bad(format!(
                "made with a time limit of {} ms and checks of models {}, cores {}, not {limit} ms, {}, {}",
                file.timeout_ms, file.models, file.cores, settings.models, settings.cores
            )));
        }
        let mut known = BTreeMap::new();
        for (source, entry) in file.sources {
            let now = sources.iter().find(|now| now.name == source);
            if now.is_some_and(|now| now.identity() != entry.identity) {
                return Err(bad(format!("made with another version of {source}")));
            }
            let codes = unpack(&entry.codes)
                .ok_or_else(|| bad(format!("the codes of {source} are damaged")))?;
            let Entry {
                identity,
                from,
                slow_ms: slow,
                failed,
                ..
            } = entry;
            known.insert(
                source,
                Known {
                    identity,
                    from,
                    codes,
                    slow,
                    failed,
                },
            );
        }
        Ok(Baseline {
            candidate: file.candidate,
            sources: known,
        })
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path, settings: &Settings) -> Result<(), BaselineError> {
        let entry = |known: &Known| Entry {
            identity: known.identity.clone(),
            from: known.from,
            codes: pack(&known.codes),
            slow_ms: known.slow.clone(),
            failed: known.failed.clone(),
        };
        let file = File {
            gadfly_baseline: FORM,
            candidate: self.candidate.clone(),
            timeout_ms: settings.timeout.as_millis() as u64,
            models: settings.models,
            cores: settings.cores,
            sources: self
                .sources
                .iter()
                .map(|(name, known)| (name.clone(), entry(known)))
                .collect(),
        };
        let failed = |e: std::io::Error| BaselineError::File(path.display().to_string(), e);
        let text = serde_json::to_string_pretty(&file).map_err(|e| failed(e.into()))?;
        let beside = path.with_extension("part");
        std::fs::write(&beside, text + "\n").map_err(failed)?;
        std::fs::rename(&beside, path).map_err(failed)
    }
}
