//! A solution of a synthesis problem has the signature and the grammar that were asked for, and makes every
//! constraint valid; where a solver says that there is none, a solution that the script knows is none.

use super::grammar::derives;
use super::samples::samples;
use super::scene::Scene;
use super::{Must, Obligation, asked, read, short};
use gadfly_solver::Answer;
use gadfly_syntax::loose::{Command, items, words};
use gadfly_vocabulary::{Law, Topic};
use std::fmt::Write;

/// A synthesis problem, as far as a script has stated it.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem<'a> {
    functions: Vec<Function<'a>>,
    constraints: Vec<&'a str>,
    assumptions: Vec<&'a str>,
    /// Names of an invariant, of what is so before, at each step, and must be so afterwards.
    invariants: Vec<[&'a str; 4]>,
    /// A solution that the script names in `(set-info :solution (…))`.
    known: Option<&'a str>,
}

/// A function that is searched for.
#[derive(Clone, Debug)]
struct Function<'a> {
    name: &'a str,
    params: Vec<(&'a str, &'a str)>,
    sort: &'a str,
    grammar: Option<&'a str>,
}

/// A function that was found.
struct Found<'a> {
    name: &'a str,
    params: Vec<(&'a str, &'a str)>,
    sort: &'a str,
    body: &'a str,
}

impl<'a> Problem<'a> {
    /// Whether nothing is searched for.
    pub(super) fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.constraints.is_empty() && self.assumptions.is_empty()
    }

    /// Takes a command of a synthesis problem; false for all others, and for what we do not read.
    pub(super) fn take(&mut self, command: &Command<'a>) -> bool {
        match items(command.text)[..] {
            ["synth-fun", name, params, sort, ref grammar @ ..] => {
                self.search(name, params, sort, grammar)
            }
            ["synth-inv", name, params, ref grammar @ ..] => {
                self.search(name, params, "Bool", grammar)
            }
            ["constraint", term] => {
                self.constraints.push(term);
                true
            }
            ["assume", term] => {
                self.assumptions.push(term);
                true
            }
            ["inv-constraint", inv, pre, trans, post] => {
                self.invariants.push([inv, pre, trans, post]);
                true
            }
            ["set-info", ":solution", known] => {
                self.known = Some(known);
                true
            }
            _ => false,
        }
    }

    fn search(
        &mut self,
        name: &'a str,
        params: &'a str,
        sort: &'a str,
        grammar: &[&'a str],
    ) -> bool {
        let (Some(params), true) = (pairs(params), grammar.len() <= 2) else {
            return false;
        };
        self.functions.push(Function {
            name,
            params,
            sort,
            grammar: grammar.last().copied(),
        });
        true
    }

    /// Constants for the variables of invariants, and what must hold of them.
    fn of_invariants(&self) -> Option<(String, Vec<String>)> {
        let (mut declared, mut formulas) = (String::new(), Vec::new());
        for (at, [inv, pre, trans, post]) in self.invariants.iter().enumerate() {
            let function = self.functions.iter().find(|it| it.name == *inv)?;
            let mut states = [Vec::new(), Vec::new()];
            for (n, (_, sort)) in function.params.iter().enumerate() {
                for (step, state) in states.iter_mut().enumerate() {
                    let name = format!("gadfly!{at}!{n}!{step}");
                    let _ = writeln!(declared, "(declare-const {name} {sort})");
                    state.push(name);
                }
            }
            let [now, next] = states.map(|state| state.join(" "));
            let call = |name: &str, arguments: &str| match arguments.trim() {
                "" => name.to_string(),
                arguments => format!("({name} {arguments})"),
            };
            let (holds, kept) = (call(inv, &now), call(inv, &next));
            let step = call(trans, &format!("{now} {next}"));
            formulas.push(format!("(=> {} {holds})", call(pre, &now)));
            formulas.push(format!("(=> (and {holds} {step}) {kept})"));
            formulas.push(format!("(=> {holds} {})", call(post, &now)));
        }
        Some((declared, formulas))
    }
}

/// What the answer to a synthesis problem obliges to.
pub(super) fn of(scene: &Scene<'_>, response: &str) -> Vec<Obligation> {
    let judged = match response.trim() {
        "infeasible" => unsolvable(scene),
        "fail" => None,
        solution => solved(scene, solution),
    };
    judged.unwrap_or_default()
}

fn about(scene: &Scene<'_>, law: Law, said: String, must: Must) -> Obligation {
    scene.obligation(Topic::Synthesis, law, vec![said], must)
}

