//! A step as a script that must be unsatisfiable: its premises, and its conclusion denied. Any solver
//! can be asked, so nobody need believe us that a step is wrong.

use std::fmt::Write;

use gadfly_syntax::{loose::commands, quoted};
use gadfly_term::Script;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::quantifier::instance;
use crate::sort::Sort;
use crate::substitution::free_variables;
use crate::term::{Head, Term, Terms};
use crate::write;

/// Larger scripts are not written.
const LARGEST: usize = 4 << 20;
/// What is longer gets a name where it can have one.
const SHORT: usize = 24;

/// The step that concludes `goal` as a script; nothing where a term cannot be said in one. Below an
/// open assumption (`scoped`) a premise must not have free variables: elsewhere it holds for all of
/// their values.
pub(crate) fn question(
    terms: &mut Terms,
    script: &Script,
    premises: &[Term],
    goal: Term,
    scoped: bool,
) -> Option<String> {
    let mut writer = Writer {
        terms,
        out: String::from("(set-logic ALL)\n"),
        texts: FxHashMap::default(),
        witnessed: FxHashSet::default(),
        waiting: Vec::new(),
        named: 0,
    };
    writer.declare(script);
    for premise in premises {
        if scoped && !free_variables(writer.terms, *premise).is_empty() {
            return None;
        }
        let text = writer.closed(*premise)?;
        writeln!(writer.out, "(assert {text})").ok()?;
    }
    let text = writer.closed(goal)?;
    writeln!(writer.out, "(assert (not {text}))").ok()?;
    // What the witnesses in all of that are named after.
    while let Some(waiting) = writer.waiting.pop() {
        let text = writer.text(waiting)?;
        writeln!(writer.out, "(assert {text})").ok()?;
    }
    writer.out.push_str("(check-sat)\n");
    Some(writer.out)
}

struct Writer<'a> {
    terms: &'a mut Terms,
    out: String,
    texts: FxHashMap<Term, String>,
    /// Quantified formulas and pairs of arrays whose witnesses are described.
    witnessed: FxHashSet<Term>,
    /// Descriptions that are still to be written.
    waiting: Vec<Term>,
    named: usize,
}

