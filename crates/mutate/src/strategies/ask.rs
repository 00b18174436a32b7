//! Questions: a seed whose assertions have names or guards, and a solver that is asked for more than its
//! answer: values of subterms, the assignment, a core, the assumptions that it needs, simplified terms,
//! the goals of tactics, answers by tactics, formulas without their quantifiers.
//!
//! A question that the answer does not fit is an error to a solver, so that what is asked follows from
//! what is known of the answer; where nothing is known, the question comes last.

use crate::fusable::{Fusable, Variable};
use crate::kit::Kit;
use crate::partner::Start;
use crate::prepare::ANY_LOGIC;
use crate::seed::Seed;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_catalog::{Keeps, Tactics};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_syntax::loose::words;
use gadfly_term::{CommandKind, NodeId, SortKind};
use std::fmt::Write as _;

/// `ask`
#[derive(Debug)]
pub(crate) struct Ask;

const ABOUT: About = About::new(
    "ask",
    "values, cores, assumptions and simplified terms of a seed are asked for",
    Takes::Seed,
    Promise::Sometimes,
);

/// Terms of one question.
const TERMS: usize = 4;
/// Longer terms are not asked about.
const LONGEST: usize = 400;
/// Guards of one script.
const GUARDS: usize = 8;
/// Options of z3's `simplify` that change the form of its result.
const FORMS: [&str; 14] = [
    ":som true",
    ":flat false",
    ":elim_and true",
    ":push_ite_arith true",
    ":push_ite_bv true",
    ":hoist_ite true",
    ":pull_cheap_ite true",
    ":arith_lhs true",
    ":blast_distinct true",
    ":local_ctx true",
    ":bv_ineq_consistency_test_max 100",
    ":mul2concat true",
    ":blast_eq_value true",
    ":sort_sums true",
];

impl Mutator for Ask {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn over(&self) -> &'static [&'static dyn Mutator] {
        super::BEFORE_QUESTIONS
    }

    fn accepts(&self, seed: &Seed) -> bool {
        seed.fusable().is_some()
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        let parts = seed.fusable()?;
        let source = seed.script.source();
        // What was asked already stays as it is.
        let name = ["ask!", "ask!!", "ask!!!"]
            .into_iter()
            .find(|name| !source.contains(name))
            .filter(|_| !source.contains("(set-option"))?;
        let mut writer = Writer {
            seed,
            parts,
            name,
            text: String::new(),
        };
        let known = seed.single().unwrap_or(Expect::Unknown);
        let (expect, trace) = match (known, rng.below(8)) {
            (_, 0) => (writer.simplify(known, rng, kit)?, "simplify"),
            (_, 6) => (writer.eliminate(known, rng)?, "eliminate"),
            (_, 7) => (writer.using(known, rng, kit)?, "using"),
            (Expect::Unsat, 1..4) => (writer.core(known, false, rng), "core"),
            (Expect::Unsat, _) => (writer.assumptions(known, false, rng), "assumptions"),
            (_, 1..4) => (writer.values(known, rng)?, "values"),
            (_, 4) => (writer.core(known, true, rng), "core"),
            _ => (writer.assumptions(known, true, rng), "assumptions"),
        };
        let mut mutation = Mutation::new(writer.text, format!("ask {trace}"));
        mutation.claim = Claim::Answers(vec![expect]);
        Some(mutation)
    }
}

/// A script being written.
struct Writer<'a> {
    seed: &'a Seed,
    parts: &'a Fusable,
    /// What names of ours begin with.
    name: &'static str,
    text: String,
}

