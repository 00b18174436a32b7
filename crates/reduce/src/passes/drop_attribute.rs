//! Drops attributes of commands: weights and names of objectives, parameters of questions. A weight
//! that must stay becomes a simpler number.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct DropAttribute;

impl Pass for DropAttribute {
    fn name(&self) -> &'static str {
        "drop_attribute"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let span = |(first, last)| subject.tree.span(first).start..subject.tree.span(last).end;
        let (mut all, mut single, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for command in subject.commands() {
            // The keyword of an option or info is what the command is about.
            if subject.command_name(command).starts_with("set-") {
                continue;
            }
            let attributes = attributes(subject, command);
            if let [(first, _), .., (_, last)] = attributes[..] {
                all.push(Move::delete(span((first, last))));
            }
            for (keyword, value) in attributes {
                single.push(Move::delete(span((keyword, value))));
                if subject.text_of(keyword) == ":weight" {
                    let simpler = simpler(subject.text_of(value)).into_iter();
                    weights.extend(simpler.map(|w| Move::replace(subject.tree.span(value), w)));
                }
            }
        }
        all.into_iter().chain(single).chain(weights).collect()
    }
}

/// Keywords and the last of what stands behind each: its value, or itself.
fn attributes(subject: &Subject<'_>, command: NodeId) -> Vec<(NodeId, NodeId)> {
    let mut found: Vec<(NodeId, NodeId)> = Vec::new();
    for &part in subject.tree.children(command) {
        if subject.text_of(part).starts_with(':') {
            found.push((part, part));
        } else if let Some((_, value)) = found.last_mut() {
            *value = part;
        }
    }
    found
}

/// Simpler numbers than a weight: those near it, but whole or positive.
fn simpler(weight: &str) -> Vec<String> {
    let positive = weight.trim_start_matches('-');
    let whole = positive.split('.').next().unwrap_or(positive);
    let mut all = vec!["0".to_string(), "2".to_string(), "-1".to_string()];
    all.extend([whole, positive].map(str::to_string));
    if positive != weight {
        all.push(format!("-{whole}"));
    }
    let is_word = |text: &&String| !text.is_empty() && !text.contains(['(', ' ']);
    let simpler = all.iter().filter(is_word);
    let shorter = simpler.filter(|text| text.len() <= weight.len());
    shorter.filter(|text| *text != weight).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn attributes_are_dropped_together_or_one_by_one() {
        let pass = &DropAttribute;
        let soft = "(assert-soft true :weight 2 :id g)(check-sat)";
        for less in ["true", "true :weight 2", "true :id g"] {
            makes(pass, soft, &format!("(assert-soft {less})(check-sat)"));
        }
        makes(pass, "(minimize 1 :signed)", "(minimize 1)");
        makes(pass, "(simplify(+ 1 2):som true)", "(simplify(+ 1 2))");
        leaves(
            pass,
            "(set-option :opt.priority box)(minimize 1)(check-sat)",
        );
    }

    #[test]
    fn weights_become_simpler() {
        assert_eq!(simpler("-2.5"), ["0", "2", "-1", "2", "2.5", "-2"]);
        assert_eq!(simpler("(/ 1 2)"), ["0", "2", "-1"]);
        assert_eq!(simpler("2"), ["0"]);
        let soft = "(assert-soft true :weight 0.5)";
        makes(&DropAttribute, soft, "(assert-soft true :weight 2)");
    }
}
