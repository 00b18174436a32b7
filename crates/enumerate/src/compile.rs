//! From a file's rules to texts with slots: groups become rules of their own, and rules with one
//! derivation become text.

use crate::cost::Parentheses;
use crate::diagnostic::{Diagnostic, Source};
use crate::grammar::{Alternative, Grammar, Rule, RuleId};
use crate::syntax::{FileText, Item, Repeat};
use rustc_hash::FxHashMap;

/// A rule before constants are folded.
#[derive(Debug)]
pub(crate) struct DraftRule {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) choices: Vec<DraftChoice>,
}

#[derive(Debug)]
pub(crate) struct DraftChoice {
    pub(crate) cost: usize,
    pub(crate) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    Rule(RuleId),
}

/// A whole grammar before constants are folded.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) rules: Vec<DraftRule>,
    pub(crate) start: RuleId,
}

/// Names resolved, groups turned into rules.
pub(crate) fn draft(source: &Source<'_>, file: &FileText) -> Result<Draft, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let mut ids: FxHashMap<&str, RuleId> = FxHashMap::default();
    for (id, rule) in file.rules.iter().enumerate() {
        if ids.insert(&rule.name, id).is_some() {
            let message = format!("rule `{}` is defined twice", rule.name);
            faults.push(source.error(rule.at, message));
        }
    }
    let mut drafter = Drafter {
        source,
        parentheses: Parentheses::of(file),
        ids: &ids,
        rules: Vec::new(),
        faults,
    };
    let name_all = |rule: &crate::syntax::RuleText| DraftRule {
        name: rule.name.clone(),
        at: rule.at,
        choices: Vec::new(),
    };
    drafter.rules = file.rules.iter().map(name_all).collect();
    for (id, rule) in file.rules.iter().enumerate() {
        let choices = drafter.choices(&rule.name, rule.at, &rule.choices);
        drafter.rules[id].choices = choices;
    }
    let Drafter {
        rules, mut faults, ..
    } = drafter;
    match ids.get("start") {
        Some(&start) if faults.is_empty() => Ok(Draft { rules, start }),
        Some(_) => Err(faults),
        None => {
            faults.push(source.error(0, "the grammar has no rule `start` to begin with"));
            Err(faults)
        }
    }
}

struct Drafter<'a> {
    source: &'a Source<'a>,
    parentheses: Parentheses,
    ids: &'a FxHashMap<&'a str, RuleId>,
    rules: Vec<DraftRule>,
    faults: Vec<Diagnostic>,
}

impl Drafter<'_> {
    fn choices(&mut self, owner: &str, at: usize, choices: &[Vec<Item>]) -> Vec<DraftChoice> {
        let choice = |items: &Vec<Item>| DraftChoice {
            cost: self.parentheses.cost(owner, items),
            parts: items
                .iter()
                .map(|item| self.part(owner, at, item))
                .collect(),
        };
        choices.iter().map(choice).collect()
    }

    fn part(&mut self, owner: &str, at: usize, item: &Item) -> Part {
        match item {
            Item::Terminal(text) => Part::Text(text.clone()),
            Item::Reference { name, at } => match self.ids.get(name.as_str()) {
                Some(&id) => Part::Rule(id),
                None => {
                    let message = format!("there is no rule `{name}`");
                    self.faults.push(self.source.error(*at, message));
                    Part::Text(String::new())
                }
            },
            Item::Group { choices, repeat } => Part::Rule(self.group(owner, at, choices, *repeat)),
        }
    }

    /// `x?` is a rule ε | x; `x*` a rule r : ε | x r; `x+` a rule r : x | x r. The recursive
    /// alternatives mention their own left-hand side and so cost 1.
    fn group(&mut self, owner: &str, at: usize, choices: &[Vec<Item>], repeat: Repeat) -> RuleId {
        let empty = || DraftChoice {
            cost: 0,
            parts: Vec::new(),
        };
        let inner = format!("a group of {owner}");
        let mut body = self.choices(&inner, at, choices);
        if repeat == Repeat::Optional {
            body.insert(0, empty());
        }
        let group = self.add(inner, at, body);
        if matches!(repeat, Repeat::Once | Repeat::Optional) {
            return group;
        }
        let repeated = self.add(format!("a repetition in {owner}"), at, Vec::new());
        let first = match repeat {
            Repeat::Star => empty(),
            _ => DraftChoice {
                cost: 0,
                parts: vec![Part::Rule(group)],
            },
        };
        let more = DraftChoice {
            cost: 1,
            parts: vec![Part::Rule(group), Part::Rule(repeated)],
        };
        self.rules[repeated].choices = vec![first, more];
        repeated
    }

    fn add(&mut self, name: String, at: usize, choices: Vec<DraftChoice>) -> RuleId {
        self.rules.push(DraftRule { name, at, choices });
        self.rules.len() - 1
    }
}