impl Writer<'_> {
    fn begin(&mut self, options: &[&str]) {
        self.text.push_str(ANY_LOGIC);
        for option in options {
            let _ = writeln!(self.text, "(set-option :{option} true)");
        }
        let declarations = self.parts.declarations.clone();
        self.text.push_str(&self.seed.script.source()[declarations]);
    }

    fn term(&self, at: usize) -> &str {
        self.seed.script.text(self.parts.assertions[at])
    }

    /// All assertions, some of them under names.
    fn named(&mut self, rng: &mut Rng, (some, of): (usize, usize)) {
        for at in 0..self.parts.assertions.len() {
            let term = self.term(at).to_owned();
            let name = self.name;
            let _ = match rng.chance(some, of) && !term.contains(":named") {
                true => writeln!(self.text, "(assert (! {term} :named {name}{at}))"),
                false => writeln!(self.text, "(assert {term})"),
            };
        }
    }

    /// Values of subterms beside a model, and now and then the assignment.
    fn values(&mut self, known: Expect, rng: &mut Rng) -> Option<Expect> {
        let terms = self.subterms(rng);
        if terms.is_empty() {
            return None;
        }
        let assignment = rng.chance(1, 3);
        match assignment {
            true => self.begin(&["produce-models", "produce-assignments"]),
            false => self.begin(&["produce-models"]),
        }
        self.named(rng, if assignment { (2, 3) } else { (0, 1) });
        let terms = terms.join(" ");
        let _ = writeln!(self.text, "(check-sat)\n(get-value ({terms}))");
        if assignment {
            self.text.push_str("(get-assignment)\n");
        }
        self.text.push_str("(get-model)\n");
        Some(known)
    }

    /// A core of named assertions; with `negated`, beside the negation of one of them.
    fn core(&mut self, known: Expect, negated: bool, rng: &mut Rng) -> Expect {
        self.begin(&["produce-unsat-cores"]);
        self.named(rng, (4, 5));
        let at = rng.below(self.parts.assertions.len());
        let negated = negated && !self.term(at).contains(":named");
        if negated {
            let (term, name) = (self.term(at).to_owned(), self.name);
            let _ = writeln!(self.text, "(assert (! (not {term}) :named {name}not))");
        }
        self.text.push_str("(check-sat)\n(get-unsat-core)\n");
        if negated { Expect::Unsat } else { known }
    }

    /// Guarded assertions, all guards assumed; with `negated`, one of them guards a negation.
    fn assumptions(&mut self, known: Expect, negated: bool, rng: &mut Rng) -> Expect {
        self.begin(&["produce-unsat-assumptions"]);
        let all = self.parts.assertions.len();
        let mut guards = 0;
        let (mut body, name) = (String::new(), self.name);
        for at in 0..all {
            let term = self.term(at);
            let _ = match guards < GUARDS && rng.chance(2, 3) {
                true => {
                    guards += 1;
                    writeln!(body, "(assert (=> {name}{} {term}))", guards - 1)
                }
                false => writeln!(body, "(assert {term})"),
            };
        }
        let at = rng.below(all);
        let negated = negated && !self.term(at).contains(":named");
        if negated {
            let _ = writeln!(body, "(assert (=> {name}{guards} (not {})))", self.term(at));
            guards += 1;
        }
        for n in 0..guards {
            let _ = writeln!(self.text, "(declare-const {name}{n} Bool)");
        }
        self.text.push_str(&body);
        let literals: Vec<String> = (0..guards).map(|n| format!("{name}{n}")).collect();
        let _ = writeln!(
            self.text,
            "(check-sat-assuming ({}))\n(get-unsat-assumptions)",
            literals.join(" ")
        );
        if negated { Expect::Unsat } else { known }
    }

    /// Subterms simplified, in forms that vary.
    fn simplify(&mut self, known: Expect, rng: &mut Rng, kit: &Kit) -> Option<Expect> {
        let terms = self.subterms(rng);
        if terms.is_empty() {
            return None;
        }
        self.begin(&[]);
        let varied = rng.chance(2, 3);
        let tactic = match varied && rng.chance(1, 2) {
            true => Some(tactic(rng, kit)?),
            false => None,
        };
        for term in terms {
            let forms: Vec<&str> = match varied {
                true => (0..=rng.below(2))
                    .filter_map(|_| rng.pick(&FORMS).copied())
                    .collect(),
                false => Vec::new(),
            };
            let mut forms = forms;
            forms.sort_unstable();
            forms.dedup();
            let forms: String = forms.iter().map(|form| format!(" {form}")).collect();
            let _ = writeln!(self.text, "(simplify {term}{forms})");
        }
        self.named(rng, (0, 1));
        if let Some(tactic) = tactic {
            let _ = writeln!(self.text, "(apply {tactic})");
        }
        self.text.push_str("(check-sat)\n");
        Some(known)
    }

    /// The answer by a tactic, with what it leaves given to the solver's core.
    fn using(&mut self, known: Expect, rng: &mut Rng, kit: &Kit) -> Option<Expect> {
        let tactic = tactic(rng, kit)?;
        self.begin(&[]);
        self.named(rng, (0, 1));
        let _ = writeln!(self.text, "(check-sat-using (then {tactic} smt))");
        Some(known)
    }

    /// An assertion with one of its constants bound, alone, and what it is without the binder.
    fn eliminate(&mut self, known: Expect, rng: &mut Rng) -> Option<Expect> {
        let bound = |it: &&Variable| matches!(it.ty, Ty::Int | Ty::Real | Ty::BitVec(_));
        let variables: Vec<&Variable> = self.parts.variables.iter().filter(bound).collect();
        let variable = rng.pick(&variables)?;
        let script = &self.seed.script;
        let at = self
            .seed
            .analysis()
            .assertion(script, *rng.pick(&variable.occurrences)?)?;
        let term = self.term(at).to_owned();
        if term.contains(":named") {
            return None;
        }
        let forall = rng.chance(1, 3);
        let binder = if forall { "forall" } else { "exists" };
        let (name, ty) = (&variable.name, &variable.ty);
        let closed = format!("({binder} (({name} {ty})) {term})");
        self.begin(&[]);
        // One is cvc5's command, for one block of quantifiers, and one is z3's: a script with both is nobody's.
        let nested = words(&term).any(|(_, word)| matches!(word, "exists" | "forall"));
        let _ = match rng.chance(1, 2) && !nested {
            true => writeln!(self.text, "(get-qe {closed})\n(assert {closed})"),
            false => writeln!(self.text, "(assert {closed})\n(apply qe)"),
        };
        self.text.push_str("(check-sat)\n");
        Some(match known {
            Expect::Sat if !forall => Expect::Sat,
            _ => Expect::Unknown,
        })
    }

    /// Some subterms that have values, each once.
    fn subterms(&self, rng: &mut Rng) -> Vec<String> {
        let script = &self.seed.script;
        let analysis = self.seed.analysis();
        let fits = |node: &&NodeId| {
            let text = script.text(**node);
            let kind = script.commands()[script.command_of(**node)].kind;
            let valued = !matches!(
                script.sort_kind(script.sort(**node)),
                SortKind::RegLan | SortKind::Fun(_) | SortKind::Unknown
            );
            kind == CommandKind::Assert
                && valued
                && analysis.is_closed(**node)
                && text.len() <= LONGEST
                && !text.contains(":named")
        };
        let nodes: Vec<NodeId> = analysis.places.iter().filter(fits).copied().collect();
        let mut terms: Vec<String> = Vec::new();
        for _ in 0..=rng.below(TERMS) {
            let Some(node) = rng.pick(&nodes) else { break };
            let text = script.text(*node).to_owned();
            if !terms.contains(&text) {
                terms.push(text);
            }
        }
        terms
    }
}

