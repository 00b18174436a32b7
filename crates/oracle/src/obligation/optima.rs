//! Optima: what is said of an objective is attained, and nothing is better, by the order that the script
//! asks for.

use super::scene::{Direction, Objective, Scene};
use super::values::sorts_of;
use super::{Must, Obligation, asked, short};
use gadfly_solver::{Answer, Run};
use gadfly_syntax::loose::items;
use gadfly_vocabulary::{Law, Topic};
use std::fmt::Write;

/// An unbounded objective gets beyond this, and one that only comes near to a value comes as near.
const FAR: &str = "1000000";
const NEAR: &str = "(/ 1.0 1000000.0)";

/// How several objectives are ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Each beside the optima of those before it.
    Lexicographic,
    /// Each alone.
    Box,
    /// No other point is better in one and as good in the rest.
    Pareto,
}

/// An objective with what was said of it.
struct Claimed {
    objective: Objective,
    sort: String,
    bound: Bound,
    said: String,
}

/// What was said of an objective.
enum Bound {
    /// A value that is attained.
    At(String),
    /// A value that is only come near to.
    NearTo(String),
    /// There is none.
    Unbounded,
}

/// What the optima of the last check oblige to.
pub(super) fn of(
    scene: &Scene<'_>,
    response: &str,
    model: Option<&str>,
    run: &Run,
) -> Vec<Obligation> {
    let claimed = claimed(scene, response);
    let (Some(claimed), Some(order)) = (claimed, order(scene, run)) else {
        return Vec::new();
    };
    let page = Page { scene, order };
    let mut found = match order {
        Order::Pareto => page.point(&claimed),
        Order::Box | Order::Lexicographic => page.optima(&claimed),
    };
    // Of a box, the model can be that of one objective alone.
    if order != Order::Box {
        found.extend(model.and_then(|model| page.evaluated_by(&claimed, model)));
    }
    found
}

/// The obligations of one response.
struct Page<'a> {
    scene: &'a Scene<'a>,
    order: Order,
}

impl Page<'_> {
    fn obligation(&self, law: Law, said: &str, must: Must) -> Obligation {
        let said = vec![said.to_string()];
        self.scene.obligation(Topic::Optimum, law, said, must)
    }

    /// Whether what is asserted can be had together with this.
    fn ask(&self, law: Law, said: &str, beside: &str, answer: Answer) -> Option<Obligation> {
        let body = format!("{}{beside}", self.scene.assertions());
        let script = asked(self.scene, false, &body)?;
        let given = match answer {
            Answer::Sat => asked(self.scene, false, &self.scene.assertions()),
            _ => None,
        };
        let must = Must::Answer {
            script,
            answer,
            given,
        };
        Some(self.obligation(law, said, must))
    }

    /// Each optimum, beside those before it where their order counts.
    fn optima(&self, claimed: &[Claimed]) -> Vec<Obligation> {
        let mut found = Vec::new();
        let mut before = String::new();
        for one in claimed {
            let reached = format!("{before}(assert {})\n", one.reached());
            let better = format!("{before}(assert {})\n", one.better());
            found.extend(self.ask(Law::Attained, &one.said, &reached, Answer::Sat));
            if !matches!(one.bound, Bound::Unbounded) {
                found.extend(self.ask(Law::Best, &one.said, &better, Answer::Unsat));
            }
            match (self.order, &one.bound) {
                (Order::Box, _) => {}
                (_, Bound::At(_)) => before = reached,
                // What comes behind a value that nothing attains is not said anywhere.
                _ => break,
            }
        }
        found
    }

    /// A point of the front: it is there, and no other point is better.
    fn point(&self, claimed: &[Claimed]) -> Vec<Obligation> {
        if claimed.iter().any(|one| !matches!(one.bound, Bound::At(_))) {
            return Vec::new();
        }
        let all =
            |part: fn(&Claimed) -> String| -> Vec<String> { claimed.iter().map(part).collect() };
        let said: Vec<&str> = claimed.iter().map(|one| one.said.as_str()).collect();
        let said = said.join(", ");
        let (at, better) = (all(Claimed::reached), all(Claimed::better));
        let mut here = String::new();
        let mut beyond = format!("(assert (or false {}))\n", better.join(" "));
        for (at, better) in at.iter().zip(&better) {
            let _ = writeln!(here, "(assert {at})");
            let _ = writeln!(beyond, "(assert (or {at} {better}))");
        }
        let here = self.ask(Law::Attained, &said, &here, Answer::Sat);
        let beyond = self.ask(Law::Best, &said, &beyond, Answer::Unsat);
        here.into_iter().chain(beyond).collect()
    }

    /// The solver's own model attains what can be attained: it is the model of the optimum.
    fn evaluated_by(&self, claimed: &[Claimed], model: &str) -> Option<Obligation> {
        let attained = claimed
            .iter()
            .take_while(|one| matches!(one.bound, Bound::At(_)));
        let (mut body, mut said) = (self.scene.names(), Vec::new());
        for one in attained {
            let _ = writeln!(body, "(assert {})", one.reached());
            said.push(one.said.as_str());
        }
        if said.is_empty() {
            return None;
        }
        let script = asked(self.scene, false, &body)?;
        let models = vec![model.to_string()];
        let must = Must::Hold { script, models };
        Some(self.obligation(Law::Evaluates, &said.join(", "), must))
    }
}

