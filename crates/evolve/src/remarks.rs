//! Remarks that nobody has to look for: what changed from a release to the next, beyond noise.

use crate::again::{Again, Clock};
use crate::outcome::{Said, Verdict};
use crate::steps::{Change, End, Pace, Step};
use crate::study::{Study, Timing};
use crate::tally::Tally;
use gadfly_vocabulary::Kind;
use std::collections::BTreeMap;

/// A change of pace below this is not worth a remark.
const PACE: f64 = 0.10;
/// Nor one that lies within this many standard errors of none.
const SIGMA: f64 = 5.0;
/// Nor one over fewer formulas.
const FORMULAS: u64 = 50;

/// How bad a remark is, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A release got worse in what it says.
    Wrong,
    /// It decides less, or is slower.
    Worse,
    /// It got better.
    Better,
}

/// Something that changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Remark {
    /// How bad it is.
    pub weight: Weight,
    /// The source's position.
    pub source: usize,
    /// The positions of the older and the newer release.
    pub releases: (usize, usize),
    /// What a reducer would call a finding of it.
    pub kind: Kind,
    /// A plain sentence.
    pub text: String,
    /// How many formulas show it.
    pub count: u64,
    /// The formulas that show it first or best.
    pub examples: Vec<u64>,
    /// For a remark about time, which times.
    pub clock: Option<Clock>,
    /// And the formulas to measure it by again.
    pub sample: Vec<u64>,
    /// Whether it was measured again, and showed.
    pub measured_again: bool,
}

/// All remarks, worst first, then by how many formulas show them. One about time that did not show
/// when it was measured again is none.
pub(crate) fn remarks(study: &Study, tally: &Tally, again: &[Again]) -> Vec<Remark> {
    let repeat = match study.settings.repeat {
        1 => "measured once".to_string(),
        n => format!("mean of {n}"),
    };
    let fresh = format!("fresh processes, {repeat}");
    let sessions = "persistent processes, so without start-up";
    let mut remarks = Vec::new();
    for (source, steps) in tally.steps.iter().enumerate() {
        for step in &steps.0 {
            remarks.extend(of_changes(study, source, step));
            let of_pace = |pace: &Pace, clock: Clock| {
                let how = match clock {
                    Clock::Sessions => sessions,
                    Clock::Fresh => &fresh,
                };
                let mut remark = of_pace(study, source, step, pace, how)?;
                remark.clock = Some(clock);
                seen_again(study, remark, pace.ratio(), again)
            };
            if study.settings.timing == Timing::Fresh {
                remarks.extend(of_pace(&step.pace, Clock::Fresh));
            } else {
                remarks.extend(of_pace(&step.pace, Clock::Sessions));
                remarks.extend(of_pace(&step.fresh_pace, Clock::Fresh));
            }
        }
    }
    remarks.sort_by_key(|remark: &Remark| {
        (
            remark.weight,
            std::cmp::Reverse(remark.count),
            remark.source,
            remark.releases,
        )
    });
    remarks
}

/// How a change of ends reads: what kind of finding it is, whether it is for the better, in words.
fn reading(before: End, after: End) -> (Kind, Weight, &'static str) {
    let decided =
        |end: End| end.0 == Verdict::Fine && !matches!(end.1, Said::Unknown | Said::Nothing);
    match (before.0, after.0) {
        (_, Verdict::Unsound) => (Kind::Soundness, Weight::Wrong, "wrong answers appeared"),
        (_, Verdict::InvalidModel) => {
            (Kind::InvalidModel, Weight::Wrong, "invalid models appeared")
        }
        (_, Verdict::Crash) => (Kind::Crash, Weight::Wrong, "crashes appeared"),
        (_, Verdict::InvalidCore) => (Kind::InvalidCore, Weight::Wrong, "invalid cores appeared"),
        (Verdict::Unsound, _) => (Kind::Soundness, Weight::Better, "wrong answers went away"),
        (Verdict::InvalidModel, _) => (
            Kind::InvalidModel,
            Weight::Better,
            "invalid models went away",
        ),
        (Verdict::Crash, _) => (Kind::Crash, Weight::Better, "crashes went away"),
        _ if decided(before) && decided(after) => (
            Kind::Soundness,
            Weight::Wrong,
            "answers changed between sat and unsat",
        ),
        (_, Verdict::Timeout) => (Kind::Slow, Weight::Worse, "time-outs appeared"),
        (Verdict::Timeout, _) => (Kind::Slow, Weight::Better, "time-outs went away"),
        (_, Verdict::Rejected) => (Kind::Rejected, Weight::Worse, "formulas are now rejected"),
        (Verdict::Rejected, _) => (
            Kind::Rejected,
            Weight::Better,
            "formulas are no longer rejected",
        ),
        (_, Verdict::MemoryOut) => (Kind::Slow, Weight::Worse, "memory runs out"),
        (Verdict::MemoryOut, _) => (Kind::Slow, Weight::Better, "memory no longer runs out"),
        _ if decided(before) => (Kind::Incomplete, Weight::Worse, "answers became unknown"),
        _ => (Kind::Incomplete, Weight::Better, "unknowns became answers"),
    }
}

