//! The findings' desk: hands verdicts to the examiner one at a time, in order, and keeps what it says.

use crate::collect::Collector;
use crate::error::HuntError;
use crate::event::Event;
use crate::examine::{Done, Job};
use crate::exchange::{Exchange, Fact};
use crate::explained::{Explained, Explanation, telling};
use crate::groups::Sort;
use crate::work::{Doubtful, Examined, Real, Reduced};
use gadfly_formula::{ContentHash, Formula};
use gadfly_report::{
    CaseFiles, DoubtFiles, fold_causes, share_place, write_case_folder, write_doubt_folder,
};
use gadfly_store::{Finding, VerdictRow, VerdictState};
use std::path::PathBuf;
use std::sync::mpsc::Sender;

/// How many verdicts of a known group are settled between two messages.
const SETTLED_AT_ONCE: usize = 200;
/// How many waiting verdicts the next one is chosen from.
const CHOSEN_FROM: usize = 48;
/// After so many confirmed verdicts a finding is made small, even if more verdicts wait: only a
/// small case tells whether the next is another bug.
const CONFIRMED_IN_A_ROW: usize = 2;

/// The least comes first: urgency of the kind, how well it is explained, size of the formula.
type Rank = (u8, u32, usize);

/// Hands out jobs and keeps their results.
pub(crate) struct Desk {
    jobs: Option<Sender<Job>>,
    folder: PathBuf,
    busy: bool,
    reduce: bool,
    /// Verdicts confirmed since a finding was last made small.
    confirmed_in_a_row: usize,
    /// Cases that explain further triggers (with the adaptive schedule only: it depends on what was
    /// made small when).
    explained: Option<Explained>,
    /// Findings that could not be reduced, or that another part has reduced; not tried again by this
    /// process.
    given_up: Vec<String>,
    /// What other parts of the hunt know.
    exchange: Option<Exchange>,
}

impl Desk {
    pub(crate) fn new(
        jobs: Sender<Job>,
        folder: PathBuf,
        reduce: bool,
        adaptive: bool,
        exchange: Option<Exchange>,
    ) -> Desk {
        Desk {
            jobs: Some(jobs),
            folder,
            busy: false,
            reduce,
            confirmed_in_a_row: 0,
            explained: adaptive.then(Explained::default),
            given_up: Vec::new(),
            exchange,
        }
    }

    /// Takes what other parts told.
    pub(crate) fn listen(&mut self, collector: &mut Collector<'_>) {
        let facts = self.exchange.as_mut().map(Exchange::hear);
        for fact in facts.into_iter().flatten() {
            match fact {
                Fact::Enough { group, finding } => collector.groups.enough(&group, &finding),
                Fact::Small {
                    finding,
                    kind,
                    family,
                    case,
                } => {
                    if let Some(explained) = &mut self.explained {
                        explained.add(&finding, kind, &family, &case);
                        collector.known(&telling(&case));
                    }
                    self.given_up.push(finding);
                }
                Fact::Paid(choice) => collector.paid(&choice),
            }
        }
    }

    fn tell(&self, fact: &Fact) {
        if let Some(exchange) = &self.exchange {
            exchange.tell(fact);
        }
    }

    /// Tells the others of a group that needs no more confirmation.
    fn tell_enough(&self, group: &str, collector: &Collector<'_>) {
        if let Some(finding) = collector.groups.is_enough(group) {
            let (group, finding) = (group.to_string(), finding.to_string());
            self.tell(&Fact::Enough { group, finding });
        }
    }

    /// No more jobs: the examiner ends after its current one.
    pub(crate) fn close(&mut self) {
        self.jobs = None;
    }

    /// Gives the examiner its next job, if it is free and there is one. True if it works.
    pub(crate) fn feed(&mut self, collector: &mut Collector<'_>) -> Result<bool, HuntError> {
        if self.busy || self.jobs.is_none() {
            return Ok(self.busy);
        }
        let job = self.next_job(collector)?;
        if let (Some(job), Some(jobs)) = (job, &self.jobs) {
            self.busy = jobs.send(job).is_ok();
        }
        Ok(self.busy)
    }

