//! Whether a changed script still shows the same bug, by evidence of its own. A label by
//! construction is gone as soon as a script is changed, so a candidate must convince anew.

use crate::evidence::ASKED;
use crate::examine::is_about;
use crate::{Examiner, Runner, Settings, Status};
use gadfly_exec::Limits;
use gadfly_formula::{Formula, LabelSource, Provenance};
use gadfly_oracle::{
    Evidence, Facts, Judged, Kind, ModelFact, ModelTruth, Obligation, ObligationFact, ParentFact,
    Verdict, Wrong, judge,
};
use gadfly_solver::{Answer, Run, usable};

/// A bug to look for in other scripts.
pub struct Showing<'a> {
    examiner: Examiner<'a>,
    verdict: Verdict,
    /// Whom the blamed solver is compared with.
    peers: Vec<String>,
    /// A model of the original that our evaluator found true, as a solver printed it.
    witness: Option<String>,
    /// Scripts that a persistent process is given first, for `state`.
    prefix: Option<Vec<String>>,
    /// Whether a bare difference will do, because the original has no more to offer.
    weak: bool,
}

impl<'a> Showing<'a> {
    /// Prepares to look for a bug. `original` is the script that shows it: it tells how much
    /// evidence there is to be had. `witness` is a model of it, where one is known.
    pub fn new(
        examiner: Examiner<'a>,
        verdict: &Verdict,
        status: &Status,
        original: &str,
        witness: Option<String>,
    ) -> Self {
        let prefix = match status {
            Status::State { prefix } => Some(prefix.clone()),
            _ => None,
        };
        // A verdict by label names nobody to compare with: then one solver of each family.
        let mut peers = verdict.others.clone();
        if peers.is_empty() && matches!(verdict.kind, Kind::Soundness | Kind::Disagreement) {
            peers = examiner.one_of_each_family(&verdict.solver);
            peers.retain(|spec| *spec != verdict.solver);
        }
        let mut showing = Showing {
            peers,
            examiner,
            verdict: verdict.clone(),
            witness,
            prefix,
            weak: false,
        };
        let settled = matches!(verdict.kind, Kind::Soundness);
        showing.weak = verdict.kind == Kind::Disagreement || settled && !showing.shows(original);
        showing
    }

    /// Whether the script shows the bug.
    pub fn shows(&self, script: &str) -> bool {
        if self.verdict.kind == Kind::Slow {
            return self.shows_slowness(script, None);
        }
        self.shows_beside(script, &[])
    }

    /// Whether the script shows the bug beside the one that it was made from: the blamed solver is
    /// asked about that one too.
    pub fn shows_with_parent(&self, script: &str, parent: &str) -> bool {
        if self.verdict.kind == Kind::Slow {
            return self.shows_slowness(script, Some(parent));
        }
        let Some(run) = self.run(&self.verdict.solver, without_header(parent)) else {
            return false;
        };
        ParentFact::of(&run).is_some_and(|fact| self.shows_beside(script, &[fact]))
    }

    fn shows_beside(&self, script: &str, parents: &[ParentFact]) -> bool {
        let script = without_header(script);
        let Some(own) = self.run(&self.verdict.solver, script) else {
            return false;
        };
        if !self.could_show(&own) || self.means_something_else(script, &own) {
            return false;
        }
        let mut runs = vec![own];
        runs.extend(self.peers.iter().filter_map(|spec| self.run(spec, script)));
        if self.lacks_model(&runs) {
            return false;
        }
        let formula = unlabelled(script);
        let mut facts = self.facts(&formula, &runs);
        facts.parents = parents.to_vec();
        let policy = &self.examiner.settings.policy;
        let judged = Judged {
            formula: &formula,
            runs: &runs,
            facts: &facts,
            policy,
        };
        // A candidate that only our evaluator finds wrong would lead astray.
        let mut extra = Vec::new();
        judge(&judged).iter().any(|said| {
            let witnessed =
                |extra: &mut Vec<Run>| self.examiner.witnesses(said, &judged, extra).is_ok();
            self.same_bug(said, &judged) && witnessed(&mut extra)
        })
    }

    pub(crate) fn peers(&self) -> &[String] {
        &self.peers
    }

    pub(crate) fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    pub(crate) fn settings(&self) -> &Settings {
        self.examiner.settings
    }

    pub(crate) fn runner(&self) -> &dyn Runner {
        self.examiner.runner
    }

    pub(crate) fn run(&self, spec: &str, script: &str) -> Option<Run> {
        self.run_within(spec, script, &self.settings().limits)
    }

    pub(crate) fn run_within(&self, spec: &str, script: &str, limits: &Limits) -> Option<Run> {
        match &self.prefix {
            Some(prefix) if *spec == self.verdict.solver => {
                let mut scripts: Vec<&str> = prefix.iter().map(String::as_str).collect();
                scripts.push(script);
                self.examiner
                    .runner
                    .session(spec, &scripts, limits)
                    .ok()
                    .flatten()
            }
            _ => self.examiner.runner.fresh(spec, script, limits).ok(),
        }
    }

    /// A quick look at the blamed solver's run alone, before others are asked.
    fn could_show(&self, own: &Run) -> bool {
        let said = |word: &Answer| (0..own.answers.len()).any(|n| usable(own, n) == Some(word));
        match (self.verdict.kind, self.verdict.wrong) {
            (_, Some(Wrong::Refutation)) => said(&Answer::Unsat),
            (_, Some(Wrong::Solution)) | (Kind::InvalidModel, _) => said(&Answer::Sat),
            (Kind::InvalidCore | Kind::InvalidProof, _) => said(&Answer::Unsat),
            (Kind::Incomplete, _) => own.answers.iter().any(|a| matches!(a, Answer::Unknown(_))),
            _ => true,
        }
    }