impl Writer<'_> {
    /// What the script declares. What it defines is written out in terms, but for what is recursive.
    fn declare(&mut self, script: &Script) {
        let mut seen = FxHashSet::default();
        for command in commands(script.source()) {
            let name = command.name();
            let kept = name.starts_with("declare-")
                || matches!(name, "define-sort" | "define-fun-rec" | "define-funs-rec");
            if kept && seen.insert(command.text) {
                self.out.push_str(command.text);
                self.out.push('\n');
            }
        }
    }

    /// A formula that holds for all values of its free variables.
    fn closed(&mut self, formula: Term) -> Option<String> {
        let mut free: Vec<Term> = free_variables(self.terms, formula).into_iter().collect();
        free.sort();
        let text = self.text(formula)?;
        match free.is_empty() {
            true => Some(text),
            false => Some(format!("(forall ({}) {text})", self.bound(&free)?)),
        }
    }

    fn bound(&self, variables: &[Term]) -> Option<String> {
        let mut text = String::new();
        for variable in variables {
            let Head::Var(name, sort) = self.terms.head(*variable) else {
                return None;
            };
            let sort = write::sort(self.terms, sort)?;
            write!(text, "({} {sort})", quoted(self.terms.text(name))).ok()?;
        }
        Some(text)
    }

    /// A term; what has no variables is defined once.
    fn text(&mut self, root: Term) -> Option<String> {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.texts.contains_key(&term) {
                continue;
            }
            if !ready {
                stack.push((term, true));
                let args = self.terms.args(term);
                match self.terms.head(term) {
                    Head::Op(op) if op.binds() => stack.extend(args.get(1).map(|a| (*a, false))),
                    Head::Op(Op::Skolemize) => {}
                    _ => stack.extend(args.iter().map(|a| (*a, false))),
                }
                continue;
            }
            let text = self.written(term)?;
            let text = self.shared(term, text)?;
            self.texts.insert(term, text);
            if self.out.len() > LARGEST {
                return None;
            }
        }
        self.texts.get(&root).cloned()
    }

    /// The name of a long term without variables, or the term as it is.
    fn shared(&mut self, term: Term, text: String) -> Option<String> {
        if text.len() > LARGEST {
            return None;
        }
        if text.len() <= SHORT || self.terms.has_variables(term) {
            return Some(text);
        }
        let Some(sort) = write::sort(self.terms, self.terms.sort(term)) else {
            return Some(text);
        };
        let name = self.name("t");
        writeln!(self.out, "(define-fun {name} () {sort} {text})").ok()?;
        Some(name)
    }

    fn name(&mut self, kind: &str) -> String {
        self.named += 1;
        format!("gadfly!{kind}{}", self.named)
    }

    fn written(&mut self, term: Term) -> Option<String> {
        if let Some(text) = write::literal(self.terms, term) {
            return Some(text);
        }
        let args = self.terms.args(term).to_vec();
        if let Head::Op(Op::Abs) = self.terms.head(term) {
            // The standard has it for integers alone.
            let text = self.of(*args.first()?)?;
            let zero = if self.terms.sort(term) == Sort::INT {
                "0"
            } else {
                "0.0"
            };
            return Some(format!("(ite (< {text} {zero}) (- {text}) {text})"));
        }
        if let Some((name, rest)) = write::operator(self.terms, term) {
            let from = args.len() - rest.len();
            return self.applied(&name, &args[from..]);
        }
        match self.terms.head(term) {
            Head::Var(name, _) => Some(quoted(self.terms.text(name)).into_owned()),
            Head::Fun(name) => {
                let name = quoted(self.terms.text(name)).into_owned();
                self.applied(&name, &args)
            }
            Head::Op(op) => self.own(op, term, &args),
            _ => None,
        }
    }

    fn applied(&self, name: &str, args: &[Term]) -> Option<String> {
        let args: Option<Vec<&str>> = args.iter().map(|a| self.of(*a)).collect();
        match args?.join(" ") {
            none if none.is_empty() => Some(name.to_owned()),
            args => Some(format!("({name} {args})")),
        }
    }

    fn of(&self, term: Term) -> Option<&str> {
        self.texts.get(&term).map(String::as_str)
    }

    /// Operators that only proofs have, and binders.
    fn own(&mut self, op: Op, term: Term, args: &[Term]) -> Option<String> {
        let (first, second) = (args.first().copied(), args.get(1).copied());
        let text = |this: &Self, term: Option<Term>| this.of(term?).map(str::to_owned);
        let (a, b) = (text(self, first), text(self, second));
        Some(match op {
            Op::Forall | Op::Exists => {
                let variables = self.terms.of(Op::List, first?)?.to_vec();
                let bound = self.bound(&variables)?;
                format!("({} ({bound}) {})", op.name(), b?)
            }
            Op::Purify => a?,
            Op::Is => format!("((_ is {}) {})", a?, b?),
            Op::Bit => {
                let at = self.terms.as_index(first?)?;
                format!("(= ((_ extract {at} {at}) {}) #b1)", b?)
            }
            Op::FromBools => {
                let bits: Option<Vec<String>> = args
                    .iter()
                    .rev()
                    .map(|bit| Some(format!("(ite {} #b1 #b0)", self.of(*bit)?)))
                    .collect();
                match bits?.as_slice() {
                    [one] => one.clone(),
                    many => format!("(concat {})", many.join(" ")),
                }
            }
            Op::BvOf => {
                let (value, width) = (self.terms.as_int(first?)?, self.terms.as_index(second?)?);
                format!("(_ bv{} {width})", value.to_string().parse::<u64>().ok()?)
            }
            Op::BvSize => self.terms.width(first?)?.to_string(),
            Op::BvUltBv => format!("(ite (bvult {} {}) #b1 #b0)", a?, b?),
            Op::BvSltBv => format!("(ite (bvslt {} {}) #b1 #b0)", a?, b?),
            Op::BvIte => format!("(ite (= {} #b1) {} {})", a?, b?, self.of(*args.get(2)?)?),
            Op::DivTotal => {
                let (a, b) = (a?, b?);
                format!("(ite (= {b} 0.0) 0.0 (/ {a} {b}))")
            }
            Op::IntDivTotal => {
                let (a, b) = (a?, b?);
                format!("(ite (= {b} 0) 0 (div {a} {b}))")
            }
            Op::ModTotal => {
                let (a, b) = (a?, b?);
                format!("(ite (= {b} 0) {a} (mod {a} {b}))")
            }
            Op::Skolemize | Op::ArrayDiff => self.witness(op, term, args)?,
            _ => return None,
        })
    }

    /// A constant for a witness; what it is named after says what is known of it.
    fn witness(&mut self, op: Op, term: Term, args: &[Term]) -> Option<String> {
        if !free_variables(self.terms, term).is_empty() {
            return None;
        }
        let description = match op {
            Op::Skolemize => {
                let formula = *args.first()?;
                let count = self.terms.args(*self.terms.args(formula).first()?).len();
                let indices: Vec<Term> = (0..count).map(|n| self.terms.int(n as i64)).collect();
                let witnesses = indices.into_iter().map(|index| {
                    let made = self.terms.apply(Op::Skolemize, &[formula, index]);
                    made.ok()
                });
                let witnesses: Option<Vec<Term>> = witnesses.collect();
                let instance = instance(self.terms, formula, &witnesses?)?;
                self.terms.apply(Op::Implies, &[instance, formula]).ok()?
            }
            _ => {
                let [a, b] = *args else { return None };
                let select = |terms: &mut Terms, array| terms.apply(Op::Select, &[array, term]);
                let left = select(self.terms, a).ok()?;
                let right = select(self.terms, b).ok()?;
                let (same, equal) = (self.terms.eq(left, right), self.terms.eq(a, b));
                self.terms.apply(Op::Implies, &[same, equal]).ok()?
            }
        };
        if self.witnessed.insert(description) {
            self.waiting.push(description);
        }
        let sort = write::sort(self.terms, self.terms.sort(term))?;
        let name = self.name("k");
        writeln!(self.out, "(declare-const {name} {sort})").ok()?;
        Some(name)
    }
}
