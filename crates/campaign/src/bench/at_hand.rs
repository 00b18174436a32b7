//! The solvers that confirmation may ask, as long as the hunt goes on and their programs stay.

use super::registry::SolverRegistry;
use gadfly_examine::{Registry, SolverRunner};
use gadfly_exec::Cancel;
use gadfly_solver::{Options, Solver};
use std::sync::Arc;

/// The solvers at hand.
#[derive(Clone, Debug)]
pub(crate) struct AtHand {
    /// All solvers of the hunt.
    pub(crate) all: Arc<SolverRegistry>,
    /// Those that may be asked without being named, in the user's order.
    pub(crate) unasked: Vec<Arc<Solver>>,
    /// Stops everything.
    pub(crate) cancel: Cancel,
}

impl AtHand {
    /// Runs them in fresh processes.
    pub(crate) fn runner(&self) -> SolverRunner<AtHand> {
        let options = Options {
            cancel: Some(self.cancel.clone()),
            ..Options::default()
        };
        SolverRunner::over(self.clone(), options)
    }
}

impl Registry for AtHand {
    fn at_hand(&self) -> Vec<Arc<Solver>> {
        self.unasked.clone()
    }

    fn get(&self, spec: &str) -> Result<Arc<Solver>, String> {
        if self.cancel.is_set() {
            return Err("the hunt was stopped".into());
        }
        let solver = self.all.get(spec)?;
        match self.all.changed(&solver) {
            Some(reason) => Err(reason),
            None => Ok(solver),
        }
    }
}
