//! Terms out of an e-graph: the smallest of a class, and random ones of a bounded size.

use super::graph::{Class, Graph, Kind, Number};
use gadfly_rng::Rng;

/// No term is so large.
const NEVER: u32 = u32::MAX;

/// The size of the smallest term of each class, by class.
pub(super) struct Smallest(Vec<u32>);

impl Smallest {
    pub(super) fn of(graph: &Graph) -> Smallest {
        let classes = graph.classes().last().map_or(0, |last| last as usize + 1);
        let mut smallest = Smallest(vec![NEVER; classes]);
        let mut again = true;
        while std::mem::take(&mut again) {
            for node in 0..graph.nodes.len() {
                let size = smallest.node(graph, node);
                let known = &mut smallest.0[graph.class(node) as usize];
                again |= size < *known;
                *known = size.min(*known);
            }
        }
        smallest
    }

    /// The size of a class's smallest term.
    pub(super) fn class(&self, graph: &Graph, class: Class) -> u32 {
        self.0[graph.find(class) as usize]
    }

    /// The size of the smallest term with a node at its head.
    fn node(&self, graph: &Graph, node: Number) -> u32 {
        let label = graph.label(node);
        // A leaf may be a whole formula.
        let own = match label.kind {
            Kind::Leaf => 1 + label.text.len() as u32 / 16,
            _ => 1,
        };
        let parts = graph.args(node).iter().map(|&arg| self.class(graph, arg));
        parts.fold(own, u32::saturating_add)
    }

    /// A class's smallest term.
    pub(super) fn text(&self, graph: &Graph, class: Class) -> Option<String> {
        let size = self.class(graph, class);
        self.write(graph, class, size, None)
    }

    /// A term of a class, of at most so many nodes: a random one, or the first that fits.
    ///
    /// Each class gets a budget, a node within it is taken, and what is left goes to the node's
    /// arguments. A budget is smaller than the one above it, so that this ends.
    pub(super) fn write(
        &self,
        graph: &Graph,
        class: Class,
        budget: u32,
        mut rng: Option<&mut Rng>,
    ) -> Option<String> {
        let mut out = String::new();
        let mut todo = vec![Task::Term(class, budget)];
        let mut fitting = Vec::new();
        while let Some(task) = todo.pop() {
            let (class, budget) = match task {
                Task::Term(class, budget) => (class, budget),
                Task::Text(text) => {
                    out.push(text);
                    continue;
                }
            };
            fitting.clear();
            let members = graph.members(class).iter().map(|&n| n as Number);
            fitting.extend(members.filter(|&node| self.node(graph, node) <= budget));
            let node = match &mut rng {
                Some(rng) => *rng.pick(&fitting)?,
                None => *fitting.first()?,
            };
            let args = graph.args(node);
            if !args.is_empty() {
                out.push('(');
                todo.push(Task::Text(')'));
            }
            out.push_str(&graph.label(node).text);
            let mut spare = (budget - self.node(graph, node)) as usize;
            for &arg in args.iter().rev() {
                let share = rng.as_mut().map_or(0, |rng| rng.below(spare + 1));
                spare -= share;
                todo.push(Task::Term(arg, self.class(graph, arg) + share as u32));
                todo.push(Task::Text(' '));
            }
        }
        Some(out)
    }
}

enum Task {
    Term(Class, u32),
    Text(char),
}
