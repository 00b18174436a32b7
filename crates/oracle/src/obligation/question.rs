//! What anyone can ask any solver to see an obligation broken: a script whose answer the law tells.

use super::{Must, ObligationFact};
use crate::{ModelQuestion, ModelTruth};
use gadfly_solver::Answer;
use std::fmt::Write;

impl ObligationFact {
    /// The script, with the answer that the law tells and what others answered in front of it; what is
    /// given, where something is, comes first. `None` where what the solver said needs no one to ask.
    pub fn question(&self) -> Option<String> {
        let mut text = String::new();
        let said = |text: &mut String, right: &Answer| {
            let _ = writeln!(text, "; What the solver said obliges to: {right}");
            for (spec, _, answer) in &self.answers {
                let _ = writeln!(text, "; {spec} answers {answer}");
            }
        };
        match (&self.obligation.must, &self.truth) {
            (
                Must::Answer {
                    script,
                    answer,
                    given,
                },
                _,
            ) => {
                if let Some(given) = given {
                    let _ = writeln!(text, "; What is given: sat\n{given}(reset)");
                }
                said(&mut text, answer);
                text.push_str(script);
            }
            (Must::Hold { script, .. }, Some((ModelTruth::False(_), model))) => {
                said(&mut text, &Answer::Sat);
                text.push_str(&ModelQuestion::new(script, 0, model)?.whole());
            }
            _ => return None,
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Must, Obligation, ObligationFact};
    use gadfly_solver::Answer;
    use gadfly_vocabulary::{Law, Topic};

    #[test]
    fn a_question_has_what_is_given_before_it_and_the_answers_in_front() {
        let fact = |must| {
            let (topic, law) = (Topic::Optimum, Law::Attained);
            let said = Vec::new();
            let check = 0;
            let obligation = Obligation {
                topic,
                law,
                check,
                said,
                must,
            };
            let mut fact = ObligationFact::new("z3@1", obligation);
            fact.answers = vec![("cvc5@2".into(), "cvc5".into(), Answer::Unsat)];
            fact.question()
        };
        let question = fact(Must::Answer {
            script: "(assert false)\n(check-sat)\n".into(),
            answer: Answer::Sat,
            given: Some("(check-sat)\n".into()),
        });
        let text = "; What is given: sat\n(check-sat)\n(reset)\n; What the solver said obliges to: sat\n\
                    ; cvc5@2 answers unsat\n(assert false)\n(check-sat)\n";
        assert_eq!(question.as_deref(), Some(text));
        assert_eq!(fact(Must::Never), None);
    }
}
