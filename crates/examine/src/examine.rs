//! From a suspicion to a confirmed verdict: fresh processes, more than once, with evidence.

use crate::evidence::Gathered;
use crate::{Doubt, Runner, proof};
use gadfly_exec::Limits;
use gadfly_formula::{Formula, LabelSource};
use gadfly_oracle::{
    Evaluator, Evidence, Facts, Fate, Identity, Judged, Kind, Known, LabelDoubt, Obligation,
    ObligationFact, ParentFact, Policy, ProofFact, Signature, Verdict, Witness, judge, label_doubt,
};
use gadfly_solver::{Outcome, Run};
use gadfly_vocabulary::{Law, Topic};

/// How thorough confirmation is.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many rounds of fresh runs.
    pub tries: usize,
    /// The limits of those runs; generous ones.
    pub limits: Limits,
    /// What counts as what.
    pub policy: Policy,
}

impl Settings {
    /// So many rounds within these limits, and the usual policy.
    pub fn new(tries: usize, limits: Limits) -> Settings {
        Settings {
            tries,
            limits,
            policy: Policy::default(),
        }
    }
}

/// A formula with the runs that raised a suspicion.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The formula.
    pub formula: &'a Formula,
    /// The runs as they came, one a solver.
    pub runs: &'a [Run],
    /// What each persistent process was given before this formula, oldest first, by spec.
    pub history: &'a [(String, Vec<String>)],
    /// How solvers fared on the formula that this one was made from.
    pub parents: &'a [ParentFact],
    /// The seeds that the formula's label rests on. They are looked at again before anyone is
    /// blamed by a label.
    pub seeds: &'a [Formula],
    /// Proofs that solvers were asked for already.
    pub proofs: &'a [ProofFact],
}

impl<'a> Case<'a> {
    /// A formula that stands alone: nothing came before it, and it was made from nothing.
    pub fn new(formula: &'a Formula, runs: &'a [Run]) -> Case<'a> {
        Case {
            formula,
            runs,
            history: &[],
            parents: &[],
            seeds: &[],
            proofs: &[],
        }
    }
}

/// What is left of a suspicion.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The verdict, with the strongest evidence that was found.
    pub verdict: Verdict,
    /// How firmly it stands.
    pub status: Status,
    /// Who bears it out beside our evaluator and our labels.
    pub witnesses: Vec<Witness>,
    /// What it is called before reduction.
    pub identity: Identity,
    /// The name and reference of a known issue that it is an instance of.
    pub known: Option<(String, String)>,
    /// The script that shows a broken obligation, or a wrong step of a proof, to whoever asks any solver.
    pub obligation: Option<String>,
    /// The proof that it rests on or is about.
    pub proof: Option<ProofFact>,
}

/// How firmly a verdict stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every round of fresh processes shows it.
    Confirmed,
    /// Some rounds do and some do not. Never reported as soundness.
    Flaky {
        /// Rounds that show it.
        shown: usize,
        /// All rounds.
        tries: usize,
    },
    /// It shows, and nobody but us says that it is wrong, or others say that we are. Never a
    /// finding.
    Doubt(Box<Doubt>),
    /// No fresh process shows it; a persistent one does when it is first given these scripts.
    State {
        /// The shortest list of scripts found, oldest first, without the formula itself.
        prefix: Vec<String>,
    },
}

/// The result of an examination.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// What a person should see.
    pub confirmed: Vec<Confirmed>,
    /// Suspicions that came to nothing, with the reason.
    pub dismissed: Vec<(Verdict, String)>,
    /// Labels that turned out wrong: quarantine the seeds.
    pub doubts: Vec<LabelDoubt>,
    /// All runs that were made, in order.
    pub extra: Vec<Run>,
}

/// Examines suspicions.
#[derive(Clone, Copy)]
pub struct Examiner<'a> {
    /// Runs solvers.
    pub runner: &'a dyn Runner,
    /// Evaluates models.
    pub evaluator: &'a dyn Evaluator,
    /// Known issues and gates.
    pub known: &'a Known,
    /// How thorough to be.
    pub settings: &'a Settings,
}

