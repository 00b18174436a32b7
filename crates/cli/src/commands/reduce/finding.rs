//! A finding as what is to be reduced: DIR/ID, as `gadfly findings` and `hunt --replay` name it.

use crate::case;
use crate::commands::hunt::write_page;
use crate::exit::{Context, Failure};
use crate::ui::Ui;
use gadfly_campaign::{Adopted, Plan, adopt};
use gadfly_exec::Limits;
use gadfly_store::{Finding, Reduction};
use gadfly_vocabulary::Kind;
use std::path::{Path, PathBuf};

/// What a finding asks for.
pub(super) struct Named {
    /// The formula that showed it first.
    pub(super) file: PathBuf,
    /// Where its small case goes until it is the finding's.
    pub(super) output: PathBuf,
    /// The blamed solver, then those that it was compared with.
    pub(super) solvers: Vec<String>,
    /// What is wrong.
    pub(super) kind: Kind,
    /// The profile of solvers that were given as whole commands.
    pub(super) profile: Option<String>,
    /// The seed that it was made from, where what is wrong hangs on it.
    pub(super) parent: Option<PathBuf>,
    /// The finding itself.
    pub(super) whose: Whose,
}

/// A finding of a hunt that is to have the reduced case.
pub(super) struct Whose {
    hunt: PathBuf,
    id: String,
    /// How large the case is that it has.
    bytes: Option<u64>,
}

/// The finding of that name; `None` where the path is a file, or no hunt's folder is there.
pub(super) fn named(path: &Path) -> Result<Option<Named>, Failure> {
    let Some(named) = case::finding(path)? else {
        return Ok(None);
    };
    let (hunt, finding) = (&named.hunt, &named.finding);
    Ok(Some(Named {
        file: named.file("original.smt2"),
        output: named.file("reduced.smt2"),
        solvers: solvers(finding),
        parent: parent(finding),
        profile: Plan::load(hunt).context(hunt.display())?.profile,
        kind: finding.kind,
        whose: Whose {
            hunt: hunt.clone(),
            id: finding.id.clone(),
            bytes: finding.reduction.as_ref().map(|of| of.after),
        },
    }))
}

impl Whose {
    /// Gives the finding the case that lies in a file, which is not needed any more then: its folder,
    /// the store and the page are written anew.
    pub(super) fn take(
        &self,
        ui: &Ui,
        (file, case): (&Path, &str),
        reduction: Reduction,
        limits: Limits,
    ) -> Result<(), Failure> {
        let (hunt, id) = (self.hunt.display(), &self.id);
        if self.bytes.is_some_and(|bytes| bytes <= reduction.after) {
            ui.say(format!(
                "{hunt}/{id} has a case already that is as small, and keeps it"
            ));
            return Ok(());
        }
        let adopted = adopt(&self.hunt, id, case.to_string(), reduction, limits);
        match adopted.context(format!("{hunt}/{id} does not have the case yet"))? {
            Adopted::Kept => {
                let _ = std::fs::remove_file(file);
                ui.say(format!(
                    "{hunt}/{id} has this case now, and so has the report"
                ));
            }
            Adopted::Merged(into) => ui.say(format!("{hunt}/{id} is the same as {into}")),
            Adopted::Gone => {
                ui.say(format!(
                    "warning: {hunt}/{id} no longer shows, and stays as it was"
                ));
                return Ok(());
            }
        }
        write_page(&self.hunt)
    }
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
