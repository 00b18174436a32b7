//! The derivation by which Horn clauses are refuted: it ends in `false`, each of its steps follows from the
//! clause and the facts that it names, and each of its facts is one that the script's clauses derive.
//!
//! z3 works on clauses of its own making: predicates are unfolded, tests are rewritten. So two things are
//! asked of a step that share only its facts: whether it follows from the clause that z3 names, and whether
//! some clause of the script has the fact as its head.

mod clause;
mod read;
mod same;
mod scripts;
mod terms;

use super::scene::Scene;
use super::{Must, Obligation, asked, short};
use gadfly_solver::Answer;
use gadfly_vocabulary::{Law, Topic};
use read::Derivation;
use scripts::Clauses;
use std::collections::BTreeMap;

/// Of a longer derivation only so many steps are looked at.
const STEPS: usize = 24;
/// No formula of a derivation is written out at more bytes than this.
const LONGEST: usize = 4000;

/// What a derivation obliges to. What is printed for other logics is a proof of another kind.
pub(super) fn of(scene: &Scene<'_>, text: &str) -> Vec<Obligation> {
    if !scene.is_horn() {
        return Vec::new();
    }
    let Some(derivation) = Derivation::read(text) else {
        return Vec::new();
    };
    let said = vec![said(&derivation)];
    let about = |law, must| scene.obligation(Topic::Derivation, law, said.clone(), must);
    if !derivation.is_false(derivation.end) {
        return vec![about(Law::Refutes, Must::Never)];
    }
    let must = |script: String, answer| Must::Answer {
        script,
        answer,
        given: None,
    };
    let clauses = Clauses::new(scene, &derivation);
    let mut found = Vec::new();
    if let Some(script) = clauses.steps() {
        found.push(about(Law::Resolves, must(script, Answer::Sat)));
    }
    if let Some(script) = clauses.heads() {
        found.push(about(Law::Derivable, must(script, Answer::Sat)));
    }
    if let Some(script) = clauses.facts() {
        found.push(about(Law::Follows, must(script, Answer::Unsat)));
    }
    found
}

/// What is read of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Steps of hyper-resolution.
    pub steps: usize,
    /// Of these, how many are put to solvers.
    pub followed: usize,
    /// Whether all of the script's assertions are clauses that we read.
    pub clauses: bool,
    /// Steps of rules that we do not know.
    pub unknown: BTreeMap<String, usize>,
}

/// What is read of a derivation; `None` where it is none.
pub(super) fn outline(scene: &Scene<'_>, text: &str) -> Option<Outline> {
    let derivation = Derivation::read(text).filter(|_| scene.is_horn())?;
    let clauses = Clauses::new(scene, &derivation);
    Some(Outline {
        steps: derivation.steps.len(),
        followed: clauses.followed(),
        clauses: clauses.are_read(),
        unknown: derivation.unknown.clone(),
    })
}

