//! What counts at a place of a script: declarations, assertions by their names, assumptions, options.

use super::synthesis::Problem;
use super::{Must, Obligation};
use crate::sexpr::bare;
use gadfly_solver::{Asked, CERTIFICATES};
use gadfly_syntax::loose::{Command, commands, items, words};
use gadfly_vocabulary::{Law, Topic};
use std::collections::BTreeSet;
use std::fmt::Write;

/// An assertion.
#[derive(Clone, Debug)]
pub(super) struct Asserted<'a> {
    /// The whole command.
    pub(super) command: &'a str,
    /// What is asserted.
    pub(super) term: &'a str,
    /// The name that it has as a whole.
    pub(super) name: Option<&'a str>,
}

/// What counts at a place of a script.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene<'a> {
    /// The checks so far.
    pub(super) checks: usize,
    /// The command that sets the logic.
    logic: Option<&'a str>,
    /// Commands that declare and define.
    declared: Vec<&'a str>,
    /// The assertions.
    pub(super) asserted: Vec<Asserted<'a>>,
    /// The literals of the last check, where it had any.
    pub(super) assumed: Vec<&'a str>,
    /// Commands that ask for optima, soft constraints among them.
    wanted: Vec<Wanted<'a>>,
    /// The functions that are searched for.
    pub(super) problem: Problem<'a>,
    /// Options with their values.
    options: Vec<(&'a str, &'a str)>,
}

/// A command that asks for an optimum, or for a part of one.
#[derive(Clone, Debug)]
enum Wanted<'a> {
    /// `minimize`, `maximize`
    Term(Direction, &'a str),
    /// `assert-soft`
    Soft {
        term: &'a str,
        weight: &'a str,
        id: &'a str,
    },
}

/// What is asked of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Least,
    Greatest,
}

/// An objective.
#[derive(Clone, Debug)]
pub(super) struct Objective {
    /// How the solver names it: the term, or the name of soft constraints, which may be empty.
    pub(super) name: String,
    /// The term that is made least or greatest.
    pub(super) term: String,
    pub(super) direction: Direction,
}

/// A question at its place.
#[derive(Clone, Debug)]
pub(super) struct Question<'a> {
    /// What is asked.
    pub(super) asked: Asked,
    /// How many of the same came between the last check and this one.
    pub(super) nth: usize,
    /// The items of the command.
    pub(super) items: Vec<&'a str>,
}

impl Question<'_> {
    /// What a check is asked for beside its answer.
    fn certificate() -> Self {
        Question {
            asked: Asked::Certificate,
            nth: 0,
            items: Vec::new(),
        }
    }
}