impl Claimed {
    /// What holds where the objective has its optimum, or is as good as that.
    fn reached(&self) -> String {
        let term = &self.objective.term;
        match &self.bound {
            Bound::At(value) => format!("(= {term} {value})"),
            Bound::NearTo(value) => match self.objective.direction {
                Direction::Least => format!("(< {term} (+ {value} {NEAR}))"),
                Direction::Greatest => format!("(> {term} (- {value} {NEAR}))"),
            },
            Bound::Unbounded => {
                let far = number(FAR, &self.sort).unwrap_or_default();
                match self.objective.direction {
                    Direction::Least => format!("(< {term} (- {far}))"),
                    Direction::Greatest => format!("(> {term} {far})"),
                }
            }
        }
    }

    /// What holds where the objective is better than was said.
    fn better(&self) -> String {
        let term = &self.objective.term;
        let bits = self.sort.starts_with("(_ BitVec");
        let or_equal = if matches!(self.bound, Bound::NearTo(_)) {
            "="
        } else {
            ""
        };
        match (&self.bound, self.objective.direction) {
            (Bound::Unbounded, _) => "false".to_string(),
            (Bound::At(value), Direction::Least) if bits => format!("(bvult {term} {value})"),
            (Bound::At(value), Direction::Greatest) if bits => format!("(bvugt {term} {value})"),
            (Bound::At(value) | Bound::NearTo(value), Direction::Least) => {
                format!("(<{or_equal} {term} {value})")
            }
            (Bound::At(value) | Bound::NearTo(value), Direction::Greatest) => {
                format!("(>{or_equal} {term} {value})")
            }
        }
    }
}

/// The order that the script or the command line asks for; `None` for one that we do not know.
fn order(scene: &Scene<'_>, run: &Run) -> Option<Order> {
    let words = run.spec.split_whitespace();
    let given = words
        .filter_map(|word| word.strip_prefix("opt.priority="))
        .next_back();
    let asked = scene.option(":opt.priority").or(given);
    match asked.unwrap_or("lex") {
        "lex" => Some(Order::Lexicographic),
        "box" => Some(Order::Box),
        "pareto" => Some(Order::Pareto),
        _ => None,
    }
}

/// `(objectives (TERM VALUE)…)`: what was said of each objective, in their order; `None` where the two do
/// not fit, or one of the values is none.
fn claimed(scene: &Scene<'_>, response: &str) -> Option<Vec<Claimed>> {
    let objectives = scene.objectives();
    let list = items(response);
    let (first, said) = list.split_first()?;
    if *first != "objectives" || said.len() != objectives.len() || said.is_empty() {
        return None;
    }
    let terms: Vec<&str> = objectives.iter().map(|it| it.term.as_str()).collect();
    let sorts = sorts_of(scene, &terms)?;
    let mut claimed = Vec::new();
    for ((objective, sort), said) in objectives.into_iter().zip(sorts).zip(said) {
        let parts = items(said);
        let (value, name) = match parts[..] {
            [name, value] => (value, Some(name)),
            // Soft constraints that have no name.
            [value] if objective.name.is_empty() => (value, None),
            _ => return None,
        };
        let plain = |text: &str| !text.starts_with('(') && !text.starts_with('|');
        if name.is_some_and(|name| plain(name) && plain(&objective.name) && name != objective.name)
        {
            return None;
        }
        let bound = bound(value, &sort, objective.direction)?;
        let of = match objective.name.as_str() {
            "" => "the soft constraints".to_string(),
            name => short(name),
        };
        claimed.push(Claimed {
            said: format!("{} for {of}", short(value)),
            objective,
            sort,
            bound,
        });
    }
    Some(claimed)
}

