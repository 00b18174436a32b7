//! A derivation as z3 prints it: hyper-resolution steps over asserted clauses, with `mp` at the end. What
//! is no such step is counted and left open.

use super::terms::{Id, Terms};
use crate::sexpr::Sexprs;
use std::collections::{BTreeMap, BTreeSet};

/// What names of predicates begin with that z3 makes for queries: such a fact means `false`.
const QUERY: &str = "query!";

/// A derivation.
#[derive(Clone, Debug)]
pub(super) struct Derivation {
    pub(super) terms: Terms,
    /// Each step once, the last one first.
    pub(super) steps: Vec<Step>,
    /// What it ends in.
    pub(super) end: Id,
    /// Steps that we do not know, by their rules.
    pub(super) unknown: BTreeMap<String, usize>,
}

/// A clause and facts, and the fact that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) clause: Id,
    pub(super) premises: Vec<Id>,
    pub(super) fact: Id,
}

/// A part of a proof.
enum Part {
    /// A clause, as it was asserted or made.
    Asserted,
    /// The parts of a step: clause, premises.
    Resolved(Vec<Id>),
    /// A fact, and an implication with this fact before it.
    Implied(Id, Id),
}

impl Derivation {
    /// Reads what a solver printed; `None` where that is no derivation at all.
    pub(super) fn read(text: &str) -> Option<Derivation> {
        let read = Sexprs::read(text);
        let &[root] = read.commands() else {
            return None;
        };
        // `((set-logic HORN) (declare-fun …) (proof …))`, or the proof alone.
        let mut whole = read.list(root).iter();
        let inner = whole.find(|it| read.word_at(**it, 0) == "proof");
        let inner = inner.and_then(|it| read.list(*it).get(1).copied());
        let mut terms = Terms::default();
        let root = terms.take(&read, inner.unwrap_or(root))?;
        let (end, part) = conclusion(&terms, root)?;
        if matches!(part, Part::Asserted) {
            return None;
        }
        let mut derivation = Derivation {
            terms,
            steps: Vec::new(),
            end,
            unknown: BTreeMap::new(),
        };
        derivation.walk(root);
        Some(derivation)
    }

    fn walk(&mut self, root: Id) {
        let (mut todo, mut seen) = (vec![root], BTreeSet::new());
        while let Some(next) = todo.pop() {
            if !seen.insert(next) {
                continue;
            }
            let terms = &self.terms;
            match conclusion(terms, next) {
                Some((_, Part::Asserted)) => {}
                Some((fact, Part::Resolved(parts))) => {
                    let concluded = |part: &Id| conclusion(terms, *part).map(|(it, _)| it);
                    let of: Option<Vec<Id>> = parts.iter().map(concluded).collect();
                    match of.as_deref() {
                        Some([clause, premises @ ..]) => self.steps.push(Step {
                            clause: *clause,
                            premises: premises.to_vec(),
                            fact,
                        }),
                        _ => self.count("hyper-res over others"),
                    }
                    todo.extend(parts.into_iter().rev());
                }
                Some((fact, Part::Implied(before, implication))) => {
                    let query = conclusion(terms, before).map(|(it, _)| it);
                    let query = query.filter(|it| self.is_false(*it));
                    if query.is_none() || !implies(terms, before, implication, fact) {
                        self.count("mp");
                    }
                    todo.extend([implication, before]);
                }
                None => {
                    let rule = rule(terms, next).unwrap_or("?").to_string();
                    self.count(&rule);
                }
            }
        }
    }

    fn count(&mut self, rule: &str) {
        *self.unknown.entry(rule.to_string()).or_default() += 1;
    }

    /// Whether a fact says that some query fires.
    pub(super) fn is_false(&self, fact: Id) -> bool {
        let head = self.terms.head(fact).unwrap_or_default();
        head == "false" || head.starts_with(QUERY)
    }
}

/// What a part of a proof concludes, and from what; `None` for a rule that we do not know.
fn conclusion(terms: &Terms, part: Id) -> Option<(Id, Part)> {
    let items = terms.items(part);
    match (rule(terms, part)?, items) {
        ("asserted", &[_, clause]) => Some((clause, Part::Asserted)),
        ("mp", &[_, before, implication, fact]) => Some((fact, Part::Implied(before, implication))),
        ("hyper-res", [_, parts @ .., fact]) if !parts.is_empty() => {
            Some((*fact, Part::Resolved(parts.to_vec())))
        }
        _ => None,
    }
}

/// The rule of a part: `(rule …)`, or `((_ rule …) …)`.
fn rule(terms: &Terms, part: Id) -> Option<&str> {
    let first = *terms.items(part).first()?;
    match terms.items(first) {
        [] => terms.text(first),
        [_, rule, ..] => terms.text(*rule),
        _ => None,
    }
}

/// Whether an implication leads from one fact to the other, as it stands.
fn implies(terms: &Terms, before: Id, implication: Id, fact: Id) -> bool {
    let concluded = |part| conclusion(terms, part).map(|(it, _)| it);
    let (Some(before), Some(implication)) = (concluded(before), concluded(implication)) else {
        return false;
    };
    match terms.items(implication) {
        &[arrow, from, to] => (terms.text(arrow), from, to) == (Some("=>"), before, fact),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step as `fact from clause with premises`, the end, and what is unknown.
    fn shown(text: &str) -> Option<(Vec<String>, String, String)> {
        let read = Derivation::read(text)?;
        let text = |id: &Id| {
            read.terms
                .write(*id, &BTreeMap::new(), 500)
                .unwrap_or_default()
        };
        let steps = read.steps.iter().map(|step| {
            let premises: Vec<String> = step.premises.iter().map(text).collect();
            format!(
                "{} by {} from {}",
                text(&step.fact),
                text(&step.clause),
                premises.join(", ")
            )
        });
        let unknown = read
            .unknown
            .iter()
            .map(|(rule, count)| format!("{rule} {count}"));
        let unknown: Vec<String> = unknown.collect();
        Some((steps.collect(), text(&read.end), unknown.join(", ")))
    }

    #[test]
    fn certificates_and_proofs_are_read() {
        let certificate = "(let ((a!1 (forall ((A Int)) (! (=> (P A) query!0) :weight 0)))) \
            (let ((a!2 ((_ hyper-res 0 0 0 1) (asserted a!1) ((_ hyper-res 0 0) (asserted (P 0)) (P 0)) query!0)))\
            (mp a!2 (asserted (=> query!0 false)) false)))";
        let steps = [
            "query!0 by (forall ((A Int)) (=> (P A) query!0)) from (P 0)",
            "(P 0) by (P 0) from ",
        ];
        let expect = (
            steps.map(String::from).to_vec(),
            "false".to_string(),
            String::new(),
        );
        assert_eq!(shown(certificate), Some(expect.clone()));
        let proof =
            format!("((set-logic HORN) (declare-fun query!0 () Bool) (proof {certificate}))");
        assert_eq!(shown(&proof), Some(expect));
    }

    #[test]
    fn what_is_not_known_is_counted() {
        let (steps, end, unknown) =
            shown("(mp ((_ th-lemma arith) (asserted p) q) (asserted (=> q false)) false)")
                .expect("a derivation");
        assert_eq!((steps, end.as_str()), (Vec::new(), "false"));
        assert_eq!(unknown, "mp 1, th-lemma 1");
    }

    #[test]
    fn other_answers_are_no_derivations() {
        for text in [
            "(and (P 1) (P 0))",
            "(P 0)",
            "(asserted p)",
            "(let ((a)) a)",
            "()",
            "",
            "(a)(b)",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
