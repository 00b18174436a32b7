//! What the parts add up to, read one part at a time.

use crate::error::EvolveError;
use crate::outcome::{Said, Verdict, class_of};
use crate::part::{Names, Row, read_part};
use crate::study::{Study, Timing};
use gadfly_store::Ends;
use std::collections::BTreeMap;
use std::path::Path;

/// How one solver did on one source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Runs by what was said, the verdict and the table limit within which they ended.
    pub counts: BTreeMap<(Verdict, Said, usize), u64>,
    /// Runs in all.
    pub runs: u64,
    /// The solved formulas whose time counts for the figures.
    pub timed: u64,
    /// Those of them that were solved within the smallest limit.
    pub timed_least: u64,
    /// Their CPU seconds.
    pub timed_seconds: f64,
    /// CPU seconds of those of them that every solver solved.
    pub joint_seconds: f64,
    /// z3's resource count over these.
    pub joint_resources: Option<u64>,
    /// The first triggers of each kind, and of formulas that were not decided.
    pub first: BTreeMap<Verdict, Vec<u64>>,
    /// Where each trigger lies, by thousands of formulas.
    pub triggers: BTreeMap<u64, u64>,
    /// The index of the first formula that did not pass.
    pub first_failure: Option<u64>,
}

/// The most examples that are kept of a kind.
const EXAMPLES: usize = 20;

impl Cell {
    /// How many runs have a verdict within a limit, by its position.
    pub fn verdicts(&self, verdict: Verdict, limit: usize) -> u64 {
        self.sum(|(of, _, at)| *of == verdict && *at <= limit)
    }

    /// How many runs have a verdict.
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.sum(|(of, ..)| *of == verdict)
    }

    /// How many runs said something, with nothing against it, within a limit.
    pub fn said(&self, said: Said, limit: usize) -> u64 {
        self.sum(|(verdict, of, at)| *verdict == Verdict::Fine && *of == said && *at <= limit)
    }

    /// How many formulas were solved within a limit.
    pub fn solved(&self, limit: usize) -> u64 {
        self.said(Said::Sat, limit) + self.said(Said::Unsat, limit) + self.said(Said::Mixed, limit)
    }

    /// Adds how its runs ended.
    pub fn add_to(&self, ends: &mut Ends) {
        for ((verdict, said, _), runs) in &self.counts {
            ends.add(class_of(*verdict, *said), *runs);
        }
    }

    /// All bug triggers.
    pub fn all_triggers(&self) -> u64 {
        self.of(Verdict::Unsound) + self.of(Verdict::InvalidModel) + self.of(Verdict::Crash)
    }

    fn sum(&self, fits: impl Fn(&(Verdict, Said, usize)) -> bool) -> u64 {
        let counts = self.counts.iter().filter(|(key, _)| fits(key));
        counts.map(|(_, count)| count).sum()
    }

    fn add(&mut self, row: &Row, limit: usize) {
        *self
            .counts
            .entry((row.verdict, row.said, limit))
            .or_default() += 1;
        self.runs += 1;
        if row.verdict.is_trigger() {
            *self.triggers.entry(row.formula / 1000).or_default() += 1;
        }
        let kind = match (row.verdict, row.said) {
            (Verdict::Fine, Said::Unknown) => Verdict::Fine,
            (Verdict::Fine, _) => return,
            (verdict, _) => verdict,
        };
        if row.verdict.is_trigger() {
            let before = self.first_failure.get_or_insert(row.formula);
            *before = row.formula.min(*before);
        }
        let list = self.first.entry(kind).or_default();
        list.push(row.formula);
        list.sort_unstable();
        list.truncate(EXAMPLES);
    }
}

/// A study's results, added up.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The limits of the tables in seconds.
    pub limits: Vec<f64>,
    /// A cell for each source and solver.
    pub cells: Vec<Vec<Cell>>,
    /// How many formulas every solver solved, by source, of those that were timed.
    pub joint: Vec<u64>,
    /// How many formulas were timed, by source.
    pub timed: Vec<u64>,
    /// What changed between neighbouring releases, by source.
    pub steps: Vec<crate::steps::Steps>,
    /// Formulas of each source that all solvers were run on.
    pub formulas: Vec<u64>,
    /// Parts that are missing.
    pub missing: usize,
}

impl Tally {
    /// Reads what there is of a study.
    pub fn read(study: &Study, folder: &Path) -> Result<Tally, EvolveError> {
        let limits = study.settings.limits();
        let pairs = crate::steps::neighbours(study);
        let mut tally = Tally {
            cells: vec![vec![Cell::default(); study.solvers.len()]; study.sources.len()],
            joint: vec![0; study.sources.len()],
            timed: vec![0; study.sources.len()],
            formulas: vec![0; study.sources.len()],
            steps: vec![crate::steps::Steps::new(&pairs); study.sources.len()],
            limits,
            missing: 0,
        };
        let (names, fingerprint) = (study.names(), study.fingerprint());
        for part in study.parts() {
            let path = study.path(folder, &part);
            if !path.exists() {
                tally.missing += 1;
                continue;
            }
            let names = Names {
                grammar: &study.sources[part.source].name,
                solvers: &names,
                study: &fingerprint,
            };
            let rows = read_part(&path, &names)?;
            let count = (part.range.end - part.range.start) as usize;
            if rows.len() != count * study.solvers.len() {
                return Err(EvolveError::damaged(
                    &path,
                    "it has too few or too many rows",
                ));
            }
            tally.add(part.source, &rows, count, study.settings.timing);
        }
        Ok(tally)
    }

    /// Adds a part: the rows of solver after solver, each over the same formulas.
    fn add(&mut self, source: usize, rows: &[Row], count: usize, timing: Timing) {
        for row in rows {
            let seconds = f64::from(row.cpu_us) / 1e6;
            let limit = self.limits.iter().position(|limit| seconds <= *limit);
            let limit = limit.unwrap_or(self.limits.len() - 1);
            self.cells[source][row.solver].add(row, limit);
        }
        let solvers: Vec<&[Row]> = rows.chunks(count.max(1)).collect();
        for at in 0..count {
            let joint = solvers.iter().all(|rows| rows[at].is_solved());
            let timed = solvers.iter().all(|rows| rows[at].timed(timing).is_some());
            self.timed[source] += u64::from(timed);
            self.joint[source] += u64::from(timed && joint);
            for rows in &solvers {
                let row = &rows[at];
                let Some(micros) = row.timed(timing).filter(|_| row.is_solved()) else {
                    continue;
                };
                let cell = &mut self.cells[source][row.solver];
                let seconds = micros as f64 / 1e6;
                cell.timed += 1;
                cell.timed_least += u64::from(seconds <= self.limits[0]);
                cell.timed_seconds += seconds;
                if timed && joint {
                    cell.joint_seconds += seconds;
                    if let Some(resources) = row.rlimit {
                        *cell.joint_resources.get_or_insert(0) += resources;
                    }
                }
            }
        }
        self.steps[source].add(&solvers);
        self.formulas[source] += count as u64;
    }
}