impl Scene<'_> {
    /// The declarations, and what is put behind them, with a check at the end. The script's own logic
    /// where `logic` says so.
    pub(super) fn script(&self, logic: bool, body: &str) -> String {
        let mut text = String::new();
        if let (true, Some(logic)) = (logic, self.logic) {
            let _ = writeln!(text, "{logic}");
        }
        for command in &self.declared {
            // A variable of a synthesis problem is a constant to all others.
            let _ = match items(command)[..] {
                ["declare-var", name, sort] => writeln!(text, "(declare-const {name} {sort})"),
                _ => writeln!(text, "{command}"),
            };
        }
        let _ = writeln!(text, "{}\n(check-sat)", body.trim_end());
        text
    }

    /// What must hold because of what was said here.
    pub(super) fn obligation(
        &self,
        topic: Topic,
        law: Law,
        said: Vec<String>,
        must: Must,
    ) -> Obligation {
        Obligation {
            topic,
            law,
            check: self.checks.saturating_sub(1),
            said,
            must,
        }
    }

    /// The names that assertions give to terms, without anything being asserted.
    pub(super) fn names(&self) -> String {
        self.part(&|_| false)
    }

    /// Some of the assertions; the others give their names and say nothing.
    pub(super) fn part(&self, is_in: &dyn Fn(&Asserted<'_>) -> bool) -> String {
        let mut text = String::new();
        for assertion in &self.asserted {
            if is_in(assertion) {
                let _ = writeln!(text, "{}", assertion.command);
            } else if assertion.term.contains(":named") {
                let _ = writeln!(text, "(assert (or true {}))", assertion.term);
            }
        }
        text
    }

    /// Whether something is defined, which may hide symbols.
    pub(super) fn has_definitions(&self) -> bool {
        let mut declared = self.declared.iter();
        declared.any(|command| command.starts_with("(define-"))
    }

    /// Whether sorts get names.
    pub(super) fn names_sorts(&self) -> bool {
        let mut declared = self.declared.iter();
        declared.any(|command| command.starts_with("(define-sort"))
    }

    /// The names of functions and constants that are declared.
    pub(super) fn declared_symbols(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for command in &self.declared {
            if let ["declare-const" | "declare-fun", name, ..] = items(command)[..] {
                names.push(name);
            }
        }
        names
    }

    /// Whether the logic is that of Horn clauses.
    pub(super) fn is_horn(&self) -> bool {
        let logic = self.logic.map(items);
        logic.is_some_and(|parts| parts.last() == Some(&"HORN"))
    }

    /// The names of predicates that are declared.
    pub(super) fn predicates(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for command in &self.declared {
            if let ["declare-const", name, "Bool"] | ["declare-fun", name, _, "Bool"] =
                items(command)[..]
            {
                names.push(bare(name));
            }
        }
        names
    }

    /// All words of declarations.
    pub(super) fn declared_words(&self) -> BTreeSet<&str> {
        let all = self.declared.iter().flat_map(|command| words(command));
        all.map(|(_, word)| bare(word)).collect()
    }

    /// The assertions, and the literals of the last check as assertions.
    pub(super) fn assertions(&self) -> String {
        let mut text = String::new();
        for assertion in &self.asserted {
            let _ = writeln!(text, "{}", assertion.command);
        }
        for literal in &self.assumed {
            let _ = writeln!(text, "(assert {literal})");
        }
        text
    }

    /// The objectives in their order: soft constraints of one name are one, where the first of them is.
    /// What they cost is made least.
    pub(super) fn objectives(&self) -> Vec<Objective> {
        let mut found: Vec<Objective> = Vec::new();
        for wanted in &self.wanted {
            let Wanted::Term(direction, term) = *wanted else {
                let &Wanted::Soft { id, .. } = wanted else {
                    continue;
                };
                if !found.iter().any(|it| it.term.is_empty() && it.name == id) {
                    found.push(Objective {
                        name: id.to_string(),
                        term: String::new(),
                        direction: Direction::Least,
                    });
                }
                continue;
            };
            found.push(Objective {
                name: term.to_string(),
                term: term.to_string(),
                direction,
            });
        }
        for objective in found.iter_mut().filter(|it| it.term.is_empty()) {
            objective.term = self.cost(&objective.name);
        }
        found
    }

    /// What soft constraints of a name cost.
    fn cost(&self, name: &str) -> String {
        let mut sum = "(+ 0.0 0.0".to_string();
        for wanted in &self.wanted {
            if let Wanted::Soft { term, weight, id } = wanted
                && *id == name
            {
                let point = if weight.contains(['.', '/']) {
                    ""
                } else {
                    ".0"
                };
                let _ = write!(sum, " (ite {term} 0.0 {weight}{point})");
            }
        }
        sum + ")"
    }

    /// The value of an option.
    pub(super) fn option(&self, option: &str) -> Option<&str> {
        let last = self.options.iter().rfind(|(name, _)| *name == option);
        last.map(|(_, value)| *value)
    }

    /// Whether an option is set to `true`.
    pub(super) fn is_set(&self, option: &str) -> bool {
        self.option(option) == Some("true")
    }
}

/// Goes through a script, and shows each question with what counts there. It ends where a command may do
/// what we do not know.
pub(super) fn walk<'a>(script: &'a str, look: &mut dyn FnMut(&Scene<'a>, &Question<'a>)) {
    let mut scene = Scene::default();
    let mut levels: Vec<(usize, usize, usize)> = Vec::new();
    let mut asked: Vec<Asked> = Vec::new();
    // Whether nothing changed since the last check.
    let mut fresh = false;
    for command in commands(script) {
        let name = command.name();
        if let Some(question) = Asked::of(name) {
            let nth = asked.iter().filter(|it| **it == question).count();
            asked.push(question);
            let items = items(command.text);
            let question = Question {
                asked: question,
                nth,
                items,
            };
            let stateless = question.asked.needs_no_check();
            if fresh || stateless {
                look(&scene, &question);
            }
            continue;
        }
        match name {
            "check-sat" | "check-sat-assuming" => {
                scene.checks += 1;
                asked.clear();
                fresh = true;
                let literals = items(command.text).get(1).copied().unwrap_or("()");
                scene.assumed = items(literals);
                if scene.is_set(CERTIFICATES) {
                    look(&scene, &Question::certificate());
                }
            }
            "check-sat-using" => {
                scene.checks += 1;
                asked.clear();
                fresh = true;
                scene.assumed.clear();
                if scene.is_set(CERTIFICATES) {
                    look(&scene, &Question::certificate());
                }
            }
            "set-logic" => scene.logic = Some(command.text),
            "set-option" => match items(command.text)[..] {
                // Declarations that outlive their level.
                [_, ":global-declarations", "true"] => return,
                [_, option, value] => scene.options.push((option, value)),
                _ => {}
            },
            "assert" => {
                fresh = false;
                match asserted(&command) {
                    Some(assertion) => scene.asserted.push(assertion),
                    None => return,
                }
            }
            "minimize" | "maximize" | "assert-soft" => {
                fresh = false;
                match wanted(&command) {
                    Some(wanted) => scene.wanted.push(wanted),
                    None => return,
                }
            }
            // Levels of a synthesis problem are not kept.
            "push" | "pop" | "reset-assertions" if !scene.problem.is_empty() => return,
            _ if scene.problem.take(&command) => {}
            "push" => {
                fresh = false;
                let now = (
                    scene.declared.len(),
                    scene.asserted.len(),
                    scene.wanted.len(),
                );
                levels.extend(std::iter::repeat_n(now, levels_of(&command)));
            }
            "pop" => {
                fresh = false;
                for _ in 0..levels_of(&command) {
                    let Some((declared, asserted, wanted)) = levels.pop() else {
                        return;
                    };
                    scene.declared.truncate(declared);
                    scene.asserted.truncate(asserted);
                    scene.wanted.truncate(wanted);
                }
            }
            "reset-assertions" => {
                fresh = false;
                scene.asserted.clear();
                scene.declared.clear();
                scene.wanted.clear();
                levels.clear();
            }
            "set-info" | "echo" => {}
            _ if name.starts_with("declare-") || name.starts_with("define-") => {
                fresh = false;
                scene.declared.push(command.text);
            }
            _ if name.starts_with("get-") => {}
            _ => return,
        }
    }
}