    fn next_job(&mut self, collector: &mut Collector<'_>) -> Result<Option<Job>, HuntError> {
        if self.confirmed_in_a_row >= CONFIRMED_IN_A_ROW {
            self.confirmed_in_a_row = 0;
            if let Some(job) = self.next_reduction(collector)? {
                return Ok(Some(job));
            }
        }
        let Some(verdict) = self.next_verdict(collector)? else {
            return self.next_reduction(collector);
        };
        // What needs long runs to confirm, or is less worth, waits until the cases at hand are small.
        let patient = verdict.kind.urgency() > 0;
        if patient && let Some(job) = self.next_reduction(collector)? {
            return Ok(Some(job));
        }
        Ok(Some(Job::Confirm(Box::new(verdict))))
    }

    /// The next verdict to look at: in the order of positions, or, where the schedule is adaptive, one
    /// that no small case explains.
    fn next_verdict(
        &mut self,
        collector: &mut Collector<'_>,
    ) -> Result<Option<VerdictRow>, HuntError> {
        if collector.snapshot.waiting == 0 {
            return Ok(None);
        }
        let at_once = if self.explained.is_some() {
            CHOSEN_FROM
        } else {
            1
        };
        for _ in 0..SETTLED_AT_ONCE {
            let waiting = collector.store.pending(at_once)?;
            if waiting.is_empty() {
                return Ok(None);
            }
            let chosen = self.choose(waiting, collector)?;
            if chosen.is_some() {
                return Ok(chosen);
            }
        }
        Ok(None)
    }

    /// Of waiting verdicts the one that is most likely a bug of its own; settles what need not be
    /// looked at.
    fn choose(
        &mut self,
        waiting: Vec<VerdictRow>,
        collector: &mut Collector<'_>,
    ) -> Result<Option<VerdictRow>, HuntError> {
        let mut best: Option<(Rank, Option<usize>, VerdictRow)> = None;
        for verdict in waiting {
            let (state, finding) = match collector.groups.sort(&verdict.group, false) {
                Sort::Count(finding) => (VerdictState::Counted, Some(finding)),
                Sort::Dismiss => (VerdictState::Unconfirmed, None),
                Sort::Doubt => {
                    collector.snapshot.doubts += 1;
                    (VerdictState::Doubt, None)
                }
                Sort::Confirm | Sort::Note { .. } => {
                    let formula = verdict.formula.as_deref().unwrap_or_default();
                    let explained = self.explained.as_ref();
                    let explained =
                        explained.map(|e| e.explain(verdict.kind, &verdict.family, formula));
                    match explained {
                        None => return Ok(Some(verdict)),
                        Some(Explanation::Enough(finding)) => {
                            (VerdictState::Counted, Some(finding))
                        }
                        Some(Explanation::Open { case, used }) => {
                            let size = verdict.formula.as_ref().map_or(0, String::len);
                            let rank = (verdict.kind.urgency(), used, size);
                            if best.as_ref().is_none_or(|(least, ..)| rank < *least) {
                                best = Some((rank, case, verdict));
                            }
                            continue;
                        }
                    }
                }
            };
            collector
                .store
                .settle(verdict.id, state, finding.as_deref())?;
            collector.settled(&verdict, false);
        }
        Ok(best.map(|(_, case, verdict)| {
            if let Some(explained) = &mut self.explained {
                explained.look(case);
            }
            verdict
        }))
    }

    fn next_reduction(&self, collector: &Collector<'_>) -> Result<Option<Job>, HuntError> {
        if !self.reduce || collector.snapshot.findings.is_empty() {
            return Ok(None);
        }
        let open =
            |finding: &Finding| finding.reduction.is_none() && !self.given_up.contains(&finding.id);
        // Those that people read first come first, and last what died where a reduced one does.
        let findings: Vec<Finding> = collector.store.findings()?;
        let known_place = |finding: &Finding| {
            let mut reduced = findings.iter().filter(|it| it.reduction.is_some());
            reduced.any(|it| share_place(it, finding))
        };
        let waiting = findings.iter().filter(|finding| open(finding));
        let first =
            waiting.min_by_key(|finding| (known_place(finding), finding.kind.urgency() > 0));
        let Some(finding) = first.cloned() else {
            return Ok(None);
        };
        let original = collector
            .store
            .finding_texts(&finding.id)?
            .map(|(original, _)| original);
        Ok(original.map(|original| Job::Reduce(Box::new(finding), original)))
    }

