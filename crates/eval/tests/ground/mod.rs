//! Random ground terms over every operator, with boundary values, and what solvers say to our values.

mod ask;
mod maker;
mod template;

use std::sync::Arc;

use gadfly_eval::{Model, Prepared};
use gadfly_solver::Solver;
use gadfly_term::{Catalog, Mode, Script};
use rustc_hash::FxHashSet;

use ask::{Pair, Reply, Respondent};
use maker::Maker;
use template::{Template, templates};

/// What the terms speak of besides the theories.
pub(crate) const PREAMBLE: &str = "(declare-datatypes ((Tree 0) (Color 0)) \
(((nil) (leaf (key Int)) (node (left Tree) (right Tree))) ((red) (green) (blue))))
(define-fun twice ((n Int)) Int (+ n n))
";

/// Terms of one operator are made and asked in portions of this many.
const PORTION: u64 = 1024;

/// Terms with the values that we give them, printed; `None` where the value is open.
fn evaluated(catalog: &Arc<Catalog>, terms: &[String]) -> Vec<Option<String>> {
    let mut text = String::from(PREAMBLE);
    for term in terms {
        text.push_str(&format!("(assert (= {term} {term}))\n"));
    }
    let script = match Script::parse(text.as_str(), catalog, Mode::Lenient) {
        Ok(script) => script,
        Err(errors) => panic!("{:?} in {text}", errors.first()),
    };
    let roots: Vec<_> = script.assertions().map(|a| script.args(a)[0]).collect();
    let model = Model::empty(&script);
    Prepared::new(&script, roots)
        .values(&model)
        .into_iter()
        .map(|v| v.ok().map(|v| v.to_string()))
        .collect()
}

/// What a comparison came to for one operator.
#[derive(Default, Debug)]
#[allow(
    dead_code,
    reason = "the example prints what the test only shows on failure"
)]
pub(crate) struct Tally {
    pub(crate) theory: &'static str,
    pub(crate) operator: &'static str,
    pub(crate) agreed: usize,
    /// Terms without a value of ours: the standard leaves it open.
    pub(crate) open: usize,
    /// Different terms among those that agreed.
    pub(crate) different: usize,
    /// Terms that the solver did not answer, with why.
    pub(crate) unanswered: Vec<String>,
    /// Terms with our value, where the solver says that it has another.
    pub(crate) disagreed: Vec<String>,
}

/// Compares so many terms of each template that the solver knows.
pub(crate) fn compare(
    solver: &Solver,
    letter: char,
    seed: u64,
    each: u64,
    only: Option<&str>,
    mut progress: impl FnMut(&Tally),
) -> Vec<Tally> {
    let templates = templates();
    let mut study = Study {
        catalog: gadfly_testkit::catalog(),
        respondent: Respondent::new(solver),
        letter,
        seed,
    };
    let wanted = templates.iter().enumerate().filter(|(_, t)| {
        t.solvers.contains(letter) && only.is_none_or(|o| o == t.theory || t.text.contains(o))
    });
    wanted
        .map(|(number, _)| {
            let tally = study.operator(&templates, number, each);
            progress(&tally);
            tally
        })
        .collect()
}

struct Study {
    catalog: Arc<Catalog>,
    respondent: Respondent,
    letter: char,
    seed: u64,
}

impl Study {
    /// Makes terms of one template until enough of them have a value, and asks.
    fn operator(&mut self, templates: &[Template], number: usize, each: u64) -> Tally {
        let template = &templates[number];
        let mut tally = Tally {
            theory: template.theory,
            operator: template.text,
            ..Tally::default()
        };
        let mut seen = FxHashSet::default();
        let (mut index, mut closed) = (0, 0);
        while closed < each && index < 8 * each {
            let count = (each - closed).min(PORTION);
            let terms: Vec<String> = (index..index + count)
                .map(|i| {
                    let position = (number as u64) << 40 | i;
                    Maker::new(templates, self.letter, self.seed, position).term(template)
                })
                .collect();
            index += count;
            let values = evaluated(&self.catalog, &terms);
            let pairs: Vec<Pair> = terms
                .into_iter()
                .zip(values)
                .filter_map(|(t, v)| Some((t, v?)))
                .collect();
            closed += pairs.len() as u64;
            tally.open += count as usize - pairs.len();
            self.put(pairs, &mut tally, &mut seen);
        }
        tally.different = seen.len();
        tally
    }

    fn put(&mut self, pairs: Vec<Pair>, tally: &mut Tally, seen: &mut FxHashSet<String>) {
        let replies = self.respondent.ask(&pairs);
        for ((term, value), reply) in pairs.into_iter().zip(replies) {
            match reply {
                Reply::Agrees => {
                    tally.agreed += 1;
                    seen.insert(term);
                }
                Reply::Differs => tally.disagreed.push(format!("{term} is not {value}")),
                Reply::None(why) => {
                    let value: String = value.chars().take(200).collect();
                    tally.unanswered.push(format!("{term} = {value}: {why}"));
                }
            }
        }
    }
}
