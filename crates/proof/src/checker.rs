//! The commands of a proof, one after another.

use gadfly_term::Script;
use rustc_hash::FxHashMap;

use crate::gates::Circuits;
use crate::import::{Imported, import};
use crate::kernel::{Kernel, Step, Verdict};
use crate::lexer::{Lexer, Token, describe};
use crate::normal::Normal;
use crate::op::Op;
use crate::question::question;
use crate::read::{self, Names};
use crate::report::{Fault, ProofError, Question, Report};
use crate::rule;
use crate::sort::{Sort, SortHead};
use crate::term::{Fun, Role, Term, Terms};

/// How large a proof may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of text.
    pub bytes: usize,
    /// The most steps.
    pub steps: usize,
    /// The most distinct terms.
    pub terms: usize,
    /// The most local assumptions that are open at once.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 1 << 30,
            steps: 20_000_000,
            terms: 50_000_000,
            depth: 1_000_000,
        }
    }
}

/// How many names of steps on trust are kept.
const MOST_NAMES: usize = 100;

/// Checks a proof of the unsatisfiability of one check of a script, by the check's number.
pub fn check(
    script: &Script,
    number: usize,
    proof: &str,
    limits: &Limits,
) -> Result<Report, ProofError> {
    let checked = run(script, number, proof, limits, &|_| false)?;
    Ok(checked.0)
}

/// The steps that are wanted by their names, each as a script that must be unsatisfiable, as far as
/// the proof can be followed.
pub fn questions(
    script: &Script,
    number: usize,
    proof: &str,
    limits: &Limits,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<Question>, ProofError> {
    let checked = run(script, number, proof, limits, wanted)?;
    Ok(checked.1)
}

fn run(
    script: &Script,
    number: usize,
    proof: &str,
    limits: &Limits,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<(Report, Vec<Question>), ProofError> {
    if proof.len() > limits.bytes {
        return Err(ProofError::TooLarge(format!("{} bytes", limits.bytes)));
    }
    let mut terms = Terms::new(limits.terms);
    let imported = import(script, number, &mut terms).map_err(ProofError::Script)?;
    let kernel = Kernel {
        catalog: script.catalog().clone(),
        terms,
        normal: Normal::default(),
        open: Vec::new(),
        circuits: Circuits::new(),
    };
    let mut checker = Checker {
        lexer: Lexer::new(proof),
        kernel,
        imported,
        names: Names::default(),
        steps: FxHashMap::default(),
        added: vec![Vec::new()],
        report: Report::default(),
        refuted: false,
        limits: *limits,
        script,
        wanted,
        questions: Vec::new(),
    };
    checker.run()?;
    checker.report.terms = checker.kernel.terms.len();
    Ok((checker.report, checker.questions))
}

struct Checker<'a> {
    lexer: Lexer<'a>,
    kernel: Kernel,
    imported: Imported,
    names: Names,
    /// What each step concludes.
    steps: FxHashMap<&'a str, Term>,
    /// The steps of each open scope.
    added: Vec<Vec<&'a str>>,
    report: Report,
    /// Whether `false` was concluded from the assertions alone.
    refuted: bool,
    limits: Limits,
    script: &'a Script,
    /// Whether a step is wanted as a script.
    wanted: &'a dyn Fn(&str) -> bool,
    questions: Vec<Question>,
}

/// What stands behind the rule of a step.
#[derive(Default)]
struct Parts<'a> {
    name: &'a str,
    goal: Option<Term>,
    rule: &'a str,
    premises: Vec<&'a str>,
    args: Vec<Term>,
}

impl<'a> Checker<'a> {
    fn unreadable(&self, message: impl Into<String>) -> ProofError {
        let line = self.lexer.line();
        let message = message.into();
        ProofError::Unreadable { line, message }
    }

    fn fault(&mut self, step: &str, rule: &str, reason: impl Into<String>) {
        self.report.fault = Some(Fault {
            step: step.to_owned(),
            rule: rule.to_owned(),
            reason: reason.into(),
            question: None,
        });
    }

    /// What concludes a formula as a script that must be unsatisfiable.
    fn question(&mut self, premises: &[Term], goal: Term) -> Option<String> {
        let scoped = !self.kernel.open.is_empty();
        question(&mut self.kernel.terms, self.script, premises, goal, scoped)
    }

    /// What the fault is about, as a script.
    fn ask_fault(&mut self, premises: &[Term], goal: Term) {
        let question = self.question(premises, goal);
        if let Some(fault) = &mut self.report.fault {
            fault.question = question;
        }
    }