fn asserted<'a>(command: &Command<'a>) -> Option<Asserted<'a>> {
    let parts = items(command.text);
    let [_, term] = parts[..] else {
        return None;
    };
    let inner = items(term);
    let annotated = inner.first() == Some(&"!");
    let named = inner.iter().position(|it| *it == ":named");
    let name = named.filter(|_| annotated).and_then(|at| inner.get(at + 1));
    Some(Asserted {
        command: command.text,
        term,
        name: name.copied(),
    })
}

/// What a command asks for; `None` where an attribute says what we do not know, as a weight that is none.
fn wanted<'a>(command: &Command<'a>) -> Option<Wanted<'a>> {
    let parts = items(command.text);
    let direction = match command.name() {
        "minimize" => Some(Direction::Least),
        "maximize" => Some(Direction::Greatest),
        _ => None,
    };
    if let Some(direction) = direction {
        return match parts[..] {
            [_, term] => Some(Wanted::Term(direction, term)),
            _ => None,
        };
    }
    let (term, attributes) = parts.get(1..)?.split_first()?;
    let (mut weight, mut id) = ("1", "");
    for pair in attributes.chunks(2) {
        match *pair {
            [":weight", number] => weight = number,
            [":id", name] => id = name,
            _ => return None,
        }
    }
    let positive = weight.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    positive.then_some(Wanted::Soft { term, weight, id })
}

/// How many levels a `push` or `pop` is about.
fn levels_of(command: &Command<'_>) -> usize {
    let parts = items(command.text);
    let count = parts.get(1).and_then(|count| count.parse().ok());
    count.unwrap_or(1_usize).min(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_constraints_of_a_name_are_one_objective() {
        let script = "(minimize x)(push)(assert-soft p :id a :weight 2)(assert-soft q)\
                      (assert-soft r :weight 0.5 :id a)(check-sat)(get-objectives)(pop)\
                      (maximize y)(check-sat)(get-objectives)";
        let mut seen = Vec::new();
        walk(script, &mut |scene, _| {
            let found = scene.objectives().into_iter();
            seen.push(found.map(|it| (it.name, it.term)).collect::<Vec<_>>());
        });
        let own = |(name, term): (&str, &str)| (name.to_string(), term.to_string());
        let first = [
            ("x", "x"),
            ("a", "(+ 0.0 0.0 (ite p 0.0 2.0) (ite r 0.0 0.5))"),
            ("", "(+ 0.0 0.0 (ite q 0.0 1.0))"),
        ];
        let second = [("x", "x"), ("y", "y")];
        assert_eq!(seen, [first.map(own).to_vec(), second.map(own).to_vec()]);
    }

    #[test]
    fn what_counts_is_what_was_not_popped() {
        let script = "(set-logic QF_UF)(set-option :a true)(declare-const p Bool)(assert (! p :named n))\
                      (push 2)(declare-const q Bool)(assert q)(check-sat-assuming (p (not q)))\
                      (get-value (p))(get-value (q))(pop 1)(get-value (p))(check-sat)(get-unsat-core)\
                      (fixedpoint)(check-sat)(get-value (p))";
        let mut seen = Vec::new();
        walk(script, &mut |scene, question| {
            let asserted: Vec<_> = scene.asserted.iter().map(|a| (a.term, a.name)).collect();
            seen.push((
                scene.checks,
                question.asked,
                question.nth,
                scene.assumed.len(),
            ));
            let both = scene.checks == 1;
            assert_eq!(asserted.len(), if both { 2 } else { 1 });
            assert_eq!(asserted[0], ("(! p :named n)", Some("n")));
            assert!(scene.script(true, "(assert p)").contains("QF_UF"));
            assert_eq!(scene.script(false, "").contains("declare-const q"), both);
            assert!(scene.is_set(":a") && !scene.is_set(":b"));
        });
        let expect = [
            (1, Asked::Value, 0, 2),
            (1, Asked::Value, 1, 2),
            (2, Asked::Core, 0, 0),
        ];
        assert_eq!(seen, expect);
    }
}