fn of_changes(study: &Study, source: usize, step: &Step) -> Vec<Remark> {
    let mut groups: BTreeMap<(Kind, Weight, &str), Change> = BTreeMap::new();
    for ((before, after), change) in &step.changes {
        if before.0 == Verdict::Broken || after.0 == Verdict::Broken {
            continue;
        }
        let group = groups.entry(reading(*before, *after)).or_default();
        group.count += change.count;
        group.first.extend(&change.first);
        group.first.sort_unstable();
        group.first.truncate(5);
    }
    let remark = |((kind, weight, words), change): ((Kind, Weight, &'static str), Change)| {
        let (older, newer) = (
            &study.solvers[step.older].name,
            &study.solvers[step.newer].name,
        );
        Remark {
            weight,
            source,
            releases: (step.older, step.newer),
            kind,
            text: format!("{words} from {older} to {newer}"),
            count: change.count,
            examples: change.first,
            clock: None,
            sample: Vec::new(),
            measured_again: false,
        }
    };
    groups.into_iter().map(remark).collect()
}

fn of_pace(study: &Study, source: usize, step: &Step, pace: &Pace, how: &str) -> Option<Remark> {
    let (ratio, sigma) = (pace.ratio(), pace.sigma());
    let beyond = (ratio - 1.0).abs() > PACE && sigma.abs() > SIGMA && pace.count >= FORMULAS;
    // Few slow formulas and all the others must point the same way.
    if !beyond || (ratio > 1.0) != (sigma > 0.0) {
        return None;
    }
    let (older, newer) = (
        &study.solvers[step.older].name,
        &study.solvers[step.newer].name,
    );
    let (word, weight) = if ratio > 1.0 {
        ("more", Weight::Worse)
    } else {
        ("less", Weight::Better)
    };
    let change = (ratio - 1.0).abs() * 100.0;
    let typical = (pace.logs.0 / pace.count as f64).exp();
    Some(Remark {
        weight,
        source,
        releases: (step.older, step.newer),
        kind: Kind::Slow,
        text: format!(
            "{change:.0} % {word} CPU time from {older} to {newer} on formulas that both solve \
             (the typical formula {typical:.2} times, {:.0} standard errors from 1; {how})",
            sigma.abs()
        ),
        count: pace.count,
        examples: pace.most.iter().map(|(formula, ..)| *formula).collect(),
        clock: None,
        sample: pace.sample(),
        measured_again: false,
    })
}

/// A remark about time with what a second measurement said, or nothing where that denied it.
fn seen_again(study: &Study, remark: Remark, first: f64, again: &[Again]) -> Option<Remark> {
    let (older, newer) = remark.releases;
    let same = |again: &&Again| {
        again.source == study.sources[remark.source].name
            && again.older == study.solvers[older].name
            && again.newer == study.solvers[newer].name
            && Some(again.clock) == remark.clock
    };
    let Some(again) = again.iter().find(same) else {
        return Some(remark);
    };
    let ratios: Vec<String> = again.ratios.iter().map(|it| format!("{it:.2}")).collect();
    again.confirms(first, PACE / 2.0).then(|| Remark {
        text: format!(
            "{}; again, in turns: {} times",
            remark.text,
            ratios.join(", ")
        ),
        measured_again: true,
        ..remark
    })
}