/// What a value says; `None` for an interval, a root, or what cannot be an optimum in this direction.
fn bound(value: &str, sort: &str, direction: Direction) -> Option<Bound> {
    if let Some(exact) = number(value, sort) {
        return Some(Bound::At(exact));
    }
    let infinite = match value {
        "oo" => Some(Direction::Greatest),
        "(- oo)" | "(* (- 1) oo)" => Some(Direction::Least),
        _ => None,
    };
    if let Some(towards) = infinite {
        let fits = towards == direction && !sort.starts_with('(');
        return fits.then_some(Bound::Unbounded);
    }
    let (near, step) = match items(value)[..] {
        ["+", near, step] => (near, step),
        _ => ("0", value),
    };
    let above = match items(step)[..] {
        _ if step == "epsilon" => true,
        ["*", times, "epsilon"] => {
            number(times, "Real")?;
            !times.starts_with("(-")
        }
        ["-", "epsilon"] => false,
        _ => return None,
    };
    let fits = above == (direction == Direction::Least) && sort == "Real";
    let near = number(near, sort)?;
    fits.then_some(Bound::NearTo(near))
}

/// A number as a literal of a sort; `None` where it is none.
fn number(text: &str, sort: &str) -> Option<String> {
    if let Some(width) = sort.strip_prefix("(_ BitVec ") {
        let width = width.trim_end_matches(')');
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        return match digits {
            true => Some(format!("(_ bv{text} {width})")),
            false => text.starts_with('#').then(|| text.to_string()),
        };
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let decimal = text.split_once('.');
    match (items(text).as_slice(), sort) {
        (["-", one], _) => Some(format!("(- {})", number(one, sort)?)),
        (["/", over, under], "Real") => Some(format!(
            "(/ {} {})",
            number(over, sort)?,
            number(under, sort)?
        )),
        _ if text.starts_with('(') => None,
        (_, "Int") => digits(text).then(|| text.to_string()),
        (_, "Real") => match decimal {
            Some((whole, part)) => (digits(whole) && digits(part)).then(|| text.to_string()),
            None => digits(text).then(|| format!("{text}.0")),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(value: &str, sort: &str, direction: Direction) -> Option<String> {
        Some(match bound(value, sort, direction)? {
            Bound::At(value) => format!("at {value}"),
            Bound::NearTo(value) => format!("near {value}"),
            Bound::Unbounded => "unbounded".to_string(),
        })
    }

    #[test]
    fn values_are_exact_near_or_unbounded() {
        let (least, greatest) = (Direction::Least, Direction::Greatest);
        for (value, sort, direction, expect) in [
            ("9", "Int", least, Some("at 9")),
            ("(- 9)", "Int", least, Some("at (- 9)")),
            ("(- (/ 5.0 2))", "Real", least, Some("at (- (/ 5.0 2.0))")),
            ("12", "(_ BitVec 4)", greatest, Some("at (_ bv12 4)")),
            (
                "(+ (/ 1.0 2.0) epsilon)",
                "Real",
                least,
                Some("near (/ 1.0 2.0)"),
            ),
            (
                "(+ 3 (* (- 2.0) epsilon))",
                "Real",
                greatest,
                Some("near 3.0"),
            ),
            ("(* (- 1) epsilon)", "Real", greatest, Some("near 0.0")),
            ("oo", "Int", greatest, Some("unbounded")),
            ("(* (- 1) oo)", "Real", least, Some("unbounded")),
            // No optimum of this direction.
            ("oo", "Int", least, None),
            ("oo", "(_ BitVec 4)", greatest, None),
            ("(+ 1.0 epsilon)", "Real", greatest, None),
            ("epsilon", "Int", least, None),
            ("(interval 1 2)", "Int", least, None),
            ("(root-obj (+ (^ x 2) (- 2)) 1)", "Real", least, None),
            ("1.5", "Int", least, None),
            ("", "Int", least, None),
        ] {
            let found = said(value, sort, direction);
            assert_eq!(found.as_deref(), expect, "{value} of {sort}");
        }
    }
}
