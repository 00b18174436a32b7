//! A profile for a program that nobody described: the program is asked.
//!
//! Each question of `catalog/probes/questions.toml` is tried on the program with the profile as it is so
//! far and a piece that may have to be added; a piece with which the answer is right stays. So what is
//! written was seen to work, with the very command lines that later runs have.

mod ask;
mod draft;
mod keep;
mod question;

pub use crate::interview::keep::{add_solver, forget_solver};

use crate::interview::ask::{Asker, Shown};
use crate::interview::draft::Draft;
use crate::interview::question::{Question, questions};
use gadfly_catalog::Catalog;
use gadfly_exec::{Cancel, Limits};
use gadfly_profile::BadProfile;
use gadfly_solver::{ResolveError, Resolver};
use std::collections::BTreeSet;

/// Who is asked, and how long a question may take.
#[derive(Clone, Debug)]
pub struct Interviewee {
    /// The name that the profile will have.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The limits of each run.
    pub limits: Limits,
    /// Whether a program is asked that says it is a solver with a profile.
    pub even_known: bool,
    /// Ends the interview.
    pub cancel: Cancel,
}

/// What a program said to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The question's name.
    pub question: String,
    /// What it asks, as a statement.
    pub about: String,
    /// Whether that is so; of a question about several words, whether it is so of any.
    pub yes: bool,
    /// What the program printed last, in a line.
    pub said: String,
    /// What the profile got by it, as TOML.
    pub adds: String,
    /// Of a question about several words, those of which it is not so.
    pub refused: Vec<String>,
}

/// A profile, and what it rests on.
#[derive(Clone, Debug)]
pub struct Interview {
    /// The profile's file.
    pub profile: String,
    /// The version that the program said, if it said one.
    pub version: Option<String>,
    /// What it said to each question that it was asked.
    pub replies: Vec<Reply>,
}

/// Why there is no profile.
#[derive(Debug, thiserror::Error)]
pub enum InterviewError {
    /// A program that cannot be used as a solver at all.
    #[error("`{command}` {what}, so there is nothing to write a profile of; {hint}")]
    Useless {
        /// Its command.
        command: String,
        /// What it did.
        what: String,
        /// What may help.
        hint: &'static str,
    },
    /// A program of which there is a profile. Under a second name its code base would count twice wherever a
    /// second opinion is asked for.
    #[error(
        "`{command}` is {family} {version}, of which gadfly has a profile: use --solver '{command}'; under a \
         second name its answers would count twice (-o FILE writes the profile all the same)"
    )]
    Known {
        /// Its command.
        command: String,
        /// What it says it is.
        family: String,
        /// Its version.
        version: String,
    },
    /// No such program.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The user stopped it.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// The questions cannot be read: a catalogue of the user's.
    #[error("probes/questions.toml: {0}")]
    Questions(#[source] Box<toml::de::Error>),
    /// A piece of a profile in the questions makes no sense.
    #[error(transparent)]
    Profile(#[from] BadProfile),
}

/// So many questions in a row that ended at limits are enough.
const PATIENCE: usize = 3;

/// Asks a program all questions; `progress` is told how many are done, of how many.
pub fn interview(
    who: &Interviewee,
    resolver: &Resolver,
    progress: &dyn Fn(usize, usize),
) -> Result<Interview, InterviewError> {
    let questions = questions(&Catalog::shared()).map_err(InterviewError::Questions)?;
    let mut talk = Talk {
        asker: Asker::new(who, resolver),
        draft: Draft::new(who),
        yes: BTreeSet::new(),
        no: BTreeSet::new(),
        stalled: 0,
    };
    let mut replies = Vec::new();
    for (done, question) in questions.iter().enumerate() {
        progress(done, questions.len());
        if talk.is_open(question) {
            replies.push(talk.ask(question)?);
        }
    }
    progress(questions.len(), questions.len());
    Ok(Interview {
        profile: talk.draft.text(who),
        version: talk.asker.version(),
        replies,
    })
}

/// An interview as far as it has come.
struct Talk<'a> {
    asker: Asker<'a>,
    draft: Draft,
    yes: BTreeSet<String>,
    no: BTreeSet<String>,
    /// Questions in a row that ended at limits.
    stalled: usize,
}

impl Talk<'_> {
    /// Whether a question makes sense after those before.
    fn is_open(&self, question: &Question) -> bool {
        question.needs.iter().all(|name| self.yes.contains(name))
            && question.unless.iter().all(|name| self.no.contains(name))
    }

    fn ask(&mut self, question: &Question) -> Result<Reply, InterviewError> {
        let before = self.draft.clone();
        self.asker.begin();
        let (mut said, mut refused, mut shown) = (String::new(), Vec::new(), 0);
        for word in question.words() {
            let found = self.try_all(question, word)?;
            match found.kept {
                Some(draft) => {
                    (self.draft, shown) = (draft, shown + 1);
                    if refused.is_empty() {
                        said = found.said;
                    }
                }
                None => {
                    said = found.said;
                    refused.extend(word.map(str::to_owned));
                    self.draft = self.draft.with(&question.otherwise, word);
                }
            }
        }
        self.stalled = if self.asker.is_at_limit() {
            self.stalled + 1
        } else {
            0
        };
        if (shown == 0 && question.essential) || self.stalled >= PATIENCE {
            return Err(self.asker.useless(&said));
        }
        if refused.is_empty() && question.words().count() > 1 {
            // What all of them have in common is nothing to write down.
            self.draft.clone_from(&before);
        }
        let answered = if shown > 0 {
            &mut self.yes
        } else {
            &mut self.no
        };
        answered.insert(question.name.clone());
        Ok(Reply {
            question: question.name.clone(),
            about: question.about.clone(),
            yes: shown > 0,
            said,
            adds: self.draft.beyond(&before),
            refused,
        })
    }

    /// Tries a question in its logics, with its pieces.
    fn try_all(
        &mut self,
        question: &Question,
        word: Option<&str>,
    ) -> Result<Found, InterviewError> {
        let mut found = Found::default();
        for logic in question.logics(&self.asker.logic) {
            self.asker.logic = logic;
            let now = self.try_pieces(question, word)?;
            if now.kept.is_some() || found.said.is_empty() {
                found = now;
            }
            if found.kept.is_some() || self.asker.is_stuck() {
                break;
            }
        }
        Ok(found)
    }

    /// Tries the pieces of a question in turn.
    fn try_pieces(
        &mut self,
        question: &Question,
        word: Option<&str>,
    ) -> Result<Found, InterviewError> {
        let mut said = String::new();
        for attempt in &question.attempts {
            let draft = self.draft.with(&attempt.with, word);
            let Shown {
                right,
                said: now,
                draft,
            } = self.asker.show(question, attempt, word, draft)?;
            // The first failure is the plain one; later ones come of odd arguments.
            if right || said.is_empty() {
                said = now;
            }
            if right {
                return Ok(Found {
                    said,
                    kept: Some(draft),
                });
            }
            if let Some(learnt) = self.draft.learnt_from(&draft) {
                self.draft = learnt;
            }
            if self.asker.is_stuck() {
                break;
            }
        }
        Ok(Found { said, kept: None })
    }
}

#[derive(Default)]
struct Found {
    said: String,
    /// The draft with the piece that worked.
    kept: Option<Draft>,
}