fn solved(scene: &Scene<'_>, solution: &str) -> Option<Vec<Obligation>> {
    let found = definitions(solution)?;
    let about = |law, must| about(scene, law, short(solution), must);
    if !has_signature(scene, &found) {
        return Some(vec![about(Law::Signature, Must::Never)]);
    }
    let mut all = Vec::new();
    if is_derived(scene, &found) == Some(false) {
        all.push(about(Law::Grammar, Must::Never));
    }
    let Some((holds, fails)) = substituted(scene, &found) else {
        return Some(all);
    };
    let models = read(&holds).map(|script| samples(&script));
    if let Some(models) = models.filter(|models| !models.is_empty()) {
        let script = holds;
        all.push(about(Law::Solves, Must::Hold { script, models }));
    }
    let must = Must::Answer {
        script: fails,
        answer: Answer::Unsat,
        given: None,
    };
    all.push(about(Law::Solves, must));
    Some(all)
}

/// A solution that the script knows breaks some constraint.
fn unsolvable(scene: &Scene<'_>) -> Option<Vec<Obligation>> {
    let known = scene.problem.known?;
    let found = definitions(known)?;
    if !has_signature(scene, &found) || is_derived(scene, &found) != Some(true) {
        return None;
    }
    let (_, fails) = substituted(scene, &found)?;
    let must = Must::Answer {
        script: fails,
        answer: Answer::Sat,
        given: None,
    };
    let said = format!("`infeasible` where {} solves it", short(known));
    Some(vec![about(scene, Law::Unsolvable, said, must)])
}

/// `((define-fun NAME PARAMETERS SORT BODY)…)`, taken apart. Constants may be defined as such: cvc5 reads no
/// empty list in what a script says of itself.
fn definitions(list: &str) -> Option<Vec<Found<'_>>> {
    let definition = |definition| match items(definition)[..] {
        ["define-fun", name, params, sort, body] => Some(Found {
            name,
            params: pairs(params)?,
            sort,
            body,
        }),
        ["define-const", name, sort, body] => Some(Found {
            name,
            params: Vec::new(),
            sort,
            body,
        }),
        _ => None,
    };
    items(list).into_iter().map(definition).collect()
}

fn pairs(list: &str) -> Option<Vec<(&str, &str)>> {
    let pair = |pair| match items(pair)[..] {
        [name, sort] => Some((name, sort)),
        _ => None,
    };
    items(list).into_iter().map(pair).collect()
}

/// Whether all functions that are searched for were found, and no others. Where the script names sorts of its
/// own, sorts may have several names.
fn has_signature(scene: &Scene<'_>, found: &[Found<'_>]) -> bool {
    let functions = &scene.problem.functions;
    let same_sort = |a: &str, b: &str| {
        let (a, b) = (words(a).map(|it| it.1), words(b).map(|it| it.1));
        scene.names_sorts() || a.eq(b)
    };
    let fits = |function: &Function<'_>| {
        let mut named = found.iter().filter(|it| it.name == function.name);
        let (Some(found), None) = (named.next(), named.next()) else {
            return false;
        };
        let mut params = function.params.iter().zip(&found.params);
        function.params.len() == found.params.len()
            && params.all(|((_, a), (_, b))| same_sort(a, b))
            && same_sort(function.sort, found.sort)
    };
    functions.len() == found.len() && functions.iter().all(fits)
}

/// Whether the grammars derive what was found; `None` where we cannot say, as definitions of the script may
/// be unfolded.
fn is_derived(scene: &Scene<'_>, found: &[Found<'_>]) -> Option<bool> {
    let mut all = true;
    for function in &scene.problem.functions {
        let Some(grammar) = function.grammar else {
            continue;
        };
        let found = found.iter().find(|it| it.name == function.name)?;
        let names = |params: &[(&str, &str)]| params.iter().map(|it| it.0.to_string()).collect();
        let (own, its): (Vec<String>, Vec<String>) =
            (names(&function.params), names(&found.params));
        if own != its || scene.has_definitions() {
            return None;
        }
        all &= derives(grammar, &function.params, found.body)?;
    }
    Some(all)
}

