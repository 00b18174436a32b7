//! A finding's id as what is to be reduced: DIR/ID, as `gadfly findings` and `hunt --replay` name it.

use crate::exit::{Context, Failure};
use gadfly_campaign::Plan;
use gadfly_store::{Finding, Store};
use gadfly_vocabulary::Kind;
use std::path::{Path, PathBuf};

/// What a finding asks for.
pub(super) struct Named {
    /// The formula that showed it first.
    pub(super) file: PathBuf,
    /// Where its small case goes.
    pub(super) output: PathBuf,
    /// The blamed solver, then those that it was compared with.
    pub(super) solvers: Vec<String>,
    /// What is wrong.
    pub(super) kind: Kind,
    /// The profile of solvers that were given as whole commands.
    pub(super) profile: Option<String>,
    /// The seed that it was made from, where what is wrong hangs on it.
    pub(super) parent: Option<PathBuf>,
}

/// The finding of that name; `None` where the path is a file, or no hunt's folder is there.
pub(super) fn named(path: &Path) -> Result<Option<Named>, Failure> {
    let (Some(dir), Some(id)) = (path.parent(), path.file_name().and_then(|id| id.to_str())) else {
        return Ok(None);
    };
    // Its own folder in the hunt's is a name too.
    let dir = if dir.ends_with("findings") {
        dir.parent().unwrap_or(dir)
    } else {
        dir
    };
    if path.is_file() || !dir.join("store.sqlite").is_file() {
        return Ok(None);
    }
    let store = Store::read(dir).context(dir.display())?;
    let finding = store.finding(id).context(dir.display())?;
    let finding = finding.ok_or_else(|| {
        Failure::new(format!(
            "{} has no finding {id}: see gadfly findings",
            dir.display()
        ))
    })?;
    let folder = dir.join("findings").join(&finding.id);
    Ok(Some(Named {
        file: folder.join("original.smt2"),
        output: folder.join("reduced.smt2"),
        solvers: solvers(&finding),
        parent: parent(&finding),
        profile: Plan::load(dir).context(dir.display())?.profile,
        kind: finding.kind,
    }))
}

fn solvers(finding: &Finding) -> Vec<String> {
    let mut all = vec![finding.solver.clone()];
    for run in &finding.runs {
        if !all.contains(&run.spec) {
            all.push(run.spec.clone());
        }
    }
    all
}

/// Slowness and incompleteness against the seed need the seed.
fn parent(finding: &Finding) -> Option<PathBuf> {
    let [parent] = &finding.parents[..] else {
        return None;
    };
    let path = PathBuf::from(parent.split('#').next()?);
    (finding.about_parent && path.is_file()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a sentence happens to say does not steer the reducer.
    #[test]
    fn the_seed_is_needed_where_the_verdict_compares_with_it() {
        let seed = tempfile::NamedTempFile::new().expect("a file");
        let path = seed.path();
        let mut finding = Finding {
            parents: vec![format!("{}#0123", path.display())],
            sentence: "z3 rejects `parent formula`: a step too far".into(),
            ..Finding::default()
        };
        assert_eq!(parent(&finding), None);
        finding.about_parent = true;
        assert_eq!(parent(&finding).as_deref(), Some(path));
        finding.parents.push("another#4567".into());
        assert_eq!(parent(&finding), None);
    }
}
