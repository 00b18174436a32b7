//! The CSV tables, with the columns of the published ones.

use crate::error::EvolveError;
use crate::outcome::{Said, Verdict};
use crate::study::Study;
use crate::tally::{Cell, Tally};
use std::path::Path;

/// Writes all tables into the results folder.
pub fn write_tables(study: &Study, tally: &Tally, folder: &Path) -> Result<(), EvolveError> {
    let tables = Tables {
        study,
        tally,
        order: order(study),
    };
    for (name, text) in [
        ("correctness.csv", tables.correctness()),
        ("correctness_totals.csv", tables.correctness_totals()),
        ("outcomes_by_timeout.csv", tables.outcomes()),
        ("solved_totals.csv", tables.solved()),
        ("throughput.csv", tables.throughput()),
        ("counts_by_size.csv", tables.sizes()),
        ("files.csv", tables.files()),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(EvolveError::file(&path))?;
    }
    Ok(())
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
    fn cells(&self) -> impl Iterator<Item = (String, String, usize, &Cell)> {
        let mut sources: Vec<usize> = (0..self.study.sources.len()).collect();
        sources.sort_by_key(|at| &self.study.sources[*at].name);
        self.order.iter().flat_map(move |solver| {
            let sources = sources.clone().into_iter();
            sources.map(move |source| {
                let solver_name = field(&self.study.solvers[*solver].name);
                let source_name = field(&self.study.sources[source].name);
                (
                    solver_name,
                    source_name,
                    source,
                    &self.tally.cells[source][*solver],
                )
            })
        })
    }

    fn correctness(&self) -> String {
        let mut out = String::from("solver,theory,unsound,invalid_model,crash\n");
        for (solver, theory, _, cell) in self.cells() {
            out += &format!("{solver},{theory},{}\n", triggers(&[cell]));
        }
        out
    }

    fn correctness_totals(&self) -> String {
        let mut out = String::from("solver,unsound,invalid_model,crash\n");
        for at in &self.order {
            let cells: Vec<&Cell> = self.tally.cells.iter().map(|row| &row[*at]).collect();
            out += &format!(
                "{},{}\n",
                field(&self.study.solvers[*at].name),
                triggers(&cells)
            );
        }
        out
    }

    fn outcomes(&self) -> String {
        let mut out = String::from(
            "solver,theory,timeout_s,crash,invmodel,memout,rejected,sat,unknown,unsat,unsoundness\n",
        );
        for (solver, theory, _, cell) in self.cells() {
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
                let counts: Vec<String> = counts.iter().map(|n| format!("{n}.0")).collect();
                out += &format!("{solver},{theory},{limit},{}\n", counts.join(","));
            }
        }
        out
    }

    fn solved(&self) -> String {
        let limits = self
            .tally
            .limits
            .iter()
            .map(|limit| format!(",solved_T{limit}"));
        let mut out = format!("solver{}\n", limits.collect::<String>());
        for at in &self.order {
            out += &field(&self.study.solvers[*at].name);
            for limit in 0..self.tally.limits.len() {
                let solved: u64 = self
                    .tally
                    .cells
                    .iter()
                    .map(|row| row[*at].solved(limit))
                    .sum();
                out += &format!(",{solved}.0");
            }
            out += "\n";
        }
        out
    }

    fn throughput(&self) -> String {
        let mut out = String::from(
            "solver,theory,formulas_per_s,ms_per_solved,cumulative_time_s_jointly_solved\n",
        );
        for (solver, theory, _, cell) in self.cells() {
            let (solved, seconds) = (cell.timed as f64, cell.timed_seconds);
            out += &format!(
                "{solver},{theory},{:.2},{:.3},{:.1}\n",
                solved / seconds.max(1e-9),
                seconds * 1000.0 / solved.max(1.0),
                cell.joint_seconds
            );
        }
        out
    }

    /// Which file a formula is, where formulas are files.
    fn files(&self) -> String {
        let mut out = String::from("source,formula,file\n");
        for source in self.study.sources.iter().filter(|it| !it.is_grammar()) {
            for index in source.range() {
                let (name, file) = (field(&source.name), field(&source.label(index)));
                out += &format!("{name},{index},{file}\n");
            }
        }
        out
    }

    fn sizes(&self) -> String {
        let mut out = String::from("grammar,size,count,cumulative\n");
        for source in &self.study.sources {
            for (size, count, all) in source.sizes(source.range().end) {
                out += &format!("{},{size},{count},{all}\n", field(&source.name));
            }
        }
        out
    }
}

/// The three counts of the correctness tables.
fn triggers(cells: &[&Cell]) -> String {
    let sum = |verdict| cells.iter().map(|cell| cell.of(verdict)).sum::<u64>();
    let counts = [Verdict::Unsound, Verdict::InvalidModel, Verdict::Crash].map(sum);
    counts.map(|count| format!("{count}.0")).join(",")
}

/// A field of a table.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_string()
}
