//! What one or several hunts did, merged: the input of every report.

use crate::address::address_of;
use crate::cause::fold_causes;
use gadfly_store::{
    Class, Cost, Doubt, Ends, Finding, Moment, Shortfall, Store, StoreError, Tally, TestState,
    VerdictState,
};
use gadfly_vocabulary::Kind;
use std::collections::BTreeMap;
use std::path::Path;

/// A finding with its texts.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What is known about it.
    pub finding: Finding,
    /// The case, or the original where it was not reduced.
    pub case: String,
    /// The hunt's folder.
    pub folder: String,
    /// The address of its own folder, seen from the page, where that is known.
    pub files: Option<String>,
}

impl Shown {
    /// All findings of a hunt, with the texts of their cases.
    pub fn all(store: &Store, folder: &str) -> Result<Vec<Shown>, StoreError> {
        let shown = |finding: Finding| {
            let texts = store.finding_texts(&finding.id)?;
            let case = texts.map(|(original, case)| case.unwrap_or(original));
            Ok(Shown {
                finding,
                case: case.unwrap_or_default(),
                folder: folder.to_string(),
                files: None,
            })
        };
        store.findings()?.into_iter().map(shown).collect()
    }
}

/// What one or several hunts did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The hunts' folders.
    pub folders: Vec<String>,
    /// What was asked and with which versions, a line each.
    pub about: Vec<(String, String)>,
    /// Seconds of hunting together.
    pub seconds: f64,
    /// CPU seconds of gadfly itself and of the solvers.
    pub cpu: (f64, f64),
    /// Runs by strategy, logic, solver and class.
    pub tallies: Vec<Tally>,
    /// Positions by strategy and state.
    pub made: BTreeMap<(String, &'static str), u64>,
    /// Answered runs by time.
    pub costs: Vec<Cost>,
    /// The hunts second by second.
    pub moments: Vec<Moment>,
    /// Verdicts by kind and solver: confirmed, not confirmed, waiting.
    pub verdicts: BTreeMap<(Kind, String), [u64; 3]>,
    /// The findings: one a bug, even where several hunts found it.
    pub findings: Vec<Shown>,
    /// Verdicts that nobody beside us bears out: those that were kept.
    pub doubts: Vec<Doubt>,
    /// How many there were.
    pub doubted: u64,
    /// Models by what our evaluator said of them: all, those that others were asked about, those
    /// that two families refuted.
    pub models: BTreeMap<String, [u64; 3]>,
    /// What became of proofs that were asked for.
    pub proofs: BTreeMap<String, u64>,
    /// Options that were added to solvers, and on how many formulas.
    pub options: BTreeMap<String, u64>,
    /// The strategies that the hunts chose from.
    pub strategies: Vec<String>,
    /// The solvers under test, where the hunts say so.
    pub tested: Vec<String>,
    /// Those that were barely tested, or not at all.
    pub shortfalls: Vec<Shortfall>,
}

/// The store's note of which solvers are under test: a list of specs, as JSON.
pub const TESTED: &str = "tested";

/// The solvers that a hunt tests, where it says so.
pub(crate) fn under_test(store: &Store) -> Result<Vec<String>, StoreError> {
    let tested = store.meta(TESTED)?.unwrap_or_else(|| "[]".to_string());
    Ok(serde_json::from_str(&tested)?)
}

impl Summary {
    /// Reads and merges hunts' folders.
    pub fn load<P: AsRef<Path>>(folders: &[P]) -> Result<Summary, StoreError> {
        Summary::load_with(folders, Store::read)
    }

    /// The same without a change to any store, however old.
    pub fn load_only<P: AsRef<Path>>(folders: &[P]) -> Result<Summary, StoreError> {
        Summary::load_with(folders, Store::only_read)
    }

    fn load_with<P: AsRef<Path>>(
        folders: &[P],
        open: fn(&Path) -> Result<Store, StoreError>,
    ) -> Result<Summary, StoreError> {
        let mut summary = Summary::default();
        for folder in folders {
            summary.add(folder.as_ref(), &open(folder.as_ref())?)?;
        }
        summary.order();
        let of = |solver: &String| Ends::of(&summary.tallies, solver).shortfall(solver);
        summary.shortfalls = summary.tested.iter().filter_map(of).collect();
        Ok(summary)
    }

