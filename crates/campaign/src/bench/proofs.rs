//! Proofs of what tested solvers refute, asked for now and then while hunting, each in a fresh process,
//! and checked step by step.

use super::tester::SolverTester;
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{MOST_PROOF, ProofFact, Proved, probe};
use gadfly_solver::{Answer, Options, Outcome, Run, usable};

/// A proof takes longer than an answer.
const SLACK: u32 = 4;

impl SolverTester {
    /// The proofs of these runs' first `unsat`, where this formula is one of those that are asked for.
    pub(super) fn proofs(
        &self,
        formula: &Formula,
        runs: &[Run],
        limits: &Limits,
    ) -> Vec<ProofFact> {
        let hash = formula.hash().0;
        let turn = u64::from(u16::from_le_bytes([hash[27], hash[28]]));
        if !turn.is_multiple_of(self.plan.ask_proofs.max(1)) {
            return Vec::new();
        }
        let of = |run: &Run| self.proof(formula, run, limits);
        runs.iter().filter_map(of).collect()
    }

    fn proof(&self, formula: &Formula, run: &Run, limits: &Limits) -> Option<ProofFact> {
        let mut checks = 0..run.answers.len();
        let check = checks.find(|n| usable(run, *n) == Some(&Answer::Unsat))?;
        let solver = self.plan.book.get(&run.spec).ok()?;
        let asking = solver.proof_options()?;
        let longer = limits.cpu.map_or(*limits, |cpu| limits.timed(cpu * SLACK));
        let options = Options {
            limits: Limits {
                output: Some(MOST_PROOF),
                ..longer
            },
            cancel: Some(self.plan.cancel.clone()),
            ..Options::default()
        };
        let asked = solver.run(&probe::with_proof(&formula.text, check, &asking), &options);
        let ours = matches!(asked.outcome, Outcome::Cancelled | Outcome::Broken(_));
        (!ours).then(|| ProofFact::of(&formula.text, check, asked))
    }
}

/// What became of a proof, for counting. One that we cannot read is nobody's fault but ours.
pub(super) fn counted(fact: &ProofFact) -> &'static str {
    match &fact.proved {
        Proved::Unread(_) => "unread",
        _ => fact.status(),
    }
}
