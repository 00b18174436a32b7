//! Interpolants between two parts of the assertions, which are unsatisfiable together: a part is the
//! assertions with certain names, and the other one is all the rest. A sequence of them is for parts that
//! grow step by step.

use super::scene::{Question, Scene};
use super::symbols::are_shared;
use super::{Must, Obligation, refuted, short};
use crate::sexpr::bare;
use gadfly_solver::Asked;
use gadfly_syntax::loose::items;
use gadfly_vocabulary::{Law, Topic};

/// What interpolants oblige to: each follows from its part, contradicts the rest, and has no symbol that
/// only one of the two has; with what the next step adds, it leads to the next one.
pub(super) fn of(scene: &Scene<'_>, question: &Question<'_>, response: &str) -> Vec<Obligation> {
    let Some(parts) = Parts::read(scene, question, response) else {
        return Vec::new();
    };
    let mut made = Vec::new();
    for (n, found) in parts.found.iter().enumerate() {
        let part = scene.part(&|it| parts.has(n, it.name));
        let rest = scene.part(&|it| !parts.has(n, it.name));
        let sides = [true, false].map(|inside| parts.terms(n, inside));
        if are_shared(scene, found, [&sides[0], &sides[1]]) == Some(false) {
            made.push(parts.obligation(n, Law::Shared, Must::Never));
            continue;
        }
        let not_found = format!("{part}(assert (not {found}))");
        made.extend(parts.refutes(n, Law::Follows, &not_found));
        made.extend(parts.refutes(n, Law::Entails, &format!("{rest}(assert {found})")));
        if let Some(next) = parts.found.get(n + 1) {
            let step = scene.part(&|it| parts.adds(n + 1, it.name));
            let leads = format!("{step}(assert {found})(assert (not {next}))");
            made.extend(parts.refutes(n, Law::Inductive, &leads));
        }
    }
    made
}

/// Interpolants, and the parts that they lie between.
struct Parts<'a> {
    scene: &'a Scene<'a>,
    /// The names that each step adds.
    steps: Vec<Vec<&'a str>>,
    found: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    fn read(scene: &'a Scene<'a>, question: &Question<'a>, response: &'a str) -> Option<Self> {
        let lists = question.items.get(1..)?;
        let found = match question.asked {
            Asked::Interpolants => items(response),
            _ => vec![response.trim()],
        };
        let named = |name: &&str| {
            scene
                .asserted
                .iter()
                .any(|it| it.name.map(bare) == Some(*name))
        };
        let step = |list: &&'a str| {
            let names: Vec<&str> = items(list).into_iter().map(bare).collect();
            (list.starts_with('(') && !names.is_empty() && names.iter().all(&named))
                .then_some(names)
        };
        let steps: Vec<Vec<&str>> = lists.iter().map(step).collect::<Option<_>>()?;
        let fits = !steps.is_empty() && steps.len() == found.len() && scene.assumed.is_empty();
        fits.then_some(Parts {
            scene,
            steps,
            found,
        })
    }

    /// Whether a step adds the assertion with this name.
    fn adds(&self, step: usize, name: Option<&str>) -> bool {
        name.is_some_and(|name| self.steps[step].contains(&bare(name)))
    }

    /// Whether it is in the part up to this step.
    fn has(&self, step: usize, name: Option<&str>) -> bool {
        (0..=step).any(|step| self.adds(step, name))
    }

    /// The terms of the part up to a step, or of the rest.
    fn terms(&self, step: usize, inside: bool) -> Vec<&str> {
        let all = self.scene.asserted.iter();
        let side = all.filter(|it| self.has(step, it.name) == inside);
        side.map(|it| it.term).collect()
    }

    fn obligation(&self, n: usize, law: Law, must: Must) -> Obligation {
        let said = vec![short(self.found[n])];
        self.scene.obligation(Topic::Interpolant, law, said, must)
    }

    /// The body has no model.
    fn refutes(&self, n: usize, law: Law, body: &str) -> Option<Obligation> {
        Some(self.obligation(n, law, refuted(self.scene, body)?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::walk;
    use super::*;

    /// The laws that an answer is held to, and for which interpolant.
    fn laws(script: &str, response: &str) -> Vec<(Law, String)> {
        let mut made = Vec::new();
        walk(script, &mut |scene, question| {
            let all = of(scene, question, response).into_iter();
            made.extend(all.map(|it| (it.law, it.said.concat())));
        });
        made
    }

    const SCRIPT: &str = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)\
        (assert (! p :named a))(assert (! (= p q) :named |b|))(assert (! (not q) :named c))(assert r)\
        (check-sat)";

    #[test]
    fn each_interpolant_of_a_sequence_has_its_laws() {
        let script = format!("{SCRIPT}(get-interpolants (a) (b))");
        let (p, q) = ("`p`".to_string(), "`(let ((p q)) p)`".to_string());
        let expect = [
            (Law::Follows, p.clone()),
            (Law::Entails, p.clone()),
            (Law::Inductive, p),
            (Law::Follows, q.clone()),
            (Law::Entails, q),
        ];
        assert_eq!(laws(&script, "(\np\n(let ((p q)) p)\n)"), expect);
    }

    #[test]
    fn an_interpolant_has_symbols_of_both_sides() {
        for (found, law) in [
            ("r", Law::Shared),
            ("(or p q)", Law::Shared),
            ("true", Law::Follows),
            ("|p|", Law::Follows),
        ] {
            let made = laws(&format!("{SCRIPT}(get-interpolant (a))"), found);
            assert_eq!(made[0].0, law, "{found}");
        }
        // Names that are nothing without bars.
        let script = "(declare-const |x@1:2#| Bool)(assert (! |x@1:2#| :named |a:1|))\
                      (assert (not |x@1:2#|))(check-sat)(get-interpolant (|a:1|))";
        assert_eq!(laws(script, "|x@1:2#|")[0].0, Law::Follows);
    }

    #[test]
    fn other_parts_are_not_judged() {
        for (question, response) in [
            ("(get-interpolant (a d))", "p"),
            ("(get-interpolant ())", "p"),
            ("(get-interpolants (a) (b))", "(p)"),
            ("(get-interpolants a (and b c))", "(p)"),
        ] {
            assert_eq!(
                laws(&format!("{SCRIPT}{question}"), response),
                [],
                "{question}"
            );
        }
        let assumed = SCRIPT.replace("(check-sat)", "(check-sat-assuming (p))");
        assert_eq!(laws(&format!("{assumed}(get-interpolant (a))"), "p"), []);
    }
}
