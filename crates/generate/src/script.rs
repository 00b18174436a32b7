//! A script around the assertions: plain, or incremental with scopes and assumptions.

use crate::graph::{Graph, NodeId};
use crate::options::Known;
use crate::sorts::BOOL;
use crate::write::Writer;
use std::fmt::Write;

/// A command of an incremental script.
enum Step {
    Assert(usize),
    Push,
    Pop,
    Check,
    Assume(String),
    Values(String),
}

/// Boolean variables with the truth that a planted model gives them, or that is free to choose.
pub(crate) type Truths = Vec<(String, Option<bool>)>;

/// The Boolean variables of a formula without a planted model.
pub(crate) fn free_truths(graph: &Graph<'_>) -> Truths {
    let truths = graph
        .variables
        .iter()
        .filter(|&&v| graph.node(v).sort == BOOL);
    truths
        .map(|&v| (graph.head_text(graph.node(v).head).to_string(), None))
        .collect()
}

/// Writes the whole script with assertions as they are in the graph; returns the number of checks.
pub(crate) fn write(graph: &mut Graph<'_>, roots: &[NodeId], out: &mut String) -> usize {
    let checks = graph.number(graph.options.checks) as usize;
    if checks == 1 {
        head(graph, out);
        let mut writer = Writer::new(graph);
        for &root in roots {
            out.push_str("(assert ");
            writer.root(root, out);
            out.push_str(")\n");
        }
        out.push_str("(check-sat)\n");
        return 1;
    }
    let mut writer = Writer::new(graph);
    let text = |writer: &mut Writer<'_, '_>, root| {
        let mut text = String::new();
        writer.root(root, &mut text);
        text
    };
    let texts: Vec<String> = roots.iter().map(|&root| text(&mut writer, root)).collect();
    write_texts(graph, &texts, 0, &free_truths(graph), checks, out);
    checks
}

/// Logic and declarations.
pub(crate) fn head(graph: &Graph<'_>, out: &mut String) {
    let _ = writeln!(out, "(set-logic {})", graph.options.logic.name);
    Writer::new(graph).declarations(out);
}

/// Writes a script of assertions given as texts, the first `fixed` of them before any check.
pub(crate) fn write_texts(
    graph: &mut Graph<'_>,
    texts: &[String],
    fixed: usize,
    truths: &Truths,
    checks: usize,
    out: &mut String,
) {
    let has_values = checks > 1 && graph.options.known == Known::Sat && graph.chance(50);
    if has_values {
        out.push_str("(set-option :produce-models true)\n");
    }
    head(graph, out);
    for step in plan(graph, texts.len(), fixed, truths, checks, has_values) {
        let _ = match step {
            Step::Assert(at) => writeln!(out, "(assert {})", texts[at]),
            Step::Push => writeln!(out, "(push 1)"),
            Step::Pop => writeln!(out, "(pop 1)"),
            Step::Check => writeln!(out, "(check-sat)"),
            Step::Assume(literals) => writeln!(out, "(check-sat-assuming ({literals}))"),
            Step::Values(terms) => writeln!(out, "(get-value ({terms}))"),
        };
    }
}

/// Spreads assertions over scopes, with a check after each few commands.
fn plan(
    graph: &mut Graph<'_>,
    count: usize,
    fixed: usize,
    truths: &Truths,
    checks: usize,
    has_values: bool,
) -> Vec<Step> {
    let mut steps: Vec<Step> = (0..fixed).map(Step::Assert).collect();
    let mut next = fixed;
    let mut depth = 0;
    for check in 0..checks {
        // What is left is spread evenly over the checks to come.
        let share = (count - next).div_ceil(checks - check);
        for _ in 0..share {
            if checks > 1 && graph.chance(30) {
                steps.push(Step::Push);
                depth += 1;
            }
            steps.push(Step::Assert(next));
            next += 1;
        }
        if checks > 1 && !truths.is_empty() && graph.chance(30) {
            steps.push(Step::Assume(assumptions(graph, truths)));
        } else {
            steps.push(Step::Check);
        }
        if has_values && let Some(&variable) = graph.variables.first() {
            let name = graph.head_text(graph.node(variable).head).to_string();
            steps.push(Step::Values(name));
        }
        while depth > 0 && check + 1 < checks && graph.chance(40) {
            steps.push(Step::Pop);
            depth -= 1;
        }
    }
    steps
}

fn assumptions(graph: &mut Graph<'_>, truths: &Truths) -> String {
    let mut out = String::new();
    for (name, truth) in truths {
        if graph.chance(60) {
            let space = if out.is_empty() { "" } else { " " };
            let is_true = match truth {
                Some(truth) => *truth,
                None => graph.chance(50),
            };
            let _ = match is_true {
                true => write!(out, "{space}{name}"),
                false => write!(out, "{space}(not {name})"),
            };
        }
    }
    out
}
