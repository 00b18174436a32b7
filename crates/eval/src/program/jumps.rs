//! What happens between nodes: where binders open, and jumps over what does not matter.

use gadfly_term::{Head, NodeId};

use super::compile::{Compiler, Frame, Open, Plan};
use super::{Connective, Slot, Step};

/// Connectives and `ite`s of at least this many nodes get jumps over what does not matter.
const WORTH_SKIPPING: u32 = 12;

impl Compiler<'_> {
    /// What happens before which node, and after which node, in the order of the nodes.
    pub(super) fn plan(&self, root: NodeId, first: u32) -> Plan {
        let script = self.script;
        let (mut opens, mut guards) = (Vec::new(), Vec::new());
        let start = |node: NodeId| node.0 + 1 - script.size(node);
        let mut id = root.0 + 1;
        while id > first {
            id -= 1;
            let node = NodeId(id);
            match script.head(node) {
                Head::Forall | Head::Exists => opens.push((start(node), Open::Quantifier(node))),
                Head::Lambda => {
                    opens.push((start(node), Open::Skip(node)));
                    id = start(node);
                }
                Head::Annotation => {
                    if let Some(pattern) = script.args(node).get(1) {
                        opens.push((start(*pattern), Open::Skip(node)));
                        id = start(*pattern);
                    }
                }
                Head::Match => {
                    let bodies = script.args(node).iter().enumerate().skip(1);
                    opens.extend(bodies.map(|(case, body)| (start(*body), Open::Case(node, case))));
                }
                Head::Op(op) if script.size(node) >= WORTH_SKIPPING && lazy(script.op_name(op)) => {
                    let args = script.args(node);
                    guards.extend(
                        args[..args.len().saturating_sub(1)]
                            .iter()
                            .map(|arg| (arg.0, node)),
                    );
                }
                _ => {}
            }
        }
        // Outer events were collected first, and stay first among those of one node.
        opens.sort_by_key(|(at, _)| *at);
        guards.sort_by_key(|(at, _)| *at);
        (opens, guards)
    }

    /// Aims the open jumps of a node at the next step.
    pub(super) fn land(&mut self, frame: &mut Frame, node: NodeId) {
        if frame.jumps.is_empty() {
            return;
        }
        let next = self.builder.next();
        for jump in frame.jumps.remove(&node).unwrap_or_default() {
            match &mut self.builder.program.steps[jump as usize] {
                Step::Case { target, .. }
                | Step::Branch { target, .. }
                | Step::Settle { target, .. } => *target = next,
                _ => {}
            }
        }
    }

    /// After an argument of a connective or an `ite`: a jump over what no longer matters.
    pub(super) fn guard(
        &mut self,
        frame: &mut Frame,
        argument: NodeId,
        parent: NodeId,
        slot: Slot,
    ) {
        let Head::Op(op) = self.script.head(parent) else {
            return;
        };
        let jump = self.builder.next();
        let connective = match self.script.op_name(op) {
            "and" => Connective::And,
            "or" => Connective::Or,
            "=>" | "implies" => Connective::Implies,
            _ => {
                let args = self.script.args(parent);
                let condition = frame.slots[(args[0].0 - frame.first) as usize];
                let is_condition = args[0] == argument;
                self.builder.push(Step::Branch {
                    condition,
                    when: !is_condition,
                    target: 0,
                });
                // The jump over the first branch lands where the second one starts.
                self.land(frame, parent);
                frame.jumps.entry(parent).or_default().push(jump);
                return;
            }
        };
        self.builder.push(Step::Settle {
            connective,
            argument: slot,
            target: 0,
        });
        frame.jumps.entry(parent).or_default().push(jump);
    }
}

fn lazy(name: &str) -> bool {
    matches!(name, "and" | "or" | "=>" | "implies" | "ite" | "if")
}
