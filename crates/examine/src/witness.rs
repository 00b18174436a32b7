//! No verdict rests on one pair of eyes: what our evaluator or a label of ours says against a
//! solver needs a witness that shares no code with them.

use crate::Examiner;
use crate::examine::is_about;
use crate::opinions::{Claim, Opinions};
use crate::proof;
use gadfly_oracle::{
    Evidence, Facts, Fate, Judged, Kind, ModelFact, ModelTruth, Must, ObligationFact, Route,
    Verdict, Witness, Wrong, opposite,
};
use gadfly_profile::one_code;
use gadfly_solver::{Answer, Run, usable};

/// Why a verdict is no finding yet, with all that is needed to look into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubt {
    /// One plain sentence.
    pub why: String,
    /// The model that the routes differ on, as it was printed.
    pub model: Option<String>,
    /// The script with the model put in.
    pub question: Option<String>,
    /// Everything that was said, the blamed solver's own word included.
    pub said: Vec<String>,
}

impl Doubt {
    fn because(why: impl Into<String>) -> Doubt {
        Doubt {
            why: why.into(),
            ..Doubt::default()
        }
    }
}

impl Examiner<'_> {
    /// Who else bears a verdict out. Empty for what needs nobody: a crash is seen by all.
    pub(crate) fn witnesses(
        &self,
        verdict: &Verdict,
        judged: &Judged,
        extra: &mut Vec<Run>,
    ) -> Result<Vec<Witness>, Doubt> {
        let facts = judged.facts;
        match (verdict.kind, verdict.evidence, verdict.wrong) {
            (Kind::InvalidModel, ..) => match own_model(facts, verdict) {
                Some(fact) => self.about_model(verdict, judged, fact, extra),
                None => Err(Doubt::because("the model that it is about was not kept")),
            },
            (Kind::InvalidProof, ..) => proof::about_step(verdict, facts),
            (Kind::Soundness, Evidence::CheckedProof, _) => proof::about_proof(verdict, judged),
            (Kind::Soundness, Evidence::CheckedModel, Some(Wrong::Refutation))
                if facts.proved(verdict.check).is_some() =>
            {
                Err(proof::both(facts, verdict.check).unwrap_or_default())
            }
            (Kind::Soundness, Evidence::CheckedModel, _) => {
                match true_model(facts, verdict.check) {
                    Some(fact) => self.about_model(verdict, judged, fact, extra),
                    None => by_answers(verdict, judged, Answer::Sat),
                }
            }
            (Kind::Soundness, Evidence::Construction, Some(wrong)) => {
                self.about_label(verdict, judged, wrong, extra)
            }
            (Kind::InvalidCore, Evidence::CheckedModel, _) | (Kind::Obligation, ..) => {
                self.about_obligation(verdict, facts, extra)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What others say of our evaluator's word on a model.
    fn about_model(
        &self,
        verdict: &Verdict,
        judged: &Judged,
        fact: &ModelFact,
        extra: &mut Vec<Run>,
    ) -> Result<Vec<Witness>, Doubt> {
        if let ModelTruth::Refuted(witnesses) = &fact.truth {
            return Ok(witnesses.clone());
        }
        let claim = Claim {
            script: &judged.formula.text,
            check: fact.check,
            model: &fact.model,
            holds: fact.truth == ModelTruth::True,
            blamed: &verdict.solver,
        };
        let opinions = self.second_opinion(&claim, extra);
        match opinions.doubt() {
            None => Ok(opinions.support),
            Some(why) => Err(self.doubt(why, &claim, opinions, extra)),
        }
    }

    /// What a solver's words imply, and our evaluator finds false, another family must find so too.
    fn about_obligation(
        &self,
        verdict: &Verdict,
        facts: &Facts,
        extra: &mut Vec<Run>,
    ) -> Result<Vec<Witness>, Doubt> {
        let of_solver = facts.obligations.iter().filter(|fact| {
            let about = &fact.obligation;
            fact.spec == verdict.solver && about.check == verdict.check && is_about(verdict, about)
        });
        let mut doubt = Doubt::because("what it is about was not kept");
        for fact in of_solver {
            match self.about_fact(verdict, fact, extra) {
                Some(Ok(witnesses)) => return Ok(witnesses),
                Some(Err(why)) => doubt = why,
                None => {}
            }
        }
        Err(doubt)
    }

    /// Who bears a broken obligation out; `None` for one that is not broken.
    fn about_fact(
        &self,
        verdict: &Verdict,
        fact: &ObligationFact,
        extra: &mut Vec<Run>,
    ) -> Option<Result<Vec<Witness>, Doubt>> {
        if !matches!(fact.fate(), Fate::Broken(..)) {
            return None;
        }
        match (&fact.obligation.must, &fact.truth) {
            (Must::Hold { script, .. }, Some((ModelTruth::False(_), model))) => {
                let claim = Claim {
                    script,
                    check: 0,
                    model,
                    holds: false,
                    blamed: &verdict.solver,
                };
                let opinions = self.second_opinion(&claim, extra);
                Some(match opinions.doubt() {
                    None => Ok(opinions.support),
                    Some(why) => Err(self.doubt(why, &claim, opinions, extra)),
                })
            }
            (Must::Hold { .. }, Some((ModelTruth::Refuted(witnesses), _))) => {
                Some(Ok(witnesses.clone()))
            }
            (Must::Answer { answer, .. }, _) => Some(by_others(verdict, fact, answer)),
            _ => Some(Ok(Vec::new())),
        }
    }

    fn doubt(&self, why: String, claim: &Claim, opinions: Opinions, extra: &mut Vec<Run>) -> Doubt {
        let both = opinions.support.iter().chain(&opinions.against);
        let mut said: Vec<String> = both.map(ToString::to_string).collect();
        let own = opinions.question.as_ref().and_then(|question| {
            let run = self
                .runner
                .fresh(claim.blamed, question, &self.settings.limits);
            let run = run.ok()?;
            let answer = usable(&run, 0).cloned();
            extra.push(run);
            answer
        });
        // For the record: what it answers may be the very bug.
        said.extend(own.map(|answer| format!("{} itself answers {answer}", claim.blamed)));
        Doubt {
            why,
            model: Some(claim.model.to_string()),
            question: opinions.question,
            said,
        }
    }

    /// A label of our making: another family must say the same, of the formula or of the blamed
    /// solver's model.
    fn about_label(
        &self,
        verdict: &Verdict,
        judged: &Judged,
        wrong: Wrong,
        extra: &mut Vec<Run>,
    ) -> Result<Vec<Witness>, Doubt> {
        let right = match wrong {
            Wrong::Refutation => Answer::Sat,
            Wrong::Solution => Answer::Unsat,
        };
        let answered = by_answers(verdict, judged, right);
        let doubt = match answered {
            Ok(witnesses) => return Ok(witnesses),
            Err(doubt) => doubt,
        };
        match own_model(judged.facts, verdict) {
            Some(fact) if doubt.said.is_empty() => self.about_model(verdict, judged, fact, extra),
            _ => Err(doubt),
        }
    }
}

/// The blamed solver's model that our evaluator found false.
fn own_model<'a>(facts: &'a Facts, verdict: &Verdict) -> Option<&'a ModelFact> {
    let mut models = facts.models.iter();
    models.find(|fact| {
        let wrong = matches!(fact.truth, ModelTruth::False(_) | ModelTruth::Refuted(_));
        fact.spec == verdict.solver && fact.check == verdict.check && wrong
    })
}

