//! What is wrong with the solvers' answers to the input: the failure to be kept.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_catalog::Catalog;
use gadfly_examine::{Confirmed, Equipment, Rerun, Settings, SolverRunner, Status, Suspected};
use gadfly_oracle::{CatalogEvaluator, Given, Kind, Known, labelled};
use gadfly_profile::Home;
use gadfly_solver::{Options, Resolver, Run, Solver};
use std::sync::Arc;
use std::time::Duration;

/// No run is given less CPU time than this.
pub(super) const LEAST_TIME: Duration = Duration::from_secs(1);

/// Solvers and what it takes to judge them. Others may be asked to bear out what is said against
/// these.
pub(super) fn equipment(
    solvers: &[Solver],
    options: Options,
    settings: Settings,
) -> Result<Equipment<Vec<Arc<Solver>>>, Failure> {
    let catalog = Catalog::shared();
    let known = Known::of(&catalog).map_err(Failure::new)?;
    let mut at_hand = solvers.to_vec();
    at_hand.extend(Resolver::new(Home::from_env()).witnesses(solvers));
    Ok(Equipment {
        runner: SolverRunner::new(at_hand, options),
        evaluator: Arc::new(CatalogEvaluator::new(catalog)),
        known: Arc::new(known),
        settings,
    })
}

/// What the input is asked for.
pub(super) struct Input<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// Where its label comes from.
    pub(super) given: Given,
    /// The kind of verdict, where it matters.
    pub(super) kind: Option<Kind>,
    /// The script that it was made from.
    pub(super) parent: Option<&'a str>,
}

impl Input<'_> {
    /// The verdict to be kept, and the runs that it rests on.
    pub(super) fn verdict(
        &self,
        ui: &Ui,
        equipment: &Equipment<Vec<Arc<Solver>>>,
        specs: &[String],
    ) -> Result<(Confirmed, Vec<Run>), Failure> {
        let formula = labelled(self.text, self.given);
        let suspected = Suspected {
            parent: self.parent,
            ..Suspected::new(&formula, specs, None)
        };
        let mut rerun = equipment.rerun(&suspected).map_err(Failure::new)?;
        if rerun.failure(self.kind).is_none() && self.kind.is_some() {
            // What plain runs do not show, such as a model that nobody asked for.
            let looked_for = Suspected {
                kind: self.kind,
                ..suspected
            };
            rerun = equipment.rerun(&looked_for).map_err(Failure::new)?;
        }
        let mut doubts = rerun.examination.confirmed.iter().map(|one| &one.status);
        if let Some(Status::Doubt(doubt)) = doubts.find(|one| matches!(one, Status::Doubt(_))) {
            ui.say(format!(
                "warning: something is in doubt, and no finding: {}",
                doubt.why
            ));
        }
        let first = rerun.failure(self.kind).cloned();
        let first = first.ok_or_else(|| nothing_wrong(&rerun))?;
        ui.say(format!(
            "{}: {}",
            first.verdict.kind, first.verdict.sentence
        ));
        Ok((first, rerun.runs))
    }
}

fn nothing_wrong(rerun: &Rerun) -> Failure {
    let said = |run: &Run| {
        let said: Vec<String> = run.answers.iter().map(ToString::to_string).collect();
        let said = match said.is_empty() {
            true => "no answer".to_string(),
            false => said.join(" "),
        };
        format!("{}: {said}", run.spec)
    };
    let answers: Vec<String> = rerun.runs.iter().map(said).collect();
    Failure::new(format!(
        "the input does not fail: nothing is wrong with what the solvers say ({}); give another solver to compare with, --expect, or --check",
        answers.join("; ")
    ))
}
