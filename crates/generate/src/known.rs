//! Formulas with known answers.

use crate::generator::{Generator, Made};
use crate::graph::{Graph, NodeId};
use crate::script::{self, Truths};
use crate::write::Writer;
use gadfly_eval::{Model, Prepared, Truth};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_term::{Mode, Script};

impl Generator {
    /// A formula that a random model satisfies: assertions that are false under it are negated,
    /// those whose truth is open are left out. `None` where none is left.
    pub(crate) fn satisfiable(&self, rng: Rng) -> Option<Made> {
        let (mut graph, roots) = self.layers(rng, false);
        let (model, truths) = graph.model();
        let values = self.evaluate(&graph, &roots, &model)?;
        let mut texts = Vec::new();
        let mut negated = 0;
        for (&root, value) in roots.iter().zip(values) {
            match value {
                Truth::True => texts.push(self.quantified_around(&mut graph, root, true)),
                Truth::False => {
                    negated += 1;
                    texts.push(self.quantified_around(&mut graph, root, false));
                }
                _ => {}
            }
        }
        if texts.is_empty() {
            return None;
        }
        let name = |node: NodeId| graph.head_text(graph.node(node).head).to_string();
        let truths: Truths = truths
            .iter()
            .map(|&(v, truth)| (name(v), Some(truth)))
            .collect();
        let checks = graph.number(self.options.checks) as usize;
        let mut text = String::with_capacity(2048);
        script::write_texts(&mut graph, &texts, 0, &truths, checks, &mut text);
        Some(Made {
            text,
            expect: vec![Expect::Sat; checks],
            trace: vec![format!(
                "planted a model; negated {negated} of {} assertions",
                texts.len()
            )],
        })
    }

    /// The truth of each assertion under a model.
    fn evaluate(&self, graph: &Graph<'_>, roots: &[NodeId], model: &str) -> Option<Vec<Truth>> {
        let mut text = String::new();
        script::head(graph, &mut text);
        let mut writer = Writer::new(graph);
        for &root in roots {
            text.push_str("(assert ");
            writer.root(root, &mut text);
            text.push_str(")\n");
        }
        let script = Script::parse(text.as_str(), &self.catalog, Mode::Default).ok()?;
        let model = Model::parse(model, &script).ok()?;
        let assertions: Vec<_> = script.assertions().collect();
        let evaluation = Prepared::new(&script, assertions).evaluate(&model);
        Some(
            evaluation
                .assertions
                .into_iter()
                .map(|(_, truth)| truth)
                .collect(),
        )
    }

    /// An assertion that is true (or whose negation is) under the planted model, in logics with
    /// quantifiers often as the instance that makes a quantified formula true.
    fn quantified_around(&self, graph: &mut Graph<'_>, root: NodeId, is_true: bool) -> String {
        let variable = graph.rng.pick(&graph.variables).copied();
        let kind = graph.rng.below(5);
        let bound = variable.filter(|_| self.options.logic.quantifiers && kind < 3);
        let mut writer = Writer::new(graph);
        let mut body = String::new();
        let Some(variable) = bound else {
            writer.root(root, &mut body);
            return if is_true {
                body
            } else {
                format!("(not {body})")
            };
        };
        let mut sort = String::new();
        graph
            .sorts
            .write(graph.node(variable).sort, &graph.plan.sort_names, &mut sort);
        let mut writer = Writer::new(graph);
        writer.rename(variable, "y");
        writer.root(root, &mut body);
        let body = if is_true {
            body
        } else {
            format!("(not {body})")
        };
        let name = graph.head_text(graph.node(variable).head);
        match kind {
            0 => format!("(exists ((y {sort})) {body})"),
            1 => format!("(not (forall ((y {sort})) (not {body})))"),
            _ => format!("(forall ((y {sort})) (=> (= y {name}) {body}))"),
        }
    }

    /// A formula with a contradiction among its assertions.
    pub(crate) fn unsatisfiable(&self, rng: Rng) -> Option<Made> {
        let (mut graph, mut roots) = self.layers(rng, self.options.logic.quantifiers);
        let (mut parts, rule) = graph.contradiction(self.basis.rules(&self.catalog))?;
        let checks = graph.number(self.options.checks) as usize;
        // With several checks the contradiction must be there before the first.
        let fixed = if checks > 1 { parts.len() } else { 0 };
        parts.append(&mut roots);
        if fixed == 0 {
            graph.rng.shuffle(&mut parts);
        }
        let mut writer = Writer::new(&graph);
        let text_of = |&node: &NodeId| {
            let mut text = String::new();
            writer.root(node, &mut text);
            text
        };
        let texts: Vec<String> = parts.iter().map(text_of).collect();
        let truths = script::free_truths(&graph);
        let mut text = String::with_capacity(2048);
        script::write_texts(&mut graph, &texts, fixed, &truths, checks, &mut text);
        Some(Made {
            text,
            expect: vec![Expect::Unsat; checks],
            trace: vec![format!("planted against {rule}")],
        })
    }
}