    /// Findings alone, of several hunts: one a bug, gravest first.
    pub fn of_findings(findings: impl IntoIterator<Item = Shown>) -> Summary {
        let mut summary = Summary::default();
        for shown in findings {
            if !summary.folders.contains(&shown.folder) {
                summary.folders.push(shown.folder.clone());
            }
            summary.add_finding(shown);
        }
        summary.order();
        summary
    }

    /// Gravest first, and what probably has one cause under one.
    fn order(&mut self) {
        let order = |shown: &Shown| (shown.finding.kind, shown.finding.found as u64);
        self.findings.sort_by_key(order);
        let findings = self.findings.iter_mut();
        let mut findings: Vec<&mut Finding> = findings.map(|shown| &mut shown.finding).collect();
        fold_causes(&mut findings);
    }

    fn add(&mut self, folder: &Path, store: &Store) -> Result<(), StoreError> {
        let name = folder.display().to_string();
        self.seconds += number(store.meta("elapsed_ms")?) / 1000.0;
        self.cpu.0 += number(store.meta("cpu_own_ms")?) / 1000.0;
        self.cpu.1 += number(store.meta("cpu_solvers_ms")?) / 1000.0;
        for key in [
            "command",
            "gadfly",
            "solvers",
            "strategies",
            "seeds",
            "seed",
            "schedule",
            "limits",
            "host",
        ] {
            if let Some(value) = store.meta(key)? {
                let entry = (key.to_string(), value);
                if !self.about.contains(&entry) {
                    self.about.push(entry);
                }
            }
        }
        for solver in under_test(store)? {
            if !self.tested.contains(&solver) {
                self.tested.push(solver);
            }
        }
        self.add_counts(store)?;
        let models = store.meta("models")?.unwrap_or_else(|| "{}".into());
        let models: BTreeMap<String, [u64; 3]> = serde_json::from_str(&models)?;
        for (said, counts) in models {
            let sums = self.models.entry(said).or_default();
            sums.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
        let proofs = store.meta("proofs")?.unwrap_or_else(|| "{}".into());
        let proofs: BTreeMap<String, u64> = serde_json::from_str(&proofs)?;
        for (status, count) in proofs {
            *self.proofs.entry(status).or_default() += count;
        }
        for (option, count) in store.options_tried()? {
            *self.options.entry(option).or_default() += count;
        }
        let strategies = store.meta("strategies")?.unwrap_or_default();
        for strategy in strategies.split(", ").filter(|name| !name.is_empty()) {
            if !self.strategies.iter().any(|known| known == strategy) {
                self.strategies.push(strategy.to_string());
            }
        }
        for shown in Shown::all(store, &name)? {
            self.add_finding(shown);
        }
        self.folders.push(name);
        Ok(())
    }

    fn add_counts(&mut self, store: &Store) -> Result<(), StoreError> {
        for (strategy, state, tests) in store.made()? {
            *self.made.entry((strategy, state.name())).or_default() += tests;
        }
        for tally in store.tallies()? {
            let key = |t: &Tally| {
                (
                    t.strategy.clone(),
                    t.logic.clone(),
                    t.solver.clone(),
                    t.class,
                )
            };
            match self
                .tallies
                .iter_mut()
                .find(|known| key(known) == key(&tally))
            {
                Some(known) => {
                    known.runs += tally.runs;
                    known.wall_us += tally.wall_us;
                    known.cpu_us += tally.cpu_us;
                }
                None => self.tallies.push(tally),
            }
        }
        for cost in store.costs()? {
            match self
                .costs
                .iter_mut()
                .find(|known| known.solver == cost.solver)
            {
                Some(known) => {
                    for (sum, more) in known.buckets.iter_mut().zip(&cost.buckets) {
                        *sum += more;
                    }
                }
                None => self.costs.push(cost),
            }
        }
        self.doubts.extend(store.doubts()?);
        self.moments = merge_moments(&self.moments, &store.moments()?);
        for (kind, solver, state, count) in store.verdict_counts()? {
            let slot = match state {
                VerdictState::Confirmed | VerdictState::Counted => 0,
                VerdictState::Unconfirmed => 1,
                VerdictState::Pending => 2,
                VerdictState::Doubt => {
                    self.doubted += count;
                    continue;
                }
                VerdictState::Noted => continue,
            };
            self.verdicts.entry((kind, solver)).or_default()[slot] += count;
        }
        Ok(())
    }

    fn add_finding(&mut self, shown: Shown) {
        let same = |known: &&mut Shown| known.finding.identity == shown.finding.identity;
        match self.findings.iter_mut().find(same) {
            Some(known) => known.finding.triggers += shown.finding.triggers,
            None => self.findings.push(shown),
        }
    }

    /// What a page or a message is headed.
    pub fn title(&self) -> String {
        match (self.findings.len(), self.causes().count()) {
            (0, _) if self.shortfalls.iter().any(|of| of.untested) => "Not tested".to_string(),
            (0, _) => "Nothing found".to_string(),
            (1, _) => "1 finding".to_string(),
            (n, causes) if causes < n => format!("{n} findings, probably {causes} causes"),
            (n, _) => format!("{n} findings"),
        }
    }

    /// Gives every finding the address of its files, from that of its hunt's folder, which ends with a
    /// slash or is empty.
    pub fn files_at(&mut self, address: impl Fn(&str) -> Option<String>) {
        for shown in &mut self.findings {
            let folder = address(&shown.folder);
            let id = &shown.finding.id;
            shown.files = folder.map(|folder| format!("{folder}findings/{}/", address_of(id)));
        }
    }

    /// The solver under test that a spec with more options belongs to; else the spec itself.
    pub fn under_test<'a>(&'a self, spec: &'a str) -> &'a str {
        base_of(&self.tested, spec).unwrap_or(spec)
    }

    /// The findings that are not folded under another one.
    pub fn causes(&self) -> impl Iterator<Item = &Shown> {
        self.findings.iter().filter(|s| s.finding.cause.is_none())
    }

    /// Those that are folded under this one.
    pub fn folded_under(&self, shown: &Shown) -> Vec<&Shown> {
        let id = Some(shown.finding.id.as_str());
        let findings = self.findings.iter();
        findings
            .filter(|s| s.finding.cause.as_deref() == id)
            .collect()
    }

    /// Positions that were tried, all states together.
    pub fn positions(&self) -> u64 {
        self.made.values().sum()
    }

    /// Formulas that were run.
    pub fn tests(&self) -> u64 {
        let ran = |((_, state), _): &(&(String, &str), &u64)| *state == TestState::Run.name();
        self.made.iter().filter(ran).map(|(_, tests)| tests).sum()
    }

    /// Runs of a class.
    pub fn runs_of(&self, class: Class) -> u64 {
        self.tallies
            .iter()
            .filter(|tally| tally.class == class)
            .map(|tally| tally.runs)
            .sum()
    }

    /// All runs.
    pub fn runs(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.runs).sum()
    }