/// A tactic, or two. Most are made for simplified goals.
fn tactic(rng: &mut Rng, kit: &Kit) -> Option<String> {
    let tactics = Tactics::of(kit.catalog());
    let mut all = tactics.tried(Keeps::Meaning);
    all.extend(tactics.tried(Keeps::Satisfiability));
    let one = *rng.pick(&all)?;
    Some(match rng.below(3) {
        0 => one.to_owned(),
        1 => format!("(then {one} {})", rng.pick(&all)?),
        _ => {
            let form = rng.pick(&FORMS).copied().unwrap_or_default();
            format!("(then (using-params simplify {form}) {one})")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_formula::Formula;
    use std::sync::Arc;

    fn formulas(seed: &str) -> Vec<Formula> {
        let catalog = gadfly_testkit::catalog();
        let (pool, refused) = SeedPool::read([("a.smt2", seed)], &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let at = |index| Position { seed: 1, index };
        let made = (0..900).filter_map(|index| make(&mut Ask, &pool, at(index), &mut kit).unwrap());
        // Of the seed as it is.
        let made = made.filter(|formula| formula.provenance.trace.len() == 1);
        let made = made.collect();
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        made
    }

    fn is_eliminated(formula: &Formula) -> bool {
        formula.provenance.trace == ["ask eliminate"]
    }

    const BODY: &str = "(declare-const x Int)(assert (> (* 2 x) 3))\
        (assert (exists ((y Int)) (< x y)))(assert (< x 9))(check-sat)";

    #[test]
    fn what_is_asked_fits_what_is_known() {
        let sat = formulas(&format!("(set-info :status sat){BODY}"));
        for (question, expect) in [
            ("(get-value (", Expect::Sat),
            ("(get-assignment)", Expect::Sat),
            ("(simplify ", Expect::Sat),
            ("(apply ", Expect::Sat),
            ("(check-sat-using (then ", Expect::Sat),
            ("(get-unsat-core)", Expect::Unsat),
            ("(get-unsat-assumptions)", Expect::Unsat),
        ] {
            let asked = sat
                .iter()
                .filter(|formula| formula.text.contains(question) && !is_eliminated(formula));
            let asked: Vec<&Formula> = asked.collect();
            assert!(asked.len() > 3, "{question}");
            assert!(asked.iter().all(|formula| formula.expect == [expect]));
        }
        let unsat = formulas(&format!("(set-info :status unsat){BODY}"));
        assert!(
            unsat
                .iter()
                .filter(|formula| !is_eliminated(formula))
                .all(|formula| formula.expect == [Expect::Unsat])
        );
        assert!(
            !unsat
                .iter()
                .any(|formula| formula.text.contains("(get-value"))
        );
        assert!(
            !unsat
                .iter()
                .any(|formula| formula.text.contains("(assert (! (not"))
        );
    }

    #[test]
    fn no_script_has_commands_of_two_solvers() {
        let made = formulas(&format!("(set-info :status sat){BODY}"));
        let has = |word: &str| made.iter().filter(|f| f.text.contains(word)).count();
        assert!(has("(get-qe ") > 3 && has("(apply qe)") > 3);
        let both = |f: &Formula| f.text.contains("(get-qe ") && f.text.contains("(apply ");
        assert!(!made.iter().any(both));
    }

    #[test]
    fn options_stand_before_the_logic_and_no_bound_variable_is_asked_about() {
        let made = formulas(BODY);
        let with_options = made.iter().filter(|f| f.text.contains("(set-option"));
        for formula in with_options {
            assert!(formula.text.starts_with("(set-option"), "{}", formula.text);
        }
        let values = |f: &&Formula| f.text.contains("(get-value");
        for formula in made.iter().filter(values) {
            let (_, asked) = formula.text.split_once("(get-value").unwrap();
            let asked = asked.replace("(exists ((y Int)) (< x y))", "");
            assert!(
                !asked.contains(" y") && !asked.contains("(y"),
                "{}",
                formula.text
            );
        }
    }

    #[test]
    fn what_is_no_flat_script_is_left_alone() {
        let stacked = "(declare-const p Bool)(push 1)(assert p)(check-sat)(pop 1)(check-sat)";
        assert!(formulas(stacked).is_empty());
    }
}
