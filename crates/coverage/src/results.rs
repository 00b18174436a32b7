//! What a study came to: what each configuration reaches, and what it adds to the others.

use crate::areas::Areas;
use crate::conduct::Over;
use crate::plan::Plan;
use crate::reach::{Measure, Reach};
use crate::reading::Reading;
use crate::run::{Counts, Point};
use crate::unreached::{Unreached, unreached};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Lines, functions and branches, of the whole program and of its core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Of the whole program.
    #[serde(serialize_with = "named")]
    pub all: Counts,
    /// Of what a solver is tested for: theories, rewriters, SAT, quantifiers. Zero where no table says
    /// which files these are.
    #[serde(serialize_with = "named")]
    pub core: Counts,
}

/// Counts by the names of the measures.
fn by_name(counts: &Counts) -> BTreeMap<&'static str, u64> {
    let names = Measure::ALL.map(Measure::name);
    names.into_iter().zip(counts.iter().copied()).collect()
}

fn named<S: Serializer>(counts: &Counts, out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(by_name(counts))
}

fn all_named<S: Serializer>(counts: &[Counts], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(counts.iter().map(by_name))
}

impl Figures {
    fn of(reach: &Reach, areas: &Areas) -> Figures {
        let core = |file: &str| areas.area(file).core;
        Figures {
            all: Measure::ALL.map(|measure| reach.count(measure, &|_| true)),
            core: Measure::ALL.map(|measure| reach.count(measure, &core)),
        }
    }

    /// The figures of the core, or of the whole program.
    pub(crate) fn scope(&self, core: bool) -> &Counts {
        match core {
            true => &self.core,
            false => &self.all,
        }
    }
}

/// One run.
#[derive(Clone, Debug, Serialize)]
pub struct RunFigures {
    /// Which of its configuration's runs, from 1.
    pub run: u32,
    /// Formulas that were run; of another tool it is not known.
    pub formulas: u64,
    /// CPU seconds.
    pub cpu: f64,
    /// Formulas by how they ended.
    pub outcomes: BTreeMap<String, u64>,
    /// Formulas whose counters are lost, because their process was killed.
    pub lost: u64,
    /// What was reached.
    pub reached: Figures,
    #[serde(skip)]
    pub(crate) points: Vec<Point>,
}

/// One configuration.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    /// Its name.
    pub name: String,
    /// What it runs.
    pub about: String,
    /// Its runs.
    pub runs: Vec<RunFigures>,
    /// What its runs reach together.
    pub together: Figures,
    /// What of it no other configuration reaches: so much less all would reach without it.
    pub alone: Figures,
}

/// What one configuration reaches and another does not.
#[derive(Clone, Debug, Serialize)]
pub struct Adds {
    /// The one.
    pub configuration: String,
    /// The other.
    pub to: String,
    /// How much.
    pub adds: Figures,
}

/// A part of the sources: a file, or all files of an area.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// The area.
    pub area: String,
    /// Whether it is of the core.
    pub core: bool,
    /// What there is.
    #[serde(serialize_with = "named")]
    pub there: Counts,
    /// What all configurations together reach.
    #[serde(serialize_with = "named")]
    pub union: Counts,
    /// What each configuration reaches, in their order.
    #[serde(serialize_with = "all_named")]
    pub reached: Vec<Counts>,
}

/// What a study came to.
#[derive(Clone, Serialize)]
pub struct Results {
    /// What was measured, and how.
    pub plan: Plan,
    /// Whether a table says what the solver's core is.
    pub core_known: bool,
    /// All places there are.
    pub there: Figures,
    /// What a trivial question reaches.
    pub start: Figures,
    /// What all configurations reach together.
    pub union: Figures,
    /// The configurations.
    pub totals: Vec<Total>,
    /// What each adds to each.
    pub adds: Vec<Adds>,
    /// By area of the sources.
    pub areas: Vec<Place>,
    /// By directory.
    #[serde(skip)]
    pub(crate) directories: Vec<Place>,
    /// By file.
    #[serde(skip)]
    pub(crate) files: Vec<Place>,
    /// What nobody reaches, the most surprising first.
    #[serde(skip)]
    pub(crate) unreached: Vec<Unreached>,
}

impl Results {
    pub(crate) fn of(
        plan: &Plan,
        areas: &Areas,
        there: Reading,
        start: &Reach,
        over: &[Over],
    ) -> Results {
        let together: Vec<Reach> = (0..plan.configurations.len())
            .map(|number| Reach::union(of(over, number).map(|one| &one.reached)))
            .collect();
        let union = Reach::union(&together);
        let totals = (0..together.len()).map(|number| total(plan, areas, &together, over, number));
        let files = files(areas, &there.there, &union, &together);
        let by = |name: &dyn Fn(&Place) -> (String, String, bool)| grouped(&files, name);
        Results {
            plan: plan.clone(),
            core_known: areas.is_known(),
            there: Figures::of(&there.there, areas),
            start: Figures::of(start, areas),
            union: Figures::of(&union, areas),
            totals: totals.collect(),
            adds: adds(plan, areas, &together),
            areas: by(&|file| (file.area.clone(), file.area.clone(), file.core)),
            directories: by(&|file| (directory(&file.name).into(), file.area.clone(), file.core)),
            unreached: unreached(&there, &union, areas),
            files,
        }
    }
}

/// The runs of a configuration.
fn of(over: &[Over], number: usize) -> impl Iterator<Item = &Over> {
    over.iter().filter(move |one| one.configuration == number)
}