    /// The solvers' share of the CPU time, where it was measured.
    pub fn solver_share(&self) -> Option<f64> {
        let together = self.cpu.0 + self.cpu.1;
        (together > 0.0).then(|| self.cpu.1 / together)
    }
}

/// The spec of a list that another one is, with or without more options.
pub(crate) fn base_of<'a>(specs: &'a [String], spec: &str) -> Option<&'a str> {
    let is_of = |known: &&String| {
        let more = spec.strip_prefix(known.as_str());
        more.is_some_and(|more| more.is_empty() || more.starts_with(' '))
    };
    let specs = specs.iter().filter(is_of);
    specs.max_by_key(|known| known.len()).map(String::as_str)
}

fn merge_moments(a: &[Moment], b: &[Moment]) -> Vec<Moment> {
    let mut by_second: BTreeMap<u64, Moment> = BTreeMap::new();
    for moment in a.iter().chain(b) {
        let sum = by_second.entry(moment.second).or_default();
        sum.second = moment.second;
        sum.tests += moment.tests;
        sum.verdicts += moment.verdicts;
        sum.findings += moment.findings;
    }
    by_second.into_values().collect()
}

fn number(text: Option<String>) -> f64 {
    text.and_then(|text| text.parse().ok()).unwrap_or(0.0)
}