/// Longer constants stay rules, so that `a : b b ; b : c c ; …` does not grow without bound.
const MAX_CONSTANT: usize = 1 << 16;

/// Folds constants into the texts around them, and leaves out the rules that are then unused.
pub(crate) fn fold(name: String, draft: Draft, warnings: Vec<Diagnostic>) -> Grammar {
    let constants = constants(&draft);
    let mut rules: Vec<Rule> = draft
        .rules
        .iter()
        .map(|rule| Rule {
            name: rule.name.clone(),
            alternatives: rule
                .choices
                .iter()
                .map(|choice| alternative(choice, &constants))
                .collect(),
        })
        .collect();
    let start = keep_reachable(&mut rules, draft.start);
    Grammar {
        name,
        rules,
        start,
        warnings,
    }
}

type Constant = Option<(usize, String)>;

fn constants(draft: &Draft) -> Vec<Constant> {
    let mut constants: Vec<Constant> = vec![None; draft.rules.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, rule) in draft.rules.iter().enumerate() {
            let [choice] = rule.choices.as_slice() else {
                continue;
            };
            if constants[id].is_some() {
                continue;
            }
            let folded = alternative(choice, &constants);
            if folded.slots.is_empty() && folded.segments[0].len() <= MAX_CONSTANT {
                constants[id] = folded.segments.into_iter().next().map(|t| (folded.cost, t));
                changed = true;
            }
        }
    }
    constants
}

fn alternative(choice: &DraftChoice, constants: &[Constant]) -> Alternative {
    let mut cost = choice.cost;
    let mut segments = vec![String::new()];
    let mut slots = Vec::new();
    for part in &choice.parts {
        let last = segments.len() - 1;
        match part {
            Part::Text(text) if text.is_empty() => {}
            Part::Text(text) => {
                segments[last].push_str(text);
                segments[last].push(' ');
            }
            Part::Rule(id) => match &constants[*id] {
                Some((constant_cost, text)) => {
                    cost += constant_cost;
                    segments[last].push_str(text);
                }
                None => {
                    slots.push(*id);
                    segments.push(String::new());
                }
            },
        }
    }
    Alternative {
        cost,
        segments,
        slots,
    }
}

/// Drops what `start` does not reach; returns the new number of `start`.
pub(crate) fn keep_reachable(rules: &mut Vec<Rule>, start: RuleId) -> RuleId {
    let mut order = vec![start];
    let mut new_id = vec![usize::MAX; rules.len()];
    new_id[start] = 0;
    let mut next = 0;
    while next < order.len() {
        for alternative in &rules[order[next]].alternatives {
            for &slot in &alternative.slots {
                if new_id[slot] == usize::MAX {
                    new_id[slot] = order.len();
                    order.push(slot);
                }
            }
        }
        next += 1;
    }
    let mut kept: Vec<Rule> = order.iter().map(|&id| rules[id].clone()).collect();
    for rule in &mut kept {
        for alternative in &mut rule.alternatives {
            for slot in &mut alternative.slots {
                *slot = new_id[*slot];
            }
        }
    }
    *rules = kept;
    0
}
