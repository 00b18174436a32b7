//! Making the formula of a position again.

use crate::error::HuntError;
use crate::make::{Library, LibraryMaker};
use crate::plan::{Plan, ScheduleKind};
use crate::schedule::{Menu, Schedule};
use crate::work::Maker;
use gadfly_formula::Formula;
use gadfly_store::{Choice, Store};
use std::sync::Arc;

/// The choice that a hunt made for a position: recorded, or a function of seed and block.
pub fn choice_of(
    store: &Store,
    plan: &Plan,
    menu: Menu,
    position: u64,
) -> Result<Choice, HuntError> {
    if plan.schedule == ScheduleKind::Uniform {
        return Ok(Schedule::uniform(menu).choose(plan.seed, position / crate::BLOCK));
    }
    let rows = store.choices(position)?;
    let row = rows.into_iter().find(|row| row.first <= position);
    row.map(|row| row.choice)
        .ok_or_else(|| HuntError::Nothing(format!("the hunt has no test index {position}")))
}

/// The formula of a position; `None` where the strategy makes nothing there.
pub fn remake(
    library: Arc<Library>,
    plan: &Plan,
    choice: &Choice,
    position: u64,
) -> Option<Formula> {
    LibraryMaker::new(library).make(plan.seed, position, choice)
}
