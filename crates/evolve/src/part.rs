//! Part files: the runs of all solvers on a stretch of one source, as Parquet.
//!
//! A part is written whole or not at all, so what exists is done: resuming, sharding and merging
//! are questions of which files there are.

use crate::error::EvolveError;
use crate::outcome::{Observed, Said, Verdict};
use crate::quantise::quantise;
use crate::study::Timing;
use gadfly_columns::{Cells, Column, Kind, Reader, Text, Writer};
use gadfly_vocabulary::UnknownWord;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::str::FromStr;

const COLUMNS: &[Column] = &[
    Column::new("formula", Kind::Ordered),
    Column::new("grammar", Kind::Text),
    Column::new("solver", Kind::Text),
    Column::new("release", Kind::Text),
    Column::new("answer", Kind::Text),
    Column::new("verdict", Kind::Text),
    Column::new("cpu_us", Kind::Int32),
    Column::new("wall_us", Kind::Int32),
    Column::new("memory_kib", Kind::Int32),
    Column::new("fresh", Kind::Bool),
    Column::new("rlimit", Kind::Optional),
    Column::new("fresh_cpu_us", Kind::Optional),
];

/// The note that says which study a part belongs to.
const STUDY: &str = "gadfly.study";

/// One run of one solver on one formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The formula's index in its source.
    pub formula: u64,
    /// The solver's position in the study.
    pub solver: usize,
    /// What it said.
    pub said: Said,
    /// How that counts.
    pub verdict: Verdict,
    /// CPU time in microseconds.
    pub cpu_us: u32,
    /// Wall time in microseconds.
    pub wall_us: u32,
    /// Peak memory in KiB.
    pub memory_kib: u32,
    /// Whether the process was fresh.
    pub fresh: bool,
    /// z3's resource count.
    pub rlimit: Option<u64>,
    /// CPU time of the same in a fresh process, for the formulas of the sample.
    pub fresh_cpu_us: Option<u64>,
}

impl Row {
    /// A row of what was observed.
    pub fn of(formula: u64, solver: usize, seen: &Observed, verdict: Verdict) -> Row {
        Row {
            formula,
            solver,
            said: seen.said,
            verdict,
            cpu_us: quantise(seen.cpu.as_micros() as u64) as u32,
            wall_us: quantise(seen.wall.as_micros() as u64) as u32,
            memory_kib: quantise(seen.memory / 1024) as u32,
            fresh: seen.fresh,
            rlimit: seen.resources,
            fresh_cpu_us: seen
                .fresh_cpu
                .map(|cpu| quantise(cpu.as_micros() as u64) as u64),
        }
    }

    /// The CPU time in microseconds that counts for figures of time, where it was measured.
    pub fn timed(&self, timing: Timing) -> Option<u64> {
        match timing {
            Timing::Sample => self.fresh_cpu_us,
            Timing::Fresh | Timing::Sessions => Some(u64::from(self.cpu_us)),
        }
    }

    /// Whether it was decided and nothing speaks against it.
    pub fn is_solved(&self) -> bool {
        self.verdict == Verdict::Fine && !matches!(self.said, Said::Unknown | Said::Nothing)
    }
}

/// What the names in a part's columns are.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    /// The source.
    pub grammar: &'a str,
    /// Name and release of each solver of the study.
    pub solvers: &'a [(String, String)],
    /// The study's fingerprint.
    pub study: &'a str,
}

/// Writes a part: to a file beside it first, which is then renamed.
pub(crate) fn write_part(path: &Path, names: &Names<'_>, rows: &[Row]) -> Result<(), EvolveError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(EvolveError::file(folder))?;
    let file = tempfile::Builder::new()
        .prefix(".part-")
        .tempfile_in(folder)
        .map_err(EvolveError::file(folder))?;
    let failed = |error: gadfly_columns::Error| EvolveError::File {
        path: path.to_path_buf(),
        why: std::io::Error::other(error),
    };
    write_rows(BufWriter::new(file.as_file()), names, rows).map_err(failed)?;
    let saved = file.persist(path).map_err(|error| error.error);
    saved.map(|_| ()).map_err(EvolveError::file(path))
}

/// How many bytes a part with these rows has.
pub(crate) fn size_of(names: &Names<'_>, rows: &[Row]) -> Result<u64, EvolveError> {
    let mut bytes = Vec::new();
    write_rows(&mut bytes, names, rows).map_err(|error| EvolveError::File {
        path: "a part".into(),
        why: std::io::Error::other(error),
    })?;
    Ok(bytes.len() as u64)
}

