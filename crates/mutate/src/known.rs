//! The known answer of a seed, as solvers found it out: confirmed, with a model or a core.
//!
//! It is found once per seed, outside this crate, and is an input of mutation like the seed itself:
//! what used it names it by hash.

use gadfly_formula::{ContentHash, Expect, LabelSource};

/// What is known of a seed beyond its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The answer, if a checked model or proof shows it or two families of solvers agree.
    pub answer: Option<Expect>,
    /// A model as a solver printed it; the evaluator found every assertion true under it.
    pub model: Option<String>,
    /// The assertions of an unsatisfiable core, by their numbers; two families agree that these
    /// alone are unsatisfiable.
    pub core: Option<Vec<usize>>,
    /// Whether a proof of `unsat` was checked step by step.
    pub proved: bool,
}

impl Known {
    /// How strongly the answer is known.
    pub fn source(&self) -> LabelSource {
        match (self.answer, &self.model) {
            (None, _) => LabelSource::None,
            (Some(Expect::Sat), Some(_)) => LabelSource::Witness,
            _ => LabelSource::Confirmed,
        }
    }

    /// The hash by which a header names the model that a label hangs on.
    pub fn model_hash(&self) -> Option<String> {
        self.model
            .as_ref()
            .map(|m| ContentHash::of(m.as_bytes()).short())
    }

    /// The hash by which a header names the core that a label hangs on.
    pub fn core_hash(&self) -> Option<String> {
        self.core
            .as_ref()
            .map(|c| ContentHash::of(format!("{c:?}").as_bytes()).short())
    }

    /// All of it as text, as it is kept on disk.
    pub fn to_text(&self) -> String {
        let mut out = String::from("gadfly-known 1\n");
        if let Some(answer) = self.answer {
            out.push_str(&format!("answer {answer}\n"));
        }
        if let Some(core) = &self.core {
            let core: Vec<String> = core.iter().map(usize::to_string).collect();
            out.push_str(&format!("core {}\n", core.join(" ")));
        }
        if self.proved {
            out.push_str("proved\n");
        }
        if let Some(model) = &self.model {
            out.push_str("model\n");
            out.push_str(model);
        }
        out
    }

    /// Reads it back; `None` where the text is something else.
    pub fn from_text(text: &str) -> Option<Known> {
        let mut rest = text.strip_prefix("gadfly-known 1\n")?;
        let mut known = Known::default();
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            match line.split_once(' ').unwrap_or((line, "")) {
                ("answer", word) => known.answer = Some(word.parse().ok()?),
                ("core", list) => {
                    known.core = Some(
                        list.split_whitespace()
                            .map(str::parse)
                            .collect::<Result<_, _>>()
                            .ok()?,
                    );
                }
                ("proved", _) => known.proved = true,
                ("model", _) => {
                    known.model = Some(std::mem::take(&mut rest).to_string());
                }
                _ => return None,
            }
        }
        Some(known)
    }
}
