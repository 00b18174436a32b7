//! Interpolants lie between what is asserted and a conclusion, in symbols of both; abducts are what is
//! missing for a conclusion.

use super::scene::{Question, Scene};
use super::symbols::are_shared;
use super::{Must, Obligation, asked, refuted, short};
use gadfly_solver::Answer;
use gadfly_syntax::loose::items;
use gadfly_vocabulary::{Law, Topic};

/// Whether an interpolant is asked for under a name, for a conclusion: otherwise it is one between parts of the
/// assertions.
pub(super) fn has_conclusion(question: &Question<'_>) -> bool {
    question.items.len() > 2
}

/// What an interpolant obliges to: the assertions entail it, it entails the conclusion, and it has no
/// symbol that only one of the two has.
pub(super) fn interpolant(
    scene: &Scene<'_>,
    question: &Question<'_>,
    response: &str,
) -> Vec<Obligation> {
    let Some(about) = About::read(scene, Topic::Interpolant, question, response) else {
        return Vec::new();
    };
    let (found, conclusion) = (about.found, about.conclusion);
    let asserted: Vec<&str> = scene.asserted.iter().map(|it| it.term).collect();
    if are_shared(scene, found, [&asserted, &[conclusion]]) == Some(false) {
        return vec![about.obligation(Law::Shared, Must::Never)];
    }
    let asserted = scene.assertions();
    let follows = about.refutes(Law::Follows, &format!("{asserted}(assert (not {found}))"));
    let beyond = format!("(assert {found})(assert (not {conclusion}))");
    let entails = about.refutes(Law::Entails, &format!("{}{beyond}", scene.names()));
    follows.into_iter().chain(entails).collect()
}

/// What an abduct obliges to: the assertions allow it, and entail the conclusion with it.
pub(super) fn abduct(
    scene: &Scene<'_>,
    question: &Question<'_>,
    response: &str,
) -> Vec<Obligation> {
    let Some(about) = About::read(scene, Topic::Abduct, question, response) else {
        return Vec::new();
    };
    let (found, conclusion) = (about.found, about.conclusion);
    let with = format!("{}(assert {found})", scene.assertions());
    let entails = about.refutes(Law::Entails, &format!("{with}(assert (not {conclusion}))"));
    let consistent = asked(scene, false, &with).map(|script| {
        let must = Must::Answer {
            script,
            answer: Answer::Sat,
            given: asked(scene, false, &scene.assertions()),
        };
        about.obligation(Law::Consistent, must)
    });
    entails.into_iter().chain(consistent).collect()
}

struct About<'a> {
    scene: &'a Scene<'a>,
    topic: Topic,
    said: &'a str,
    found: &'a str,
    conclusion: &'a str,
}

impl<'a> About<'a> {
    fn read(
        scene: &'a Scene<'a>,
        topic: Topic,
        question: &Question<'a>,
        said: &'a str,
    ) -> Option<About<'a>> {
        let (found, conclusion) = parts(question, said)?;
        Some(About {
            scene,
            topic,
            said,
            found,
            conclusion,
        })
    }

    fn obligation(&self, law: Law, must: Must) -> Obligation {
        let said = vec![short(self.said)];
        self.scene.obligation(self.topic, law, said, must)
    }

    /// The body has no model.
    fn refutes(&self, law: Law, body: &str) -> Option<Obligation> {
        Some(self.obligation(law, refuted(self.scene, body)?))
    }
}

/// The formula that was found, and the conclusion that it is for: `(define-fun NAME () Bool FORMULA)` for
/// `(get-… NAME CONCLUSION)`. A grammar, and formulas on both sides, are not judged.
fn parts<'a>(question: &Question<'a>, response: &'a str) -> Option<(&'a str, &'a str)> {
    let &[_, name, conclusion] = question.items.as_slice() else {
        return None;
    };
    match items(response)[..] {
        ["define-fun", named, "()", "Bool", found] if named == name => Some((found, conclusion)),
        _ => None,
    }
}