fn total(plan: &Plan, areas: &Areas, together: &[Reach], over: &[Over], number: usize) -> Total {
    let others = together
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != number);
    let others = Reach::union(others.map(|(_, reach)| reach));
    let run = |one: &Over| RunFigures {
        run: one.repetition,
        formulas: one.finished.formulas,
        cpu: one.finished.cpu,
        outcomes: one.finished.outcomes.clone(),
        lost: one.finished.lost,
        reached: Figures::of(&one.reached, areas),
        points: one.finished.points.clone(),
    };
    Total {
        name: plan.configurations[number].name.clone(),
        about: plan.configurations[number].about.clone(),
        runs: of(over, number).map(run).collect(),
        together: Figures::of(&together[number], areas),
        alone: Figures::of(&together[number].without(&others), areas),
    }
}

fn adds(plan: &Plan, areas: &Areas, together: &[Reach]) -> Vec<Adds> {
    let mut adds = Vec::new();
    for (one, reach) in plan.configurations.iter().zip(together) {
        for (other, beside) in plan.configurations.iter().zip(together) {
            if one.name != other.name {
                adds.push(Adds {
                    configuration: one.name.clone(),
                    to: other.name.clone(),
                    adds: Figures::of(&reach.without(beside), areas),
                });
            }
        }
    }
    adds
}

fn files(areas: &Areas, there: &Reach, union: &Reach, together: &[Reach]) -> Vec<Place> {
    let counts = |reach: &Reach, file: &str| {
        let part = reach.files.get(file);
        Measure::ALL.map(|measure| part.map_or(0, |part| part.count(measure)))
    };
    let place = |file: &String| {
        let area = areas.area(file);
        Place {
            name: file.clone(),
            area: area.name.to_string(),
            core: area.core,
            there: counts(there, file),
            union: counts(union, file),
            reached: together.iter().map(|reach| counts(reach, file)).collect(),
        }
    };
    there.files.keys().map(place).collect()
}

/// The folder of a file; `.` for one at the top.
pub(crate) fn directory(file: &str) -> &str {
    file.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

/// Files put together by a name, in order of names.
fn grouped(files: &[Place], key: &dyn Fn(&Place) -> (String, String, bool)) -> Vec<Place> {
    let mut groups: BTreeMap<(String, String, bool), Place> = BTreeMap::new();
    let sum = |a: &mut Counts, b: &Counts| a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    for file in files {
        let (name, area, core) = key(file);
        let group = groups
            .entry((name.clone(), area.clone(), core))
            .or_insert_with(|| Place {
                name,
                area,
                core,
                there: Counts::default(),
                union: Counts::default(),
                reached: vec![Counts::default(); file.reached.len()],
            });
        sum(&mut group.there, &file.there);
        sum(&mut group.union, &file.union);
        for (own, more) in group.reached.iter_mut().zip(&file.reached) {
            sum(own, more);
        }
    }
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Budget, Configuration, Source};
    use crate::run::Finished;
    use std::sync::Arc;

    fn plan(names: &[&str]) -> Plan {
        let configuration = |name: &&str| Configuration {
            name: name.to_string(),
            about: String::new(),
            source: Source::Scripts(Arc::default()),
        };
        Plan {
            solver: "s".into(),
            configurations: names.iter().map(configuration).collect(),
            repeat: 1,
            budget: Budget {
                cpu: None,
                formulas: Some(1),
            },
            points: 1,
            seed: 1,
            timeout_ms: 1,
            memory: 0,
        }
    }

    fn over(configuration: usize, repetition: u32, lines: &[u32]) -> Over {
        let mut reached = Reach::default();
        reached.part("core/a.c").lines.extend(lines);
        Over {
            configuration,
            repetition,
            finished: Finished::default(),
            reached,
        }
    }

    #[test]
    fn what_each_adds_is_counted_over_all_its_runs() {
        let mut there = Reading::default();
        (1..=10).for_each(|line| there.line("core/a.c", line, 0));
        there.line("help.c", 1, 0);
        let table = ("coverage/s.toml", "[core]\nall = [\"core/\"]\n");
        let areas = Areas::of("s", [table]).unwrap();
        let runs = [
            over(0, 1, &[1, 2]),
            over(0, 2, &[2, 3]),
            over(1, 1, &[3, 4]),
            over(2, 1, &[]),
        ];
        let results = Results::of(
            &plan(&["a", "b", "c"]),
            &areas,
            there,
            &Reach::default(),
            &runs,
        );
        let lines = |figures: Figures| (figures.all[0], figures.core[0]);
        assert_eq!(lines(results.there), (11, 10));
        assert_eq!(lines(results.union), (4, 4));
        let of = |n: usize| {
            (
                lines(results.totals[n].together),
                lines(results.totals[n].alone),
            )
        };
        assert_eq!(of(0), ((3, 3), (2, 2)));
        assert_eq!(of(1), ((2, 2), (1, 1)));
        assert_eq!(of(2), ((0, 0), (0, 0)));
        assert_eq!(results.totals[0].runs.len(), 2);
        let adds = |one: &str, to: &str| {
            let found = |adds: &&Adds| adds.configuration == one && adds.to == to;
            results.adds.iter().find(found).map(|adds| adds.adds.all[0])
        };
        assert_eq!(adds("a", "b"), Some(2));
        assert_eq!(adds("b", "a"), Some(1));
        assert_eq!(adds("a", "a"), None);
        let names: Vec<_> = results
            .directories
            .iter()
            .map(|d| d.name.as_str())
            .collect();
        assert_eq!(names, [".", "core"]);
        assert_eq!(
            results.directories[1].reached,
            [[3, 0, 0], [2, 0, 0], [0, 0, 0]]
        );
    }
}
