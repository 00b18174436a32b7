//! The CSV tables, with the columns of the published ones.

use crate::error::EvolveError;
use crate::outcome::{Said, Verdict};
use crate::study::Study;
use crate::tally::{Cell, Tally};
use std::io;
use std::path::Path;

/// A table: its lines, the heading first.
type Lines = Vec<Vec<String>>;

/// Writes all tables into the results folder.
pub fn write_tables(study: &Study, tally: &Tally, folder: &Path) -> Result<(), EvolveError> {
    let tables = Tables {
        study,
        tally,
        order: order(study),
    };
    for (name, lines) in [
        ("correctness.csv", tables.correctness()),
        ("correctness_totals.csv", tables.correctness_totals()),
        ("outcomes_by_timeout.csv", tables.outcomes()),
        ("solved_totals.csv", tables.solved()),
        ("throughput.csv", tables.throughput()),
        ("counts_by_size.csv", tables.sizes()),
        ("files.csv", tables.files()),
    ] {
        let path = folder.join(name);
        write(&path, &lines).map_err(EvolveError::file(&path))?;
    }
    Ok(())
}

fn write(path: &Path, lines: &Lines) -> io::Result<()> {
    let mut table = csv::Writer::from_path(path)?;
    for line in lines {
        table.write_record(line)?;
    }
    table.flush()
}

/// Solvers as the tables list them: families in the study's order, the newest release first.
pub(crate) fn order(study: &Study) -> Vec<usize> {
    let mut families: Vec<&str> = Vec::new();
    for entry in &study.solvers {
        if !families.contains(&entry.solver.family.as_str()) {
            families.push(&entry.solver.family);
        }
    }
    let mut order: Vec<usize> = (0..study.solvers.len()).collect();
    order.sort_by_key(|at| {
        let solver = &study.solvers[*at].solver;
        let family = families.iter().position(|family| *family == solver.family);
        (family, std::cmp::Reverse(solver.release_number()), *at)
    });
    order
}

struct Tables<'a> {
    study: &'a Study,
    tally: &'a Tally,
    order: Vec<usize>,
}

impl Tables<'_> {
    /// Each solver, and each source by name, with its cell.
    fn cells(&self) -> impl Iterator<Item = ([String; 2], &Cell)> {
        let mut sources: Vec<usize> = (0..self.study.sources.len()).collect();
        sources.sort_by_key(|at| &self.study.sources[*at].name);
        self.order.iter().flat_map(move |solver| {
            let sources = sources.clone().into_iter();
            sources.map(move |source| {
                let solver_name = self.study.solvers[*solver].name.clone();
                let source_name = self.study.sources[source].name.clone();
                let cell = &self.tally.cells[source][*solver];
                ([solver_name, source_name], cell)
            })
        })
    }

    fn correctness(&self) -> Lines {
        let mut lines = head("solver,theory,unsound,invalid_model,crash");
        for (names, cell) in self.cells() {
            lines.push(line(names, triggers(&[cell])));
        }
        lines
    }

    fn correctness_totals(&self) -> Lines {
        let mut lines = head("solver,unsound,invalid_model,crash");
        for at in &self.order {
            let cells: Vec<&Cell> = self.tally.cells.iter().map(|row| &row[*at]).collect();
            let name = self.study.solvers[*at].name.clone();
            lines.push(line([name], triggers(&cells)));
        }
        lines
    }

    fn outcomes(&self) -> Lines {
        let mut lines = head(
            "solver,theory,timeout_s,crash,invmodel,memout,rejected,sat,unknown,unsat,unsoundness",
        );
        for ([solver, theory], cell) in self.cells() {
            for (at, limit) in self.tally.limits.iter().enumerate() {
                let counts = [
                    cell.verdicts(Verdict::Crash, at),
                    cell.verdicts(Verdict::InvalidModel, at),
                    cell.verdicts(Verdict::MemoryOut, at),
                    cell.verdicts(Verdict::Rejected, at),
                    cell.said(Said::Sat, at),
                    cell.said(Said::Unknown, at),
                    cell.said(Said::Unsat, at),
                    cell.verdicts(Verdict::Unsound, at),
                ];
                let names = [solver.clone(), theory.clone(), limit.to_string()];
                lines.push(line(names, counts.map(count)));
            }
        }
        lines
    }

    fn solved(&self) -> Lines {
        let limits = self.tally.limits.iter();
        let limits = limits.map(|limit| format!("solved_T{limit}"));
        let mut lines = vec![line(["solver".to_string()], limits)];
        for at in &self.order {
            let solved = |limit: usize| {
                let cells = self.tally.cells.iter();
                count(cells.map(|row| row[*at].solved(limit)).sum())
            };
            let name = self.study.solvers[*at].name.clone();
            lines.push(line([name], (0..self.tally.limits.len()).map(solved)));
        }
        lines
    }

    fn throughput(&self) -> Lines {
        let mut lines =
            head("solver,theory,formulas_per_s,ms_per_solved,cumulative_time_s_jointly_solved");
        for (names, cell) in self.cells() {
            let (solved, seconds) = (cell.timed as f64, cell.timed_seconds);
            let measured = [
                format!("{:.2}", solved / seconds.max(1e-9)),
                format!("{:.3}", seconds * 1000.0 / solved.max(1.0)),
                format!("{:.1}", cell.joint_seconds),
            ];
            lines.push(line(names, measured));
        }
        lines
    }

    /// Which file a formula is, where formulas are files.
    fn files(&self) -> Lines {
        let mut lines = head("source,formula,file");
        for source in self.study.sources.iter().filter(|it| !it.is_grammar()) {
            for index in source.range() {
                let number = index.to_string();
                lines.push(vec![source.name.clone(), number, source.label(index)]);
            }
        }
        lines
    }

    fn sizes(&self) -> Lines {
        let mut lines = head("grammar,size,count,cumulative");
        for source in &self.study.sources {
            for (size, count, all) in source.sizes(source.range().end) {
                let counts = [size.to_string(), count.to_string(), all.to_string()];
                lines.push(line([source.name.clone()], counts));
            }
        }
        lines
    }
}

/// A table that has its heading only.
fn head(names: &str) -> Lines {
    vec![names.split(',').map(str::to_string).collect()]
}

fn line<const N: usize>(
    names: [String; N],
    values: impl IntoIterator<Item = String>,
) -> Vec<String> {
    names.into_iter().chain(values).collect()
}

/// A count as the published tables print it.
fn count(count: u64) -> String {
    format!("{count}.0")
}

/// The three counts of the correctness tables.
fn triggers(cells: &[&Cell]) -> [String; 3] {
    let sum = |verdict| cells.iter().map(|cell| cell.of(verdict)).sum::<u64>();
    [Verdict::Unsound, Verdict::InvalidModel, Verdict::Crash].map(|verdict| count(sum(verdict)))
}