    /// Whether nobody can give the model that a wrong `unsat` needs, so that nobody need be asked.
    fn lacks_model(&self, runs: &[Run]) -> bool {
        let sat = |run: &Run| run.answers.contains(&Answer::Sat);
        let refutation = self.verdict.wrong == Some(Wrong::Refutation);
        refutation && !self.weak && self.witness.is_none() && !runs.iter().any(sat)
    }

    /// Whether the release reads the script in its own way, or the difference may hang on a value
    /// that the standard leaves open.
    fn means_something_else(&self, script: &str, own: &Run) -> bool {
        let known = self.examiner.known;
        let about_answers = matches!(
            self.verdict.kind,
            Kind::Soundness | Kind::Disagreement | Kind::InvalidModel | Kind::Obligation
        );
        about_answers
            && (self.examiner.legacy(own, script).is_some()
                || self.weak && known.unspecified(script).is_some())
    }

    fn facts(&self, formula: &Formula, runs: &[Run]) -> Facts {
        if self.verdict.kind == Kind::Obligation {
            return Facts {
                obligations: self.obligations(&formula.text, runs),
                ..Facts::default()
            };
        }
        if self.verdict.kind == Kind::InvalidProof {
            let blamed: Vec<Run> = runs
                .iter()
                .filter(|run| run.spec == self.verdict.solver)
                .cloned()
                .collect();
            let proofs = self
                .examiner
                .proofs_of_all(&formula.text, &blamed, &mut Vec::new());
            return Facts {
                proofs,
                ..Facts::default()
            };
        }
        let needs = matches!(
            self.verdict.kind,
            Kind::Soundness | Kind::InvalidModel | Kind::InvalidCore
        );
        if !needs || self.weak {
            return Facts {
                well_sorted: self.verdict.kind == Kind::Rejected,
                ..Facts::default()
            };
        }
        let refutation = self.verdict.wrong == Some(Wrong::Refutation);
        if let Some(truth) = self.witnessed(formula).filter(|_| refutation) {
            return Facts {
                models: vec![truth],
                ..Facts::default()
            };
        }
        let gathered = if refutation {
            self.examiner.models(formula, runs, ASKED)
        } else {
            self.examiner.evidence(formula, runs)
        };
        let mut obligations = gathered.cores;
        if self.verdict.kind == Kind::InvalidCore {
            obligations.extend(self.obligations(&formula.text, runs));
        }
        Facts {
            models: gathered.models,
            proofs: gathered.proofs,
            obligations,
            ..Facts::default()
        }
    }

    /// What the blamed solver's words oblige it to, as far as the bug is about that.
    fn obligations(&self, script: &str, runs: &[Run]) -> Vec<ObligationFact> {
        let blamed = runs.iter().filter(|run| run.spec == self.verdict.solver);
        let wanted = |it: &Obligation| is_about(&self.verdict, it);
        let of = |run| {
            let mut extra = Vec::new();
            self.examiner.obligations(script, run, &wanted, &mut extra)
        };
        blamed.flat_map(of).collect()
    }

    /// The original's model on the candidate, where it still decides it.
    fn witnessed(&self, formula: &Formula) -> Option<ModelFact> {
        let model = self.witness.as_ref()?;
        let checks = gadfly_solver::count_checks(&formula.text);
        let check = self.verdict.check.min(checks.checked_sub(1)?);
        let truth = self
            .examiner
            .evaluator
            .evaluate(&formula.text, check, model);
        let spec = "the original formula".to_string();
        (truth == ModelTruth::True).then(|| ModelFact {
            spec,
            check,
            truth,
            model: model.clone(),
        })
    }

    fn same_bug(&self, said: &Verdict, judged: &Judged) -> bool {
        let ours = &self.verdict;
        let same_solver = said.solver == ours.solver;
        match ours.kind {
            Kind::Soundness | Kind::Disagreement if self.weak => {
                said.kind == Kind::Disagreement
                    && (same_solver || said.others.contains(&ours.solver))
                    && self.answer_unchanged(judged)
            }
            // A `sat` whose model is false, on what another solver refutes, is the same wrong sat.
            Kind::Soundness if ours.wrong == Some(Wrong::Solution) => {
                let refuted = judged
                    .runs
                    .iter()
                    .any(|run| usable(run, said.check) == Some(&Answer::Unsat));
                same_solver
                    && (said.wrong == ours.wrong && said.kind == Kind::Soundness
                        || said.kind == Kind::InvalidModel && refuted
                        || said.kind == Kind::Disagreement && said.evidence == Evidence::Majority)
            }
            Kind::Soundness => {
                same_solver && said.kind == Kind::Soundness && said.wrong == ours.wrong
            }
            Kind::State => same_solver,
            _ => same_solver && said.kind == ours.kind && said.signature == ours.signature,
        }
    }

    /// For a bare difference: the blamed solver still says what it said.
    fn answer_unchanged(&self, judged: &Judged) -> bool {
        let wrong = self.verdict.wrong.or(self.verdict.signature.wrong());
        let word = match wrong {
            Some(Wrong::Refutation) => Answer::Unsat,
            _ => Answer::Sat,
        };
        let own = judged.runs.first();
        own.is_some_and(|run| run.answers.contains(&word))
    }
}

/// A script whose label, if it had one, says nothing about it any more.
pub(crate) fn unlabelled(script: &str) -> Formula {
    Formula {
        text: script.to_string(),
        expect: Vec::new(),
        label: LabelSource::None,
        provenance: Provenance::default(),
    }
}

/// The script behind a header's comment lines: solvers do not need them.
pub(crate) fn without_header(script: &str) -> &str {
    let mut rest = script;
    while rest.starts_with("; ") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}