fn write_rows(
    out: impl Write,
    names: &Names<'_>,
    rows: &[Row],
) -> Result<(), gadfly_columns::Error> {
    fn texts<'a>(rows: &'a [Row], of: impl Fn(&Row) -> &'a str) -> Cells<'a> {
        Cells::Text(rows.iter().map(|row| of(row).into()).collect())
    }
    let number = |of: fn(&Row) -> u32| {
        let cells = rows.iter().map(|row| of(row).cast_signed());
        Cells::Int32(cells.collect())
    };
    let optional = |of: fn(&Row) -> Option<u64>| {
        let cells = rows.iter().map(|row| of(row).map(u64::cast_signed));
        Cells::Optional(cells.collect())
    };
    let formulas = rows.iter().map(|row| row.formula.cast_signed()).collect();
    let mut writer = Writer::new(out, "runs", COLUMNS)?;
    writer.note(STUDY, names.study);
    writer.group(&[
        Cells::Int64(formulas),
        texts(rows, |_| names.grammar),
        texts(rows, |row| &names.solvers[row.solver].0),
        texts(rows, |row| &names.solvers[row.solver].1),
        texts(rows, |row| row.said.name()),
        texts(rows, |row| row.verdict.name()),
        number(|row| row.cpu_us),
        number(|row| row.wall_us),
        number(|row| row.memory_kib),
        Cells::Bool(rows.iter().map(|row| row.fresh).collect()),
        optional(|row| row.rlimit),
        optional(|row| row.fresh_cpu_us),
    ])?;
    writer.close()?;
    Ok(())
}

/// Reads a part. Everything in it is checked: a study's tables are made of it.
pub fn read_part(path: &Path, names: &Names<'_>) -> Result<Vec<Row>, EvolveError> {
    let bytes = std::fs::read(path).map_err(EvolveError::file(path))?;
    let damaged = |why: &dyn std::fmt::Display| EvolveError::damaged(path, why);
    let reader = Reader::new(bytes).map_err(|error| damaged(&error))?;
    if reader.note(STUDY) != Some(names.study) {
        return Err(EvolveError::OtherStudy {
            path: path.to_path_buf(),
            why: "the file belongs to another study".to_string(),
        });
    }
    let mut rows = Vec::new();
    for group in 0..reader.groups() {
        let cells = reader.group(group, COLUMNS);
        let cells = cells.map_err(|error| damaged(&error))?;
        rows.extend(rows_of(cells, names).map_err(|why| damaged(&why))?);
    }
    Ok(rows)
}

/// The rows of a row group.
fn rows_of(cells: Vec<Cells<'static>>, names: &Names<'_>) -> Result<Vec<Row>, String> {
    let cells: Result<[Cells<'static>; COLUMNS.len()], _> = cells.try_into();
    let Ok(
        [
            Cells::Int64(formulas),
            Cells::Text(grammars),
            Cells::Text(solvers),
            Cells::Text(_),
            Cells::Text(answers),
            Cells::Text(verdicts),
            Cells::Int32(cpu),
            Cells::Int32(wall),
            Cells::Int32(memory),
            Cells::Bool(fresh),
            Cells::Optional(counts),
            Cells::Optional(fresh_cpu),
        ],
    ) = cells
    else {
        return Err("it has other columns".into());
    };
    let mut last: (&str, usize) = ("", usize::MAX);
    let mut rows = Vec::with_capacity(formulas.len());
    for at in 0..formulas.len() {
        if &*grammars[at] != names.grammar {
            return Err("it holds runs of another source".into());
        }
        if last.1 == usize::MAX || last.0 != &*solvers[at] {
            let is_it = |(known, _): &(String, String)| **known == *solvers[at];
            let found = names.solvers.iter().position(is_it);
            last = (
                &solvers[at],
                found.ok_or("it has a solver that the study has not")?,
            );
        }
        rows.push(Row {
            formula: formulas[at].cast_unsigned(),
            solver: last.1,
            said: word(&answers[at])?,
            verdict: word(&verdicts[at])?,
            cpu_us: cpu[at].cast_unsigned(),
            wall_us: wall[at].cast_unsigned(),
            memory_kib: memory[at].cast_unsigned(),
            fresh: fresh[at],
            rlimit: counts[at].map(i64::cast_unsigned),
            fresh_cpu_us: fresh_cpu[at].map(i64::cast_unsigned),
        });
    }
    Ok(rows)
}

fn word<T: FromStr<Err = UnknownWord>>(text: &Text<'_>) -> Result<T, String> {
    let word = text.parse();
    word.map_err(|unknown: UnknownWord| unknown.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        (0..5000)
            .map(|n| Row {
                formula: n / 2,
                solver: (n % 2) as usize,
                said: Said::ALL[(n % 3) as usize],
                verdict: Verdict::ALL[(n % 7) as usize],
                cpu_us: quantise(n * 17) as u32,
                wall_us: quantise(n * 19) as u32,
                memory_kib: 2048,
                fresh: n % 5 == 0,
                rlimit: (n % 4 == 0).then_some(n),
                fresh_cpu_us: (n % 9 == 0).then_some(quantise(n * 23) as u64),
            })
            .collect()
    }

    #[test]
    fn what_is_written_reads_back_and_damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let solvers = [
            ("a-1".to_string(), "1".to_string()),
            ("b-2".into(), "2".into()),
        ];
        let names = Names {
            grammar: "Core",
            solvers: &solvers,
            study: "s",
        };
        let path = folder.path().join("Core/part-00000.parquet");
        write_part(&path, &names, &rows()).unwrap();
        assert_eq!(read_part(&path, &names).unwrap(), rows());
        let other = Names {
            study: "t",
            ..names.clone()
        };
        assert!(matches!(
            read_part(&path, &other),
            Err(EvolveError::OtherStudy { .. })
        ));
        let bytes = std::fs::read(&path).unwrap();
        for length in [0, 3, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let error = read_part(&path, &names).unwrap_err().to_string();
            assert!(error.contains("delete the file"), "{error}");
        }
    }
}
