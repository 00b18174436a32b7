//! A case that was reduced beside a hunt becomes its finding's.

use crate::error::HuntError;
use crate::plan::Plan;
use crate::setup::{SetupError, lone_examiner};
use gadfly_exec::Limits;
use gadfly_profile::Home;
use gadfly_report::{CaseFiles, write_case_folder};
use gadfly_solver::{ResolveError, Resolver};
use gadfly_store::{Reduction, Store, StoreError};
use std::path::Path;
use thiserror::Error;

/// Why a case cannot become a finding's.
#[derive(Debug, Error)]
pub enum AdoptError {
    /// The hunt has no such finding.
    #[error("no finding {0}")]
    NoFinding(String),
    /// The hunt's folder.
    #[error(transparent)]
    Hunt(#[from] HuntError),
    /// A solver of the hunt is gone.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The catalogue.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl From<StoreError> for AdoptError {
    fn from(error: StoreError) -> Self {
        AdoptError::Hunt(error.into())
    }
}

/// What became of the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adopted {
    /// It has the case now.
    Kept,
    /// The case is another finding's: they are one now.
    Merged(String),
    /// The bug does not show any more as it did in the hunt; the finding is as it was.
    Gone,
}

/// Gives a finding a case: its files and its row in the store are written anew, with what all solvers
/// of the hunt say to the case.
pub fn adopt(
    folder: &Path,
    id: &str,
    case: String,
    reduction: Reduction,
    limits: Limits,
) -> Result<Adopted, AdoptError> {
    let plan = Plan::load(folder)?;
    let mut store = Store::resume(folder)?;
    let missing = || AdoptError::NoFinding(id.to_string());
    let finding = store.finding(id)?.ok_or_else(missing)?;
    let (original, _) = store.finding_texts(id)?.ok_or_else(missing)?;
    let resolver = Resolver::new(Home::from_env()).with_profile(plan.profile.clone());
    let tested = resolver.all(&plan.solvers)?;
    let references = resolver.all(&plan.references).unwrap_or_default();
    let examiner = lone_examiner(tested, references, resolver, limits)?;
    let Some(reduced) = examiner.adopt(&finding, &original, case, reduction) else {
        return Ok(Adopted::Gone);
    };
    let known = store.finding_of(&reduced.finding.identity)?;
    if let Some(known) = known.filter(|known| known.id != id) {
        store.merge_finding(id, &known.id)?;
        // Only what a hunt wrote, and only after the store has let go of it.
        let _ = std::fs::remove_dir_all(folder.join("findings").join(id));
        return Ok(Adopted::Merged(known.id));
    }
    let files = CaseFiles {
        finding: &reduced.finding,
        case: &reduced.case,
        original: &original,
        runs: &reduced.runs,
        command: &reduced.command,
        sent: reduced.sent.as_deref(),
        proof: reduced.proof.as_deref(),
    };
    write_case_folder(folder, &files).map_err(|source| HuntError::Write {
        path: folder.join("findings").join(id),
        source,
    })?;
    store.update_finding(&reduced.finding, Some(&reduced.case))?;
    Ok(Adopted::Kept)
}