    /// Keeps what the examiner found.
    pub(crate) fn keep(
        &mut self,
        done: Done,
        collector: &mut Collector<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), HuntError> {
        self.busy = false;
        match done {
            Done::Confirmed(_, Examined::Cancelled) => Ok(()),
            Done::Confirmed(_, Examined::Broken(solver, reason)) => {
                Err(HuntError::Solver { solver, reason })
            }
            Done::Confirmed(verdict, Examined::Unconfirmed(_)) => {
                collector
                    .store
                    .settle(verdict.id, VerdictState::Unconfirmed, None)?;
                collector.groups.unconfirmed(&verdict.group);
                collector.settled(&verdict, false);
                Ok(())
            }
            Done::Confirmed(verdict, Examined::Doubt(doubtful)) => {
                self.doubted(&verdict, *doubtful, collector, tell)
            }
            Done::Confirmed(verdict, Examined::Confirmed(real)) => {
                self.confirmed_in_a_row += 1;
                self.confirmed(&verdict, *real, collector, tell)
            }
            Done::Reduced(id, None) => {
                self.given_up.push(id);
                Ok(())
            }
            Done::Reduced(id, Some(reduced)) => self.reduced(&id, *reduced, collector, tell),
        }
    }

    /// Keeps a verdict that nobody beside us bears out.
    fn doubted(
        &self,
        verdict: &VerdictRow,
        doubtful: Doubtful,
        collector: &mut Collector<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), HuntError> {
        let original = verdict.formula.as_deref().unwrap_or_default();
        let mut doubt = doubtful.doubt;
        // Without the header, which names the catalogue's version.
        let hash = Formula::parse(original).map_or_else(
            |_| ContentHash::of(original.as_bytes()),
            |formula| formula.hash(),
        );
        let hash = hash.short();
        doubt.id = format!("{}-{}-{}", verdict.family, doubt.kind, &hash[..8]);
        doubt.index = verdict.index;
        let files = DoubtFiles {
            doubt: &doubt,
            original,
            model: doubtful.model.as_deref(),
            question: doubtful.question.as_deref(),
        };
        write_doubt_folder(&self.folder, &files).map_err(|source| HuntError::Write {
            path: self.folder.join("doubts").join(&doubt.id),
            source,
        })?;
        collector.store.add_doubt(verdict.id, &doubt)?;
        collector.groups.doubted(&verdict.group);
        collector.settled(verdict, false);
        collector.snapshot.doubts += 1;
        tell(Event::Doubt {
            id: doubt.id,
            why: doubt.why,
        });
        Ok(())
    }

    fn confirmed(
        &self,
        verdict: &VerdictRow,
        real: Real,
        collector: &mut Collector<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), HuntError> {
        let id = name(&real.finding);
        let known = match collector.store.finding_of(&real.finding.identity)? {
            // One that was made small since then has a sharper identity, and its name.
            None => collector.store.finding(&id)?,
            known => known,
        };
        if let Some(known) = known {
            collector
                .store
                .settle(verdict.id, VerdictState::Confirmed, Some(&known.id))?;
            collector
                .groups
                .confirmed(&verdict.group, &known.id, real.named);
            self.tell_enough(&verdict.group, collector);
            collector.settled(verdict, false);
            return Ok(());
        }
        if let Some(choice) = collector.settled(verdict, true) {
            self.tell(&Fact::Paid((*choice).clone()));
        }
        let mut finding = real.finding;
        finding.id = id;
        finding.named = real.named;
        finding.index = verdict.index;
        finding.found = collector.seconds();
        let text = verdict.formula.clone().unwrap_or_default();
        // The folder first: a store that names a finding must not point at nothing.
        self.write(&CaseFiles {
            finding: &finding,
            case: &text,
            original: &text,
            runs: &real.runs,
            command: &real.command,
            sent: real.sent.as_deref(),
            proof: real.proof.as_deref(),
        })?;
        let second = collector.seconds() as u64;
        collector
            .store
            .add_finding(verdict.id, &finding, &text, second)?;
        collector
            .groups
            .confirmed(&verdict.group, &finding.id, real.named);
        *collector.snapshot.findings.entry(finding.kind).or_default() += 1;
        collector.snapshot.unreduced += 1;
        collector.snapshot.last_found = Some(finding.found);
        tell(Event::Finding {
            id: finding.id,
            kind: finding.kind,
            solver: finding.solver,
            sentence: finding.sentence,
        });
        Ok(())
    }

