//! Where a mutation happens, and what follows for the label from the place alone.

use crate::kit::Kit;
use crate::seed::Seed;
use crate::strategy::Claim;
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_term::{NodeId, Script};

/// A node to be replaced.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) node: NodeId,
    /// What is known of the answers whatever stands there afterwards.
    pub(crate) claim: Claim,
}

impl Place {
    /// What was done, with the core that the label hangs on.
    pub(crate) fn trace(&self, seed: &Seed, mut done: String) -> String {
        if self.claim != Claim::Nothing
            && let Some(hash) = seed.known.core_hash()
        {
            done.push_str(" outside core ");
            done.push_str(&hash);
        }
        done
    }
}

/// A random node. Where the seed carries an unsatisfiable core, half of the choices fall outside
/// it, and the mutant stays unsatisfiable.
pub(crate) fn choose_place(seed: &Seed, rng: &mut Rng, kit: &Kit) -> Option<Place> {
    let analysis = seed.analysis();
    let core = seed
        .known
        .core
        .as_ref()
        .filter(|_| kit.options.labels && seed.single() == Some(Expect::Unsat));
    let outside = core.is_some() && rng.chance(1, 2);
    let mut node = *rng.pick(&analysis.places)?;
    let Some(core) = core else {
        let claim = if kit.options.labels && in_objective(&seed.script, node) {
            Claim::Answers(seed.expect.clone())
        } else {
            Claim::Nothing
        };
        return Some(Place { node, claim });
    };
    let free = |node| {
        let assertion = analysis.assertion(&seed.script, node);
        assertion.is_some_and(|n| !core.contains(&n)) || in_objective(&seed.script, node)
    };
    for _ in 0..8 {
        if !outside || free(node) {
            break;
        }
        node = *rng.pick(&analysis.places)?;
    }
    let claim = if free(node) {
        Claim::Answers(vec![Expect::Unsat])
    } else {
        Claim::Nothing
    };
    Some(Place { node, claim })
}

/// Whether a node stands where satisfiability does not depend on it.
fn in_objective(script: &Script, node: NodeId) -> bool {
    script.commands()[script.command_of(node)]
        .kind
        .is_objective()
}

/// The script with a node's text replaced.
pub(crate) fn splice(script: &Script, node: NodeId, with: &str) -> String {
    let source = script.source();
    let at = script.span(node).range();
    let mut out = String::with_capacity(source.len() - at.len() + with.len() + 16);
    out.push_str(&source[..at.start]);
    out.push_str(with);
    out.push_str(&source[at.end..]);
    out
}