impl Examiner<'_> {
    /// What the runs of a formula amount to. Costs nothing but [`judge`] where nothing is wrong.
    pub fn examine(&self, case: &Case) -> Examination {
        self.examine_for(case, None)
    }

    /// The same, where something is suspected that plain runs do not show: for an invalid model or
    /// core, models and cores are asked for first.
    pub fn examine_for(&self, case: &Case, suspected: Option<Kind>) -> Examination {
        let mut result = Examination::default();
        let mut facts = self.first_facts(case);
        if let Some(Kind::InvalidModel | Kind::InvalidCore | Kind::SelfCheck) = suspected {
            let gathered = self.evidence(case.formula, case.runs);
            facts.models = gathered.models;
            facts.obligations = gathered.cores;
            facts.proofs = gathered.proofs;
            result.extra.extend(gathered.runs);
        }
        if suspected == Some(Kind::InvalidProof) {
            let all = self.proofs_of_all(&case.formula.text, case.runs, &mut result.extra);
            facts.proofs = all;
        }
        if matches!(suspected, None | Some(Kind::InvalidCore | Kind::Obligation)) {
            for run in case.runs {
                let more = self.obligations(&case.formula.text, run, &|_| true, &mut result.extra);
                facts.obligations.extend(more);
            }
        }
        let policy = &self.settings.policy;
        let first = Judged {
            formula: case.formula,
            runs: case.runs,
            facts: &facts,
            policy,
        };
        let (suspicions, doubt) = (judge(&first), label_doubt(&first));
        if suspicions.is_empty() {
            result.doubts.extend(doubt);
            return result;
        }
        let mut formula = case.formula.clone();
        self.recheck_seeds(case, &suspicions, &mut formula, &mut result);
        let specs = involved(&suspicions, case.runs);
        let rounds = self.rounds(&formula.text, &specs, &mut result);
        let Some(round) = rounds.first() else {
            let because = "no solver could be run again".to_string();
            result
                .dismissed
                .extend(suspicions.into_iter().map(|v| (v, because.clone())));
            return result;
        };
        // What the first runs said is said anew in each round.
        facts.obligations.clear();
        self.gather(&formula, round, &suspicions, &mut facts, &mut result.extra);
        let per_round: Vec<Facts> = rounds
            .iter()
            .map(|runs| {
                self.with_obligations(&formula, runs, &suspicions, &facts, &mut result.extra)
            })
            .collect();
        let each = rounds.iter().zip(&per_round);
        let said: Vec<Vec<Verdict>> = each
            .map(|(runs, facts)| {
                judge(&Judged {
                    formula: &formula,
                    runs,
                    facts,
                    policy,
                })
            })
            .collect();
        let facts = per_round.into_iter().next().unwrap_or(facts);
        let judged = |runs| Judged {
            formula: &formula,
            runs,
            facts: &facts,
            policy,
        };
        result.doubts.extend(label_doubt(&judged(round)));
        self.conclude(&judged(round), &said, &mut result);
        for suspicion in &suspicions {
            if !said
                .iter()
                .flatten()
                .any(|verdict| same_matter(verdict, suspicion))
            {
                self.only_in_session(case, &formula, suspicion, round, &facts, &mut result);
            }
        }
        result
    }

    /// What is known before anything is run again.
    fn first_facts(&self, case: &Case) -> Facts {
        let script = &case.formula.text;
        let refused = case
            .runs
            .iter()
            .any(|run| matches!(run.outcome, Outcome::Rejected(_)));
        let gated = case.runs.iter().filter_map(|run| {
            let why = self.legacy(run, script)?;
            Some((run.spec.clone(), why.to_string()))
        });
        Facts {
            gated: gated.collect(),
            parents: case.parents.to_vec(),
            well_sorted: refused && self.evaluator.well_sorted(script),
            models: self.evaluate_models(case.formula, case.runs),
            proofs: case.proofs.to_vec(),
            ..Facts::default()
        }
    }

    /// Why a run's release gives a script another meaning than the standard, where it does.
    pub(crate) fn legacy(&self, run: &Run, script: &str) -> Option<&str> {
        let why = self.known.legacy(&run.family, &run.version, script)?;
        let said_right = self.runner.speaks_dialects() && gadfly_solver::is_readable(script);
        (!said_right).then_some(why)
    }

    /// Fresh runs of every solver that matters, several times over.
    fn rounds(&self, script: &str, specs: &[String], result: &mut Examination) -> Vec<Vec<Run>> {
        let mut rounds = Vec::new();
        for _ in 0..self.settings.tries.max(1) {
            let runs = specs.iter();
            let runs =
                runs.filter_map(|spec| self.runner.fresh(spec, script, &self.settings.limits).ok());
            let runs: Vec<Run> = runs.collect();
            result.extra.extend(runs.iter().cloned());
            if !runs.is_empty() {
                rounds.push(runs);
            }
        }
        rounds
    }

    fn gather(
        &self,
        formula: &Formula,
        round: &[Run],
        suspicions: &[Verdict],
        facts: &mut Facts,
        extra: &mut Vec<Run>,
    ) {
        let about_answers = suspicions.iter().any(|v| {
            matches!(
                v.kind,
                Kind::Soundness
                    | Kind::Disagreement
                    | Kind::InvalidModel
                    | Kind::SelfCheck
                    | Kind::InvalidCore
            )
        });
        if about_answers {
            let gathered: Gathered = self.evidence(formula, round);
            facts.models = gathered.models;
            facts.obligations = gathered.cores;
            facts.proofs = gathered.proofs;
            extra.extend(gathered.runs);
        }
    }

    /// The facts with what the words of one round's runs oblige to, where that is suspected to be
    /// broken: a solver may say something else each time.
    fn with_obligations(
        &self,
        formula: &Formula,
        round: &[Run],
        suspicions: &[Verdict],
        facts: &Facts,
        extra: &mut Vec<Run>,
    ) -> Facts {
        let mut facts = facts.clone();
        let suspected = suspicions.iter().filter(|v| v.oracle == "obligations_hold");
        let suspected: Vec<&Verdict> = suspected.collect();
        let blamed = round
            .iter()
            .filter(|run| suspected.iter().any(|v| v.solver == run.spec));
        for run in blamed {
            let wanted = |it: &Obligation| suspected.iter().any(|v| is_about(v, it));
            let more = self.obligations(&formula.text, run, &wanted, extra);
            facts.obligations.extend(more);
        }
        let suspected = |run: &&Run| {
            let about = |v: &&Verdict| v.oracle == "proof_holds" && v.solver == run.spec;
            suspicions.iter().any(|v| about(&v))
        };
        let blamed: Vec<Run> = round.iter().filter(suspected).cloned().collect();
        if !blamed.is_empty() {
            facts.proofs = self.proofs_of_all(&formula.text, &blamed, extra);
        }
        facts
    }

    /// Sorts what the rounds said into confirmed, flaky and dismissed.
    fn conclude(&self, judged: &Judged, said: &[Vec<Verdict>], result: &mut Examination) {
        let formula = judged.formula;
        let mut seen: Vec<&Verdict> = Vec::new();
        for verdict in said.iter().flatten() {
            if seen.iter().any(|other| same(other, verdict)) {
                continue;
            }
            seen.push(verdict);
            let shown = said
                .iter()
                .filter(|round| round.iter().any(|other| same(other, verdict)))
                .count();
            if let Some(why) = self.not_a_bug(verdict, formula) {
                result.dismissed.push((verdict.clone(), why));
                continue;
            }
            let confirmed = if shown == said.len() {
                let witnesses = self.witnesses(verdict, judged, &mut result.extra);
                let (status, witnesses) = match witnesses {
                    Ok(witnesses) => (Status::Confirmed, witnesses),
                    Err(doubt) => (Status::Doubt(Box::new(doubt)), Vec::new()),
                };
                let confirmed = self.confirmed(verdict.clone(), status, &formula.text);
                Confirmed {
                    witnesses,
                    obligation: broken_question(verdict, judged.facts),
                    proof: proof::of_verdict(verdict, judged.facts).cloned(),
                    ..confirmed
                }
            } else {
                let status = Status::Flaky {
                    shown,
                    tries: said.len(),
                };
                self.confirmed(flaky(verdict, shown, said.len()), status, &formula.text)
            };
            result.confirmed.push(confirmed);
        }
    }

    pub(crate) fn confirmed(&self, verdict: Verdict, status: Status, script: &str) -> Confirmed {
        let issue = self.known.issue(&verdict, script);
        Confirmed {
            identity: Identity::before(&verdict, script),
            witnesses: Vec::new(),
            known: issue.map(|issue| (issue.id.clone(), issue.reference.clone())),
            obligation: None,
            proof: None,
            verdict,
            status,
        }
    }

    /// A difference that may hang on a value that the standard leaves open means nothing.
    fn not_a_bug(&self, verdict: &Verdict, formula: &Formula) -> Option<String> {
        let weak = matches!(
            verdict.evidence,
            Evidence::None | Evidence::Majority | Evidence::ResolvedCore
        );
        let about_answers = matches!(
            verdict.kind,
            Kind::Soundness | Kind::Disagreement | Kind::InvalidCore | Kind::Obligation
        );
        if !weak || !about_answers {
            return None;
        }
        self.known.unspecified(&formula.text).map(str::to_string)
    }

    /// A label by construction is worth what its seeds' labels are worth.
    fn recheck_seeds(
        &self,
        case: &Case,
        suspicions: &[Verdict],
        formula: &mut Formula,
        result: &mut Examination,
    ) {
        let mut blamed = suspicions
            .iter()
            .filter(|v| v.oracle == "label_holds")
            .map(|v| v.solver.as_str())
            .peekable();
        if blamed.peek().is_none() {
            return;
        }
        if formula.label == LabelSource::Construction {
            self.recheck_construction(case, formula, result);
        }
        if formula.label > LabelSource::Claimed {
            return;
        }
        // What nobody has checked speaks against a solver only where that solver itself says so of
        // the seeds: then it contradicts itself.
        let blamed: Vec<&str> = blamed.collect();
        for seed in case.seeds {
            if let Some(doubt) = self.unshared(seed, &blamed, &mut result.extra) {
                result.doubts.push(doubt);
                formula.label = LabelSource::None;
                formula.expect.clear();
                return;
            }
        }
    }

    /// A label by construction falls with its seeds' labels.
    fn recheck_construction(&self, case: &Case, formula: &mut Formula, result: &mut Examination) {
        for seed in case.seeds {
            let check = self.recheck_seed(seed, &mut result.extra);
            if let crate::SeedCheck::Wrong(doubt) = &check {
                result.doubts.push(doubt.clone());
            }
            if !matches!(check, crate::SeedCheck::Agreed(_)) {
                formula.label = LabelSource::Claimed;
            }
        }
    }
}