    fn run(&mut self) -> Result<(), ProofError> {
        // The answer before the proof, and the parentheses around it.
        let mut outer = false;
        loop {
            let token = self.lexer.peek().map_err(|m| self.unreadable(m))?;
            match token {
                Token::Atom("unsat") => {
                    self.lexer.next().map_err(|m| self.unreadable(m))?;
                }
                Token::Open if !outer => {
                    let mut ahead = self.lexer.clone();
                    let _ = ahead.next();
                    let wrapped = matches!(ahead.next(), Ok(Token::Open | Token::Close));
                    if wrapped {
                        self.lexer.next().map_err(|m| self.unreadable(m))?;
                        outer = true;
                    } else {
                        break;
                    }
                }
                _ => break,
            }
        }
        loop {
            let token = self.lexer.next().map_err(|m| self.unreadable(m))?;
            match token {
                Token::Open => {
                    self.command().map_err(|m| self.unreadable(m))?;
                    if self.report.steps > self.limits.steps {
                        return Err(ProofError::TooLarge(format!("{} steps", self.limits.steps)));
                    }
                    if self.report.fault.is_some() {
                        return Ok(());
                    }
                }
                Token::Close if outer => outer = false,
                Token::End => break,
                token => {
                    return Err(
                        self.unreadable(format!("expected a command, found {}", describe(token)))
                    );
                }
            }
        }
        if outer {
            return Err(self.unreadable("the proof is cut off: its last `)` is missing"));
        }
        if !self.refuted {
            self.fault("", "", "no step concludes `false` from the assertions");
        }
        Ok(())
    }

    fn term(&mut self) -> Result<Term, String> {
        read::term(&mut self.lexer, &mut self.kernel.terms, &mut self.names)
    }

    fn command(&mut self) -> Result<(), String> {
        match self.lexer.symbol()? {
            "define" => {
                let name = self.lexer.symbol()?;
                self.lexer.open()?;
                self.lexer.close()?;
                let term = self.term()?;
                self.names.insert(name.to_owned(), term);
                self.lexer.close()
            }
            "assume" => self.assume(),
            "assume-push" => self.push(),
            "step" => {
                let parts = self.parts()?;
                self.step(parts)
            }
            "step-pop" => {
                let parts = self.parts()?;
                self.pop(parts)
            }
            "declare-const" => self.declare(),
            "declare-sort" | "declare-type" | "declare-datatypes" | "declare-datatype"
            | "define-sort" => self.skip(),
            "error" => Err("the solver printed an error instead of a proof".to_owned()),
            other => Err(format!("`{other}` is no command of a proof")),
        }
    }

    /// The rest of a command that says nothing new: sorts and datatypes are the script's.
    fn skip(&mut self) -> Result<(), String> {
        let mut depth = 1;
        while depth > 0 {
            match self.lexer.next()? {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::End => return Err("the proof ends inside a declaration".to_owned()),
                _ => {}
            }
        }
        Ok(())
    }

    fn declare(&mut self) -> Result<(), String> {
        let text = self.lexer.symbol()?;
        let terms = &mut self.kernel.terms;
        let sort = read::sort(&mut self.lexer, terms, 0)?;
        self.lexer.close()?;
        if text.starts_with('@') || terms.op_named(text).is_some() {
            return Err(format!("`{text}` has a meaning of its own"));
        }
        let (params, result) = match (terms.sorts.head(sort), terms.sorts.args(sort)) {
            (SortHead::Fun, [params @ .., result]) => (params.to_vec(), *result),
            _ => (Vec::new(), sort),
        };
        let name = terms.name(text);
        match terms.funs.get(&name) {
            None => {
                let role = Role::Free;
                terms.funs.insert(
                    name,
                    Fun {
                        params,
                        result,
                        role,
                    },
                );
            }
            Some(known) if known.params == params && known.result == result => {}
            Some(_) => self.fault(
                text,
                "declare-const",
                "the script declares it with another sort",
            ),
        }
        Ok(())
    }

    fn conclude(&mut self, name: &'a str, term: Term) {
        self.steps.insert(name, term);
        if let Some(scope) = self.added.last_mut() {
            scope.push(name);
        }
        self.report.steps += 1;
        if term == Terms::FALSE && self.added.len() == 1 {
            self.refuted = true;
        }
    }

    fn assume(&mut self) -> Result<(), String> {
        let name = self.lexer.symbol()?;
        let term = self.term()?;
        self.lexer.close()?;
        *self.report.rules.entry("assume".to_owned()).or_default() += 1;
        if !self.imported.assertions.contains(&term) && self.imported.partly {
            return Err(format!(
                "{name} is no assertion as it is read here; the script has terms that are not compared"
            ));
        }
        if !self.imported.assertions.contains(&term) {
            self.fault(name, "assume", "the script does not assert this");
            let mut asserted: Vec<Term> = self.imported.assertions.iter().copied().collect();
            asserted.sort();
            self.ask_fault(&asserted, term);
            return Ok(());
        }
        self.conclude(name, term);
        Ok(())
    }