fn true_model(facts: &Facts, check: usize) -> Option<&ModelFact> {
    let mut models = facts.models.iter();
    models.find(|fact| fact.check == check && fact.truth == ModelTruth::True)
}

/// Solvers of other families that give the right answer themselves.
fn by_answers(verdict: &Verdict, judged: &Judged, right: Answer) -> Result<Vec<Witness>, Doubt> {
    let decided = judged.decided(verdict.check);
    let others = decided
        .iter()
        .filter(|(run, _)| !one_code(&run.family, &verdict.family));
    let witness = |(run, answer): &(&Run, &Answer)| Witness {
        spec: run.spec.clone(),
        family: run.family.clone(),
        route: Route::Answer,
        answer: (*answer).clone(),
    };
    let (support, against): (Vec<Witness>, Vec<Witness>) = others
        .map(witness)
        .partition(|witness| witness.answer == right);
    if !against.is_empty() {
        let said: Vec<String> = against.iter().map(Witness::to_string).collect();
        let why = format!(
            "the label that it contradicts is contradicted by others too: {}",
            said.join(", ")
        );
        return Err(Doubt {
            said,
            ..Doubt::because(why)
        });
    }
    if support.is_empty() {
        let why = "nothing but a label of our making speaks against it: no other solver family decides the formula";
        return Err(Doubt::because(why));
    }
    Ok(support)
}

/// Solvers of other families that do not give the answer that would keep the law.
fn by_others(
    verdict: &Verdict,
    fact: &ObligationFact,
    right: &Answer,
) -> Result<Vec<Witness>, Doubt> {
    let wrong = opposite(right);
    let answers = fact.answers.iter();
    let support: Vec<Witness> = answers
        .filter(|(_, family, answer)| !one_code(family, &verdict.family) && *answer == wrong)
        .map(|(spec, family, answer)| Witness {
            spec: spec.clone(),
            family: family.clone(),
            route: match verdict.kind {
                Kind::InvalidCore => Route::Answer,
                _ => Route::Obligation,
            },
            answer: answer.clone(),
        })
        .collect();
    if support.is_empty() {
        let why = match verdict.kind {
            Kind::InvalidCore => "no other solver family finds the core satisfiable".to_string(),
            _ => format!("no other solver family answers {wrong} to what it implies"),
        };
        return Err(Doubt::because(why));
    }
    Ok(support)
}