    fn reduced(
        &mut self,
        id: &str,
        reduced: Reduced,
        collector: &mut Collector<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), HuntError> {
        // Its case may have shown that it is of another kind.
        let before = collector.store.finding(id)?.map(|finding| finding.kind);
        let before = before.unwrap_or(reduced.finding.kind);
        // Merged with another one or reduced, it waits no longer.
        collector.snapshot.unreduced = collector.snapshot.unreduced.saturating_sub(1);
        let counts = &mut collector.snapshot.findings;
        if let Some(count) = counts.get_mut(&before) {
            *count = count.saturating_sub(1);
        }
        let known = collector.store.finding_of(&reduced.finding.identity)?;
        if let Some(known) = known.filter(|known| known.id != id) {
            collector.store.merge_finding(id, &known.id)?;
            collector.groups.merged(id, &known.id);
            // Only what we wrote ourselves, and only after the store has let go of it.
            let _ = std::fs::remove_dir_all(self.folder.join("findings").join(id));
            tell(Event::Merged {
                id: id.to_string(),
                into: known.id,
            });
            return Ok(());
        }
        *counts.entry(reduced.finding.kind).or_default() += 1;
        let original = collector
            .store
            .finding_texts(id)?
            .map(|(original, _)| original);
        self.write(&CaseFiles {
            finding: &reduced.finding,
            case: &reduced.case,
            original: &original.unwrap_or_default(),
            runs: &reduced.runs,
            command: &reduced.command,
            sent: reduced.sent.as_deref(),
            proof: reduced.proof.as_deref(),
        })?;
        collector
            .store
            .update_finding(&reduced.finding, Some(&reduced.case))?;
        if let Some(explained) = &mut self.explained {
            let Finding { kind, family, .. } = &reduced.finding;
            explained.add(id, *kind, family, &reduced.case);
            collector.known(&telling(&reduced.case));
            self.tell(&Fact::Small {
                finding: id.to_string(),
                kind: *kind,
                family: family.clone(),
                case: reduced.case.clone(),
            });
        }
        if let Some(reduction) = &reduced.finding.reduction {
            let (before, after) = (reduction.before, reduction.after);
            tell(Event::Reduced {
                id: id.to_string(),
                before,
                after,
            });
        }
        self.fold(id, collector, tell)
    }

    /// Says where a finding that is reduced now probably has the same cause as another one.
    fn fold(
        &self,
        id: &str,
        collector: &Collector<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), HuntError> {
        let mut findings = collector.store.findings()?;
        fold_causes(&mut findings.iter_mut().collect::<Vec<_>>());
        let folded = findings.into_iter().find(|finding| finding.id == id);
        if let Some(under) = folded.and_then(|finding| finding.cause) {
            let id = id.to_string();
            tell(Event::Folded { id, under });
        }
        Ok(())
    }

    fn write(&self, files: &CaseFiles<'_>) -> Result<(), HuntError> {
        write_case_folder(&self.folder, files).map_err(|source| HuntError::Write {
            path: self.folder.join("findings").join(&files.finding.id),
            source,
        })
    }
}

/// A finding's name: who, what, and a short hash of its first identity.
pub(crate) fn name(finding: &Finding) -> String {
    let hash = ContentHash::of(finding.identity.as_bytes()).short();
    format!("{}-{}-{}", finding.family, finding.kind, &hash[..8])
}
