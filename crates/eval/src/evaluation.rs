//! The truth of a script's assertions under a model.

use gadfly_term::{CommandKind, NodeId, Script};

use crate::budget::Budget;
use crate::machine::{Machine, Side};
use crate::model::Model;
use crate::program::{Program, compile, compile_eagerly};
use crate::reason::Reason;
use crate::theory::Outcome;
use crate::value::Value;

/// A truth value, or why it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Not settled, and why.
    Undetermined(Reason),
}

impl From<Outcome> for Truth {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Ok(Value::Bool(true)) => Truth::True,
            Ok(Value::Bool(false)) => Truth::False,
            Ok(_) => Truth::Undetermined(Reason::IllSorted),
            Err(reason) => Truth::Undetermined(reason),
        }
    }
}

/// What a model makes of a script.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Each assertion with its truth.
    pub assertions: Vec<(NodeId, Truth)>,
    /// The conjunction: false if one is false, true if all are.
    pub overall: Truth,
    /// Whether values were filled in that the model leaves out. It is done only where it makes all
    /// assertions true: some completion of the model then satisfies the script.
    pub completed: bool,
}

/// The assertions that hold together at a `check-sat` (by its number among the checks), or at the
/// end of the script if there is no such check. Assumptions of `check-sat-assuming` are included.
pub fn active_assertions(script: &Script, check: usize) -> Vec<NodeId> {
    let mut active: Vec<NodeId> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    let mut checks = 0;
    for command in script.commands() {
        match command.kind {
            CommandKind::Assert => active.extend(script.command_terms(command)),
            CommandKind::Push => levels.extend((0..command.levels).map(|_| active.len())),
            CommandKind::Pop => {
                for _ in 0..command.levels {
                    active.truncate(levels.pop().unwrap_or(0));
                }
            }
            CommandKind::Reset | CommandKind::ResetAssertions => {
                active.clear();
                levels.clear();
            }
            kind if kind.is_check() && checks == check => {
                active.extend(script.command_terms(command));
                return active;
            }
            kind if kind.is_check() => checks += 1,
            CommandKind::Exit => break,
            _ => {}
        }
    }
    active
}

/// Evaluates the assertions of a script's first check under a model.
pub fn evaluate(script: &Script, model: &Model) -> Evaluation {
    evaluate_at(script, model, 0)
}

/// Evaluates the assertions of one check (by its number) under a model.
pub fn evaluate_at(script: &Script, model: &Model, check: usize) -> Evaluation {
    Prepared::new(script, active_assertions(script, check)).evaluate(model)
}

/// The value of a closed term under a model.
pub fn evaluate_term(script: &Script, model: &Model, term: NodeId) -> Outcome {
    Budget::STANDARD.run(|| {
        let program = compile(script, &[term]);
        Machine::new(&program, model).block(Side::Script, 0)
    })
}

/// Terms of a script made ready to be evaluated under many models.
pub struct Prepared {
    pub(crate) program: Program,
    pub(crate) roots: Vec<NodeId>,
}

impl Prepared {
    /// Compiles closed terms of a script.
    pub fn new(script: &Script, roots: Vec<NodeId>) -> Prepared {
        Prepared {
            program: compile(script, &roots),
            roots,
        }
    }

    /// The same without jumps over what does not matter: every subterm is computed.
    pub fn eager(script: &Script, roots: Vec<NodeId>) -> Prepared {
        Prepared {
            program: compile_eagerly(script, &roots),
            roots,
        }
    }

    /// The truth of each term, and of all together. Where releases differ on the strings of a model,
    /// what holds in every reading counts.
    ///
    /// Within [`Budget::STANDARD`] unless another one is given.
    pub fn evaluate(&self, model: &Model) -> Evaluation {
        Budget::STANDARD.run(|| self.judge(model))
    }

    fn judge(&self, model: &Model) -> Evaluation {
        let evaluation = self.evaluate_reading(model);
        let settled = !matches!(evaluation.overall, Truth::Undetermined(_));
        if settled || model.readings.is_empty() {
            return evaluation;
        }
        let mut readings = model.readings.iter().map(|m| self.evaluate_reading(m));
        let Some(first) = readings.next() else {
            return evaluation;
        };
        let determined = matches!(first.overall, Truth::True | Truth::False);
        if determined && readings.all(|other| other.overall == first.overall) {
            return first;
        }
        evaluation
    }

    fn evaluate_reading(&self, model: &Model) -> Evaluation {
        let mut strict = self.run(Machine::new(&self.program, model));
        if strict.overall == Truth::False
            && let Some(exact) = model.without_rounded()
        {
            strict = self.run(Machine::new(&self.program, &exact));
        }
        if !matches!(strict.overall, Truth::Undetermined(_)) {
            return strict;
        }
        let completed = self.run(Machine::new(&self.program, model).completing());
        match completed.overall {
            Truth::True => Evaluation {
                completed: true,
                ..completed
            },
            _ => strict,
        }
    }

    /// The value of each term.
    pub fn values(&self, model: &Model) -> Vec<Outcome> {
        let mut machine = Machine::new(&self.program, model);
        let roots = 0..self.roots.len() as u32;
        Budget::STANDARD.run(|| roots.map(|i| machine.block(Side::Script, i)).collect())
    }

    fn run(&self, mut machine: Machine<'_>) -> Evaluation {
        let truth = |(i, node): (usize, &NodeId)| {
            (*node, Truth::from(machine.block(Side::Script, i as u32)))
        };
        let assertions: Vec<(NodeId, Truth)> = self.roots.iter().enumerate().map(truth).collect();
        let mut overall = Truth::True;
        for (_, truth) in &assertions {
            match truth {
                Truth::False => overall = Truth::False,
                Truth::Undetermined(_) if overall == Truth::True => overall = truth.clone(),
                _ => {}
            }
        }
        Evaluation {
            assertions,
            overall,
            completed: false,
        }
    }
}
