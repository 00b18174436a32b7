//! What must hold of a derivation, as scripts that any solver can be asked.

use super::clause::Clause;
use super::read::{Derivation, Step};
use super::same::{Names, is_table, same};
use super::terms::{Id, Terms};
use super::{LONGEST, STEPS, asked};
use crate::obligation::scene::Scene;
use crate::sexpr::Sexprs;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// By this cvc5 finds interpretations where variables range over few values; otherwise it finds hardly any
/// for clauses.
const FINITE: &str = "(set-option :fmf-bound true)\n";

/// A derivation beside the clauses of its script.
pub(super) struct Clauses<'a> {
    scene: &'a Scene<'a>,
    derivation: &'a Derivation,
    /// The terms of both.
    terms: Terms,
    /// Predicates that the script declares.
    declared: BTreeSet<&'a str>,
    /// Predicates of both.
    predicates: BTreeSet<String>,
    /// Words of the script's declarations.
    taken: BTreeSet<&'a str>,
    /// The script's assertions with their clauses; `None` where one of them is no clause that we read.
    own: Option<Vec<(&'a str, Clause)>>,
}

/// What the variables of a clause stand for.
struct Place<'n> {
    /// The text of each.
    names: Names<'n>,
    /// Arrays among them that are known.
    arrays: BTreeMap<&'n str, Id>,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(scene: &'a Scene<'a>, derivation: &'a Derivation) -> Clauses<'a> {
        let mut terms = derivation.terms.clone();
        let declared: BTreeSet<&str> = scene.predicates().into_iter().collect();
        let heads = derivation
            .steps
            .iter()
            .filter_map(|step| terms.head(step.fact));
        let heads = heads.filter(|head| *head != "false");
        let predicates = heads.chain(declared.iter().copied()).map(str::to_string);
        let predicates = predicates.collect();
        let asserted = scene.asserted.iter();
        let own: Option<Vec<(&str, Clause)>> = asserted
            .map(|it| Some((it.command, clause(&mut terms, it.command)?)))
            .collect();
        let mut clauses = Clauses {
            scene,
            derivation,
            terms,
            declared,
            predicates,
            taken: scene.declared_words(),
            own: None,
        };
        // Definitions may hide predicates, and what is assumed is no clause.
        let plain = scene.assumed.is_empty() && !scene.has_definitions();
        let all = |own: &Vec<(&str, Clause)>| own.iter().all(|(_, it)| clauses.is_horn(it));
        clauses.own = own.filter(|own| plain && all(own));
        clauses
    }

    /// Whether predicates of the script stand alone in a clause: in its head, and among what must hold.
    fn is_horn(&self, clause: &Clause) -> bool {
        let mut body = clause.body.iter();
        clause.head.is_none_or(|head| self.is_atom(head))
            && body.all(|part| self.is_atom(*part) || !self.mentions(*part))
    }

    /// Satisfiable exactly if each step follows: values of its clause's variables make its tests true, each
    /// fact of its body one of the premises, and its head the fact.
    pub(super) fn steps(&self) -> Option<String> {
        self.together(self.parts())
    }

    /// What makes each step follow, as far as we can tell.
    fn parts(&self) -> impl Iterator<Item = String> {
        let steps = self.derivation.steps.iter().take(STEPS).enumerate();
        steps.filter_map(|(at, step)| self.step(step, &format!("gadfly!{at}")))
    }

    /// How many steps are looked at.
    pub(super) fn followed(&self) -> usize {
        self.parts().filter(|part| self.is_readable(part)).count()
    }

    /// Whether the script's assertions are clauses.
    pub(super) fn are_read(&self) -> bool {
        self.own.is_some()
    }

    fn is_readable(&self, body: &str) -> bool {
        asked(self.scene, false, body).is_some()
    }

    /// What makes one step follow; `None` where we cannot tell.
    fn step(&self, step: &Step, prefix: &str) -> Option<String> {
        let clause = Clause::of(&self.terms, step.clause)?;
        let (mut text, names) = self.constants(&clause, prefix)?;
        let at = self.place(&clause, step, names)?;
        for part in &clause.body {
            let part = match self.is_atom(*part) {
                true => self.one_of(*part, &step.premises, &at)?,
                false if self.mentions(*part) => return None,
                false => self.test(*part, &at)?,
            };
            let _ = writeln!(text, "(assert {part})");
        }
        let head = match clause.head {
            Some(head) => self.equal(head, step.fact, &at)?,
            None => self.derivation.is_false(step.fact).to_string(),
        };
        let _ = writeln!(text, "(assert {head})");
        Some(text)
    }

    /// What variables stand for in a step: arrays that can only be one are put in, as solvers do not compare
    /// constant arrays; all others are constants.
    fn place<'n>(&self, clause: &'n Clause, step: &Step, names: Names<'n>) -> Option<Place<'n>> {
        let mut at = Place {
            names,
            arrays: BTreeMap::new(),
        };
        let only = |atom: &Id| {
            let same = |it: &&Id| self.terms.head(**it) == self.terms.head(*atom);
            let mut facts = step.premises.iter().filter(same);
            Some((*atom, *facts.next().filter(|_| facts.next().is_none())?))
        };
        let body = clause.body.iter().filter(|part| self.is_atom(**part));
        let pairs = body.filter_map(only);
        for (atom, fact) in pairs.chain(clause.head.map(|head| (head, step.fact))) {
            let arguments = self.terms.items(atom).iter().zip(self.terms.items(fact));
            for (variable, value) in arguments.skip(1) {
                let named = clause.variables.iter().map(|(name, _)| name.as_str());
                let name = named
                    .filter(|name| self.terms.text(*variable) == Some(name))
                    .find(|name| is_table(&self.terms, *value) && !at.arrays.contains_key(name));
                if let Some(name) = name {
                    let text = self.terms.write(*value, &BTreeMap::new(), LONGEST)?;
                    at.names.insert(name, text);
                    at.arrays.insert(name, *value);
                }
            }
        }
        Some(at)
    }

    /// A formula without predicates.
    fn test(&self, test: Id, at: &Place<'_>) -> Option<String> {
        match *self.terms.items(test) {
            [equals, a, b] if self.terms.text(equals) == Some("=") => self.same(a, b, at),
            _ => self.terms.write(test, &at.names, LONGEST),
        }
    }

    fn same(&self, a: Id, b: Id, at: &Place<'_>) -> Option<String> {
        let put = |id: Id| {
            let array = self.terms.text(id).and_then(|name| at.arrays.get(name));
            array.copied().unwrap_or(id)
        };
        same(&self.terms, put(a), put(b), &at.names)
    }

    /// Satisfiable if each fact is the head of some clause of the script: of an instance whose tests hold, and
    /// whose body does not have the fact itself. All other facts may hold.
    pub(super) fn heads(&self) -> Option<String> {
        let own = self.own.as_ref()?;
        let facts = self.facts_of_script();
        let fires = self.derivation.is_false(self.derivation.end);
        let facts = facts.into_iter().map(Some).chain(fires.then_some(None));
        let parts = facts.enumerate().map(|(at, fact)| {
            let (mut text, mut either) = (String::new(), String::new());
            let heads = own.iter().filter(|(_, clause)| self.has_head(clause, fact));
            for (n, (_, clause)) in heads.enumerate() {
                let (declared, holds) = self.instance(clause, fact, &format!("gadfly!{at}!{n}"))?;
                text.push_str(&declared);
                let _ = write!(either, " {holds}");
            }
            let _ = writeln!(text, "(assert (or false false{either}))");
            Some(text)
        });
        let parts: Option<Vec<String>> = parts.collect();
        self.together(parts?.into_iter())
    }

    /// Whether the head of a clause is of a fact's predicate; without a fact, whether it has none.
    fn has_head(&self, clause: &Clause, fact: Option<Id>) -> bool {
        match (clause.head, fact) {
            (Some(head), Some(fact)) => self.terms.head(head) == self.terms.head(fact),
            (head, fact) => head.is_none() && fact.is_none(),
        }
    }

    /// Constants for the variables of a clause, and what makes a fact its head, or a query fire.
    fn instance(
        &self,
        clause: &Clause,
        fact: Option<Id>,
        prefix: &str,
    ) -> Option<(String, String)> {
        let (declared, names) = self.constants(clause, prefix)?;
        let at = Place {
            names,
            arrays: BTreeMap::new(),
        };
        let mut all = String::from("(and true true");
        for part in &clause.body {
            match fact {
                Some(fact) if self.is_atom(*part) => {
                    let _ = write!(all, " (not {})", self.equal(*part, fact, &at)?);
                }
                _ if self.is_atom(*part) => {}
                _ => {
                    let _ = write!(all, " {}", self.test(*part, &at)?);
                }
            }
        }
        if let (Some(head), Some(fact)) = (clause.head, fact) {
            let _ = write!(all, " {}", self.equal(head, fact, &at)?);
        }
        Some((declared, all + ")"))
    }

    /// Constants for the variables of a clause: their declarations and names. Where a variable has a name of
    /// the script's, both would be renamed.
    fn constants<'c>(&self, clause: &'c Clause, prefix: &str) -> Option<(String, Names<'c>)> {
        let mut variables = clause.variables.iter();
        if variables.any(|(name, _)| self.taken.contains(name.as_str())) {
            return None;
        }
        clause.constants(&self.terms, prefix)
    }

    /// Unsatisfiable exactly if the script's clauses without its queries entail all facts. With the queries
    /// they would entail anything.
    pub(super) fn facts(&self) -> Option<String> {
        let own = self.own.as_ref()?;
        let facts = self.facts_of_script();
        if facts.is_empty() {
            return None;
        }
        let definite = own.iter().filter(|(_, clause)| clause.head.is_some());
        let mut body: String = definite
            .map(|(command, _)| format!("{command}\n"))
            .collect();
        body.push_str("(assert (not (and true");
        for fact in facts {
            let _ = write!(
                body,
                " {}",
                self.terms.write(fact, &BTreeMap::new(), LONGEST)?
            );
        }
        body.push_str(")))");
        asked(self.scene, false, &body).map(|script| format!("{FINITE}{script}"))
    }

    /// The facts of predicates that the script declares, each once.
    fn facts_of_script(&self) -> Vec<Id> {
        let mut found: Vec<Id> = Vec::new();
        for step in self.derivation.steps.iter().rev().take(STEPS) {
            let head = self.terms.head(step.fact).unwrap_or_default();
            if self.declared.contains(head) && !found.contains(&step.fact) {
                found.push(step.fact);
            }
        }
        found
    }

    /// Whether a formula is a predicate with its arguments.
    fn is_atom(&self, formula: Id) -> bool {
        let head = self.terms.head(formula);
        head.is_some_and(|head| self.predicates.contains(head))
    }

    /// Whether a predicate occurs somewhere within.
    fn mentions(&self, formula: Id) -> bool {
        self.terms
            .has(formula, |word| self.predicates.contains(word))
    }

    /// That an atom is one of these facts.
    fn one_of(&self, atom: Id, facts: &[Id], at: &Place<'_>) -> Option<String> {
        let facts = facts.iter().map(|fact| self.equal(atom, *fact, at));
        let facts: Option<Vec<String>> = facts.collect();
        Some(format!("(or false false {})", facts?.join(" ")))
    }

    /// That an atom, with constants for its variables, is this fact: `false` where the predicates differ.
    fn equal(&self, atom: Id, fact: Id, at: &Place<'_>) -> Option<String> {
        let (ours, its) = (self.terms.items(atom), self.terms.items(fact));
        if self.terms.head(atom) != self.terms.head(fact) || ours.len() != its.len() {
            return Some("false".to_string());
        }
        let mut text = String::from("(and true true");
        for (our, its) in ours.iter().zip(its).skip(1) {
            let _ = write!(text, " {}", self.same(*our, *its, at)?);
        }
        Some(text + ")")
    }

    /// One script of several parts, of those that we can read.
    fn together(&self, parts: impl Iterator<Item = String>) -> Option<String> {
        let readable = parts.filter(|part| self.is_readable(part));
        let body: String = readable.collect();
        if body.is_empty() {
            return None;
        }
        asked(self.scene, false, &body)
    }
}

/// The clause that a command asserts.
fn clause(terms: &mut Terms, command: &str) -> Option<Clause> {
    let read = Sexprs::read(command);
    let &[assert] = read.commands() else {
        return None;
    };
    let &[_, formula] = read.list(assert) else {
        return None;
    };
    let formula = terms.take(&read, formula)?;
    Clause::of(terms, formula)
}