    fn push(&mut self) -> Result<(), String> {
        let name = self.lexer.symbol()?;
        let term = self.term()?;
        self.lexer.close()?;
        if self.added.len() >= self.limits.depth {
            return Err("too many local assumptions are open at once".to_owned());
        }
        if !matches!(self.kernel.terms.sort(term), Sort::BOOL | Sort::UNKNOWN) {
            return Err("an assumption is no formula".to_owned());
        }
        self.kernel.open.push(term);
        self.added.push(Vec::new());
        self.conclude(name, term);
        Ok(())
    }

    fn parts(&mut self) -> Result<Parts<'a>, String> {
        let mut parts = Parts {
            name: self.lexer.symbol()?,
            ..Parts::default()
        };
        loop {
            match self.lexer.peek()? {
                Token::Close => break,
                Token::Atom(":rule") => {
                    self.lexer.next()?;
                    parts.rule = self.lexer.symbol()?;
                }
                Token::Atom(":premises") => {
                    self.lexer.next()?;
                    self.lexer.open()?;
                    while self.lexer.peek()? != Token::Close {
                        parts.premises.push(self.lexer.symbol()?);
                    }
                    self.lexer.close()?;
                }
                Token::Atom(":args") => {
                    self.lexer.next()?;
                    self.lexer.open()?;
                    while self.lexer.peek()? != Token::Close {
                        let term = self.term()?;
                        parts.args.push(term);
                    }
                    self.lexer.close()?;
                }
                _ if parts.goal.is_none() => parts.goal = Some(self.term()?),
                token => return Err(format!("unexpected {}", describe(token))),
            }
        }
        self.lexer.close()?;
        match parts.rule {
            "" => Err("a step has no rule".to_owned()),
            rule => {
                *self.report.rules.entry(rule.to_owned()).or_default() += 1;
                Ok(parts)
            }
        }
    }

    /// What the premises conclude; a fault if one is not known here.
    fn premises(&mut self, parts: &Parts<'a>) -> Option<Vec<Term>> {
        let mut found = Vec::with_capacity(parts.premises.len());
        for premise in &parts.premises {
            match self.steps.get(premise) {
                Some(term) => found.push(*term),
                None => {
                    let reason = format!("its premise {premise} is not known here");
                    self.fault(parts.name, parts.rule, reason);
                    return None;
                }
            }
        }
        Some(found)
    }

    fn step(&mut self, parts: Parts<'a>) -> Result<(), String> {
        let Some(premises) = self.premises(&parts) else {
            return Ok(());
        };
        let Some(goal) = parts.goal else {
            return Err(format!(
                "step {} shows no conclusion; print the proof with `--proof-print-conclusion`",
                parts.name
            ));
        };
        // A formula with an operator that is not known may still be one.
        if !matches!(self.kernel.terms.sort(goal), Sort::BOOL | Sort::UNKNOWN) {
            self.fault(parts.name, parts.rule, "its conclusion is no formula");
            return Ok(());
        }
        let step = Step {
            rule: parts.rule,
            premises: &premises,
            args: &parts.args,
            goal,
        };
        if (self.wanted)(parts.name) {
            let script = self.question(&premises, goal);
            self.questions.push(Question {
                step: parts.name.to_owned(),
                rule: parts.rule.to_owned(),
                script,
            });
        }
        match rule::check(&mut self.kernel, &step) {
            Verdict::Holds => {}
            Verdict::Hole => {
                *self.report.holes.entry(parts.rule.to_owned()).or_default() += 1;
                if self.report.trusted.len() < MOST_NAMES {
                    self.report.trusted.push(parts.name.to_owned());
                }
            }
            Verdict::Fails(reason) => {
                self.fault(parts.name, parts.rule, reason);
                self.ask_fault(&premises, goal);
                return Ok(());
            }
        }
        if self.kernel.terms.is_full() {
            return Err("the proof needs too many terms".to_owned());
        }
        self.conclude(parts.name, goal);
        Ok(())
    }

    fn pop(&mut self, parts: Parts<'a>) -> Result<(), String> {
        let Some(premises) = self.premises(&parts) else {
            return Ok(());
        };
        let (Some(assumed), [concluded]) = (self.kernel.open.last().copied(), premises.as_slice())
        else {
            self.fault(
                parts.name,
                parts.rule,
                "it closes no assumption, or has not one premise",
            );
            return Ok(());
        };
        if parts.rule != "scope" {
            self.fault(parts.name, parts.rule, "only `scope` closes an assumption");
            return Ok(());
        }
        let made = self
            .kernel
            .terms
            .apply(Op::Implies, &[assumed, *concluded])?;
        if parts.goal.is_some_and(|goal| goal != made) {
            self.fault(
                parts.name,
                parts.rule,
                "its conclusion is another implication",
            );
            return Ok(());
        }
        self.kernel.open.pop();
        for name in self.added.pop().unwrap_or_default() {
            self.steps.remove(name);
        }
        self.conclude(parts.name, made);
        Ok(())
    }
}