/// Solvers that must run again: those that the suspicions name and, where there are few, all that
/// took part and had something to say, because a vote needs them.
fn involved(suspicions: &[Verdict], runs: &[Run]) -> Vec<String> {
    let named = |spec: &String| {
        suspicions
            .iter()
            .any(|v| v.solver == *spec || v.others.contains(spec))
    };
    let few = runs.len() <= 6;
    let mute = |run: &Run| {
        run.answers.is_empty()
            && matches!(
                run.outcome,
                Outcome::Timeout | Outcome::MemoryOut | Outcome::Unsupported(_)
            )
    };
    let wanted = runs
        .iter()
        .filter(|run| named(&run.spec) || few && !mute(run));
    wanted.map(|run| run.spec.clone()).collect()
}

/// Whether a verdict is about such an obligation.
pub(crate) fn is_about(verdict: &Verdict, obligation: &Obligation) -> bool {
    let law = (obligation.topic, obligation.law);
    match (verdict.kind, &verdict.signature) {
        (Kind::InvalidCore, _) => law == (Topic::Core, Law::Unsatisfiable),
        (_, Signature::Obligation(topic, broken)) => law == (*topic, *broken),
        _ => false,
    }
}

/// What was asked about the obligation that a verdict says is broken.
fn broken_question(verdict: &Verdict, facts: &Facts) -> Option<String> {
    if verdict.kind == Kind::InvalidProof {
        return proof::of_verdict(verdict, facts).and_then(proof::question);
    }
    let of_solver = facts.obligations.iter().filter(|fact| {
        let about = &fact.obligation;
        fact.spec == verdict.solver && about.check == verdict.check && is_about(verdict, about)
    });
    let mut broken = of_solver.filter(|fact| matches!(fact.fate(), Fate::Broken(..)));
    broken.find_map(ObligationFact::question)
}