/// The facts, as they are derived.
fn said(derivation: &Derivation) -> String {
    let text = |id| derivation.terms.write(id, &BTreeMap::new(), LONGEST);
    let steps = derivation.steps.iter().rev();
    let mut facts: Vec<String> = steps.filter_map(|step| text(step.fact)).collect();
    let end = text(derivation.end).filter(|end| facts.last() != Some(end));
    facts.extend(end);
    short(&facts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::scene::walk;
    use super::*;

    const SYSTEM: &str = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))\
        (assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))\
        (assert (forall ((x Int)) (=> (and (P x) (< 0 x)) false)))(check-sat)(get-proof)";
    const ONE: &str = "((_ hyper-res 0 0 0 1) (asserted (forall ((A Int) (B Int)) (! (=> (and (P B) \
        (not (<= 3 B)) (= A (+ B 1))) (P A)) :weight 0))) ((_ hyper-res 0 0) (asserted (P 0)) (P 0)) (P 1))";
    const FIRES: &str = "(asserted (forall ((A Int)) (=> (and (P A) (not (<= A 0))) (query!0 A))))";

    /// Each law with what must hold, the declarations cut away.
    fn laws(script: &str, said: &str) -> Vec<(Law, String)> {
        let mut found = None;
        walk(script, &mut |scene, _| found = Some(of(scene, said)));
        let all = found.expect("a question").into_iter();
        let must = |must| match must {
            Must::Answer { script, answer, .. } => {
                let body = script.split_once("Bool)\n").map_or("", |(_, body)| body);
                format!("{answer}: {}", body.replace("\n", ""))
            }
            _ => "never".to_string(),
        };
        all.map(|it| (it.law, must(it.must))).collect()
    }

    #[test]
    fn each_step_follows_and_each_fact_has_a_clause() {
        let whole = format!(
            "(mp ((_ hyper-res 0 0 0 1) {FIRES} {ONE} (query!0 1)) (asserted (=> (query!0 1) false)) false)"
        );
        let steps = "sat: (declare-const gadfly!0!0 Int)\
            (assert (or false false (and true true (= gadfly!0!0 1))))(assert (not (<= gadfly!0!0 0)))\
            (assert (and true true (= gadfly!0!0 1)))\
            (declare-const gadfly!1!0 Int)(declare-const gadfly!1!1 Int)\
            (assert (or false false (and true true (= gadfly!1!1 0))))(assert (not (<= 3 gadfly!1!1)))\
            (assert (= gadfly!1!0 (+ gadfly!1!1 1)))(assert (and true true (= gadfly!1!0 1)))\
            (assert (and true true (= 0 0)))(check-sat)";
        let heads = "sat: (declare-const gadfly!0!1!0 Int)\
            (assert (or false false (and true true (and true true (= 0 0))) \
            (and true true (not (and true true (= gadfly!0!1!0 0))) (< gadfly!0!1!0 3) \
            (and true true (= (+ gadfly!0!1!0 1) 0)))))\
            (declare-const gadfly!1!1!0 Int)\
            (assert (or false false (and true true (and true true (= 0 1))) \
            (and true true (not (and true true (= gadfly!1!1!0 1))) (< gadfly!1!1!0 3) \
            (and true true (= (+ gadfly!1!1!0 1) 1)))))\
            (declare-const gadfly!2!0!0 Int)\
            (assert (or false false (and true true (< 0 gadfly!2!0!0))))(check-sat)";
        let facts = "unsat: (assert (P 0))(assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))\
            (assert (not (and true (P 0) (P 1))))(check-sat)";
        let expect = [
            (Law::Resolves, steps),
            (Law::Derivable, heads),
            (Law::Follows, facts),
        ];
        let expect = expect.map(|(law, must)| (law, must.to_string()));
        assert_eq!(laws(SYSTEM, &whole), expect);
        let printed = "(set-option :fp.print_certificate true)".to_string() + SYSTEM;
        let printed = printed.replace("(get-proof)", "");
        assert_eq!(laws(&printed, &whole), expect);
        // What z3 4.8.7 prints ends in a query.
        let old =
            format!("((set-logic HORN) (proof ((_ hyper-res 0 0 0 1) {FIRES} {ONE} (query!0 1))))");
        assert_eq!(laws(SYSTEM, &old), expect);
    }

    #[test]
    fn a_derivation_that_ends_elsewhere_is_none() {
        let never = [(Law::Refutes, "never".to_string())];
        assert_eq!(laws(SYSTEM, ONE), never);
        assert_eq!(laws(SYSTEM, &format!("((proof {ONE}))")), never);
    }

    #[test]
    fn what_is_no_derivation_obliges_to_nothing() {
        for said in [
            "(P 1)",
            "(and (P 1) (P 0))",
            "(asserted (P 0))",
            "((_ th-lemma arith) false)",
        ] {
            assert_eq!(laws(SYSTEM, said), [], "{said}");
        }
        assert_eq!(laws(&SYSTEM.replace("HORN", "ALL"), ONE), []);
    }

    #[test]
    fn a_script_of_other_formulas_is_not_held_to_its_clauses() {
        let whole = format!(
            "(mp ((_ hyper-res 0 0 0 1) {FIRES} {ONE} (query!0 1)) (asserted (=> (query!0 1) false)) false)"
        );
        for other in [
            "(= (P x) (< x 1))",
            "(not (not (P x)))",
            "(=> (not (P x)) false)",
            "(< x 1)",
        ] {
            let other = format!("(assert (forall ((x Int)) {other}))");
            let odd = SYSTEM.replace("(assert (P 0))", &other);
            let found: Vec<Law> = laws(&odd, &whole).into_iter().map(|it| it.0).collect();
            assert_eq!(found, [Law::Resolves], "{other}");
        }
        for other in [
            SYSTEM.replace("(declare-fun P", "(define-fun f () Int 0)(declare-fun P"),
            SYSTEM.replace("(check-sat)", "(check-sat-assuming ((P 1)))"),
        ] {
            let found: Vec<Law> = laws(&other, &whole).into_iter().map(|it| it.0).collect();
            assert_eq!(found, [Law::Resolves], "{other}");
        }
        // A variable of z3's with a name of the script's.
        let taken = SYSTEM.replace("(declare-fun P", "(declare-fun A () Int)(declare-fun P");
        let found: Vec<Law> = laws(&taken, &whole).into_iter().map(|it| it.0).collect();
        assert!(found.contains(&Law::Derivable));
        let parts = laws(&taken, &whole).swap_remove(0).1;
        assert!(!parts.contains("gadfly!0"), "{parts}");
    }
}