/// The scripts in which the constraints hold, and in which one of them does not, with what was found in the
/// place of the functions.
fn substituted(scene: &Scene<'_>, found: &[Found<'_>]) -> Option<(String, String)> {
    let problem = &scene.problem;
    if !scene.asserted.is_empty() {
        return None;
    }
    let mut body = String::new();
    for it in found {
        let params = it.params.iter();
        let params: String = params
            .map(|(name, sort)| format!("({name} {sort})"))
            .collect();
        let (name, sort, term) = (it.name, it.sort, it.body);
        let _ = writeln!(body, "(define-fun {name} ({params}) {sort} {term})");
    }
    let (declared, steps) = problem.of_invariants()?;
    body.push_str(&declared);
    let constraints = problem.constraints.iter().copied();
    let constraints: Vec<&str> = constraints
        .chain(steps.iter().map(String::as_str))
        .collect();
    let (mut holds, mut fails) = (body.clone(), body);
    let assumed = problem.assumptions.join(" ");
    for constraint in &constraints {
        let _ = match assumed.is_empty() {
            true => writeln!(holds, "(assert {constraint})"),
            false => writeln!(holds, "(assert (=> (and true {assumed}) {constraint}))"),
        };
    }
    for assumption in &problem.assumptions {
        let _ = writeln!(fails, "(assert {assumption})");
    }
    let _ = writeln!(fails, "(assert (not (and true {})))", constraints.join(" "));
    Some((asked(scene, false, &holds)?, asked(scene, false, &fails)?))
}

#[cfg(test)]
mod tests {
    use super::super::scene::walk;
    use super::*;

    const MAX: &str = "(set-info :solution ((define-fun f ((x Int) (y Int)) Int (ite (< x y) y x))))\
        (synth-fun f ((x Int) (y Int)) Int)(declare-var a Int)(declare-var b Int)\
        (assume (< 0 a))(constraint (<= a (f a b)))(constraint (<= b (f a b)))(check-synth)";
    const GIVEN: &str = "(synth-fun f ((x Int)) Int ((S Int)) ((S Int (x 0 (+ S S)))))\
        (declare-var a Int)(constraint (< a (f a)))(check-synth)";
    const CONSTANT: &str = "(set-info :solution ((define-const c Int 1)))(synth-fun c () Int)\
        (constraint (< 0 c))(check-synth)";
    const INVARIANT: &str = "(synth-inv i ((x Int)))(define-fun p ((x Int)) Bool (= x 0))\
        (define-fun t ((x Int) (y Int)) Bool (= y (+ x 1)))(define-fun q ((x Int)) Bool (< (- 1) x))\
        (inv-constraint i p t q)(check-synth)";

    fn laws(script: &str, response: &str) -> Vec<(Law, Option<Answer>)> {
        let mut found = None;
        walk(script, &mut |scene, _| found = Some(of(scene, response)));
        let all = found.expect("a question").into_iter();
        all.map(|it| match it.must {
            Must::Answer { answer, .. } => (it.law, Some(answer)),
            _ => (it.law, None),
        })
        .collect()
    }

    #[test]
    fn a_solution_has_its_signature_and_its_grammar() {
        let solves = [(Law::Solves, None), (Law::Solves, Some(Answer::Unsat))];
        let signature = [(Law::Signature, None)];
        for (script, response, expect) in [
            (MAX, "((define-fun f ((x Int) (y Int)) Int x))", &solves[..]),
            (MAX, "((define-fun f ((a Int) (b Int)) Int a))", &solves),
            (MAX, "((define-fun f ((x Int)) Int x))", &signature),
            (
                MAX,
                "((define-fun f ((x Int) (y Int)) Bool true))",
                &signature,
            ),
            (MAX, "((define-fun g ((x Int) (y Int)) Int x))", &signature),
            (MAX, "()", &signature),
            (MAX, "fail", &[]),
            (MAX, "infeasible", &[(Law::Unsolvable, Some(Answer::Sat))]),
            (GIVEN, "infeasible", &[]),
            (
                CONSTANT,
                "infeasible",
                &[(Law::Unsolvable, Some(Answer::Sat))],
            ),
            (GIVEN, "((define-fun f ((x Int)) Int (+ x 0)))", &solves),
            (
                INVARIANT,
                "((define-fun i ((x Int)) Bool (<= 0 x)))",
                &solves,
            ),
        ] {
            assert_eq!(laws(script, response), expect, "{response}");
        }
        let odd = laws(GIVEN, "((define-fun f ((x Int)) Int (+ x 1)))");
        assert_eq!(odd[0], (Law::Grammar, None));
        assert_eq!(odd.len(), 3);
    }

    #[test]
    fn a_known_solution_that_the_grammar_lacks_says_nothing() {
        let script = GIVEN.replace(
            "(synth",
            "(set-info :solution ((define-fun f ((x Int)) Int (+ x 1))))(synth",
        );
        assert_eq!(laws(&script, "infeasible"), []);
    }
}
