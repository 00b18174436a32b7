//! The answers that count as right: of a script's own label, or of a solver of another family,
//! asked once and kept.

use crate::error::EvolveError;
use crate::observe::Watcher;
use crate::outcome::{Observed, Verdict, contradict, words_of};
use crate::source::Source;
use crate::study::{Settings, Timing, name_of};
use gadfly_exec::Cancel;
use gadfly_solver::Solver;
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A solver that judges, with its kept answers.
pub(crate) struct Judge<'a> {
    pub(crate) solver: &'a Solver,
    pub(crate) settings: &'a Settings,
    pub(crate) cache: &'a Path,
    pub(crate) cancel: &'a Cancel,
}

impl Judge<'_> {
    /// Its answers on a stretch of a source, where they are kept.
    pub(crate) fn kept(&self, source: &Source, range: &Range<u64>) -> Option<Vec<String>> {
        let text = std::fs::read_to_string(self.path(source, range)).ok()?;
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        let whole = lines.len() as u64 == range.end - range.start && text.ends_with('\n');
        whole.then_some(lines)
    }

    /// Its answers on a stretch of a source, a line each: asked now, telling `tick` of each, or read
    /// from what was kept.
    pub(crate) fn answers(
        &self,
        source: &Source,
        range: &Range<u64>,
        texts: &[String],
        tick: &dyn Fn(),
    ) -> Result<Vec<String>, EvolveError> {
        if let Some(kept) = self.kept(source, range) {
            return Ok(kept);
        }
        let settings = Settings {
            timing: Timing::Sessions,
            repeat: 1,
            resources: false,
            ..*self.settings
        };
        let watcher = Watcher::new(self.solver, &settings, self.cancel);
        let seen = watcher.all(texts, tick)?;
        let answers: Vec<String> = seen.iter().map(trusted).collect();
        self.keep(&self.path(source, range), &answers)?;
        Ok(answers)
    }

    /// Its answer to one text, in a fresh process.
    pub(crate) fn again(&self, text: &str) -> Result<String, EvolveError> {
        let watcher = Watcher::new(self.solver, self.settings, self.cancel);
        Ok(trusted(&watcher.fresh(text)?))
    }

    /// Kept by the formulas, the solver and its limits, whatever study they are for.
    fn path(&self, source: &Source, range: &Range<u64>) -> PathBuf {
        let settings = self.settings;
        let key = format!(
            "{}|{}|{}|{:?}|{}|{}|{}",
            source.identity(),
            self.solver.spec,
            name_of(self.solver),
            settings.timeout,
            settings.memory,
            settings.models,
            settings.cores
        );
        let digest = Sha256::digest(key.as_bytes());
        let hex: String = digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let name = format!("{}-{}.answers", range.start, range.end);
        self.cache.join(hex).join(name)
    }

    fn keep(&self, path: &Path, answers: &[String]) -> Result<(), EvolveError> {
        let folder = path.parent().unwrap_or(self.cache);
        std::fs::create_dir_all(folder).map_err(EvolveError::file(folder))?;
        let file = tempfile::NamedTempFile::new_in(folder).map_err(EvolveError::file(folder))?;
        let text: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        std::fs::write(file.path(), text).map_err(EvolveError::file(folder))?;
        let saved = file.persist(path).map_err(|error| error.error);
        saved.map(|_| ()).map_err(EvolveError::file(path))
    }
}

/// The answers of a run that nothing speaks against.
fn trusted(seen: &Observed) -> String {
    match seen.verdict {
        Verdict::Fine => words_of(&seen.answers),
        _ => String::new(),
    }
}

/// The answers that a script's own `(set-info :status …)` promise.
pub(crate) fn label(text: &str) -> Option<String> {
    let word = |status: &str| {
        let rest = status.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        rest[..end].to_string()
    };
    let words: Vec<String> = text.split(":status").skip(1).map(word).collect();
    let checks = gadfly_solver::count_checks(text);
    let known = words
        .iter()
        .all(|word| ["sat", "unsat", "unknown"].contains(&word.as_str()));
    (!words.is_empty() && words.len() == checks && known).then(|| words.join(" "))
}

/// A solver's verdict beside what is right; a contradiction must show in fresh processes of both,
/// and a true model acquits whoever says `sat`.
pub(crate) fn settle(
    watcher: &Watcher<'_>,
    judge: Option<&Judge<'_>>,
    text: &str,
    right: &str,
    labelled: bool,
    seen: &mut Observed,
) -> Result<Verdict, EvolveError> {
    if seen.verdict != Verdict::Fine || !contradict(&seen.answers, right) {
        return Ok(seen.verdict);
    }
    if !seen.fresh {
        *seen = watcher.fresh(text)?;
    }
    let right = match judge {
        Some(judge) if !labelled => judge.again(text)?,
        _ => right.to_string(),
    };
    let opposed = seen.verdict == Verdict::Fine && contradict(&seen.answers, &right);
    if opposed && !watcher.has_true_model(text, &seen.answers) {
        return Ok(Verdict::Unsound);
    }
    Ok(seen.verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_must_fit_the_checks() {
        let labelled = "(set-info :status sat)(check-sat)";
        assert_eq!(label(labelled).as_deref(), Some("sat"));
        assert_eq!(label("(check-sat)"), None);
        assert_eq!(label("(set-info :status sat)(check-sat)(check-sat)"), None);
        assert_eq!(label("(set-info :status maybe)(check-sat)"), None);
    }
}
