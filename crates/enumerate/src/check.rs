//! What makes a grammar unfit to be enumerated, and what in it has no effect.

use crate::compile::{Draft, DraftChoice, Part};
use crate::diagnostic::{Diagnostic, Source};
use crate::grammar::RuleId;

/// Unproductive rules and recursion without cost (errors), unreachable rules (warnings).
pub(crate) fn remarks(source: &Source<'_>, draft: &Draft) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let least = least_sizes(draft);
    for (id, rule) in draft.rules.iter().enumerate() {
        if least[id].is_none() {
            let message = format!(
                "rule `{}` derives no finite text: every alternative leads back to it \
                 or to another such rule",
                rule.name
            );
            out.push(source.error(rule.at, message));
        }
    }
    if out.is_empty()
        && let Some(cycle) = free_cycle(draft, &least)
    {
        let names: Vec<_> = cycle
            .iter()
            .map(|&id| draft.rules[id].name.as_str())
            .collect();
        let message = format!(
            "rule `{}` comes back to itself without cost ({}), so that infinitely many formulas \
             have one size: open a parenthesis on the way",
            names[0],
            names.join(" -> ")
        );
        out.push(source.error(draft.rules[cycle[0]].at, message));
    }
    let reachable = reachable(draft);
    for (id, rule) in draft.rules.iter().enumerate() {
        if !reachable[id] && !rule.name.contains(' ') {
            let message = format!("rule `{}` is not reachable from `start`", rule.name);
            out.push(source.warning(rule.at, message));
        }
    }
    out
}

fn references(choice: &DraftChoice) -> impl Iterator<Item = RuleId> {
    choice.parts.iter().filter_map(|part| match part {
        Part::Rule(id) => Some(*id),
        Part::Text(_) => None,
    })
}

fn least_size(choice: &DraftChoice, least: &[Option<usize>]) -> Option<usize> {
    references(choice).try_fold(choice.cost, |sum, id| Some(sum + least[id]?))
}

/// The least size of each rule, `None` where it derives nothing.
fn least_sizes(draft: &Draft) -> Vec<Option<usize>> {
    let mut least: Vec<Option<usize>> = vec![None; draft.rules.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, rule) in draft.rules.iter().enumerate() {
            let best = rule
                .choices
                .iter()
                .filter_map(|c| least_size(c, &least))
                .min();
            if best.is_some() && least[id].is_none_or(|old| best < Some(old)) {
                least[id] = best;
                changed = true;
            }
        }
    }
    least
}

/// A cycle of rules, each reached from the one before by an alternative that need add no size.
fn free_cycle(draft: &Draft, least: &[Option<usize>]) -> Option<Vec<RuleId>> {
    let free_steps = |id: RuleId| -> Vec<RuleId> {
        let free = |choice: &DraftChoice| -> Vec<RuleId> {
            let Some(total) = least_size(choice, least) else {
                return Vec::new();
            };
            references(choice)
                .filter(|&id| least[id] == Some(total))
                .collect()
        };
        draft.rules[id].choices.iter().flat_map(free).collect()
    };
    let steps: Vec<Vec<RuleId>> = (0..draft.rules.len()).map(free_steps).collect();
    let mut finished = vec![false; steps.len()];
    for root in 0..steps.len() {
        let mut path: Vec<(RuleId, usize)> = vec![(root, 0)];
        let mut on_path = vec![false; steps.len()];
        on_path[root] = true;
        while let Some((id, next)) = path.last_mut() {
            let (id, step) = (*id, *next);
            *next += 1;
            match steps[id].get(step) {
                Some(&to) if on_path[to] => {
                    let from = path.iter().position(|&(id, _)| id == to).unwrap_or(0);
                    let mut cycle: Vec<RuleId> = path[from..].iter().map(|p| p.0).collect();
                    cycle.push(to);
                    return Some(cycle);
                }
                Some(&to) if !finished[to] => {
                    on_path[to] = true;
                    path.push((to, 0));
                }
                Some(_) => {}
                None => {
                    finished[id] = true;
                    on_path[id] = false;
                    path.pop();
                }
            }
        }
    }
    None
}

fn reachable(draft: &Draft) -> Vec<bool> {
    let mut seen = vec![false; draft.rules.len()];
    let mut open = vec![draft.start];
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut seen[id], true) {
            open.extend(draft.rules[id].choices.iter().flat_map(references));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use crate::Grammar;

    fn faults(rules: &str) -> String {
        let text = format!("grammar T;\n{rules}");
        let lines = |ds: &[crate::Diagnostic]| {
            let lines: Vec<_> = ds.iter().map(ToString::to_string).collect();
            lines.join("\n")
        };
        match Grammar::parse(&text, "t.g4") {
            Ok(grammar) => lines(grammar.warnings()),
            Err(faults) => lines(&faults),
        }
    }

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let found = faults(rules);
        assert!(found.contains(expected), "{found}");
    }

    #[test]
    fn each_fault_is_reported_where_it_is() {
        check("start : x ;", "t.g4:2:9: there is no rule `x`");
        check("x : 'x' ;", "no rule `start`");
        check(
            "start : 'a' ;\nstart : 'b' ;",
            "t.g4:3:1: rule `start` is defined twice",
        );
        check(
            "start : x ;\nx : '(' x ')' ;",
            "t.g4:3:1: rule `x` derives no finite text",
        );
        check(
            "start : a ;\na : 'x' | b ;\nb : a ;",
            "without cost (a -> b -> a)",
        );
        check("start : 'x' ( 'y'? )* ;", "");
        check(
            "start : 'a' ;\nz : 'b' ;",
            "t.g4:3:1: rule `z` is not reachable",
        );
        check("start 'a' ;", "t.g4:2:7: expected `:`");
        check("start : ( 'a' ;", "t.g4:2:9: this group is not closed");
        check("start : 'a'", "expected `;` at the end of rule `start`");
        check("start : * ;", "nothing before it");
    }

    #[test]
    fn recursion_that_must_pay_is_allowed() {
        assert_eq!(
            faults("start : b ; b : 'x' | start pay ; pay : '(' k ')' ; k : 'k' | 'l' ;"),
            ""
        );
        assert_eq!(faults("start : 'x' start | 'y' ;"), "");
    }
}