/// Whether two verdicts say the same of the same solver.
pub(crate) fn same(a: &Verdict, b: &Verdict) -> bool {
    (a.kind, &a.solver, a.check, &a.signature) == (b.kind, &b.solver, b.check, &b.signature)
}

/// Whether two verdicts are about the same matter, though evidence may have moved the blame.
pub(crate) fn same_matter(a: &Verdict, b: &Verdict) -> bool {
    let about_answers = |v: &Verdict| matches!(v.kind, Kind::Soundness | Kind::Disagreement);
    let about_model = |v: &Verdict| matches!(v.kind, Kind::InvalidModel | Kind::SelfCheck);
    if about_answers(a) && (about_answers(b) || about_model(b))
        || about_model(a) && about_answers(b)
    {
        return a.check == b.check;
    }
    a.solver == b.solver && (a.kind == b.kind || about_model(a) && about_model(b))
}

/// A verdict that not every round shows, in words that say so. A wrong answer that comes and goes
/// is only a disagreement.
fn flaky(verdict: &Verdict, shown: usize, tries: usize) -> Verdict {
    let mut verdict = verdict.clone();
    if verdict.kind == Kind::Soundness {
        verdict.kind = Kind::Disagreement;
    }
    verdict
        .sentence
        .push_str(&format!(" It shows in {shown} of {tries} fresh runs."));
    verdict
}
