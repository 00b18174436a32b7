//! Part files: the runs of all solvers on a stretch of one source, as Parquet.
//!
//! A part is written whole or not at all, so what exists is done: resuming, sharding and merging
//! are questions of which files there are.

use crate::error::EvolveError;
use crate::outcome::{Observed, Said, Verdict};
use crate::quantise::quantise;
use crate::study::Timing;
use gadfly_vocabulary::UnknownWord;
use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::column::reader::{ColumnReader, get_typed_column_reader};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

const SCHEMA: &str = "message runs {
  required int64 formula;
  required binary grammar (UTF8);
  required binary solver (UTF8);
  required binary release (UTF8);
  required binary answer (UTF8);
  required binary verdict (UTF8);
  required int32 cpu_us;
  required int32 wall_us;
  required int32 memory_kib;
  required boolean fresh;
  optional int64 rlimit;
  optional int64 fresh_cpu_us;
}";

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
pub fn write_part(path: &Path, names: &Names<'_>, rows: &[Row]) -> Result<(), EvolveError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(EvolveError::file(folder))?;
    let file = tempfile::Builder::new()
        .prefix(".part-")
        .tempfile_in(folder)
        .map_err(EvolveError::file(folder))?;
    let failed = |error: ParquetError| EvolveError::File {
        path: path.to_path_buf(),
        why: std::io::Error::other(error),
    };
    write_rows(file.as_file(), names, rows).map_err(failed)?;
    let saved = file.persist(path).map_err(|error| error.error);
    saved.map(|_| ()).map_err(EvolveError::file(path))
}

fn properties(study: &str) -> WriterProperties {
    let formula = ColumnPath::from("formula");
    WriterProperties::builder()
        .set_compression(Compression::GZIP(GzipLevel::default()))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_column_dictionary_enabled(formula.clone(), false)
        .set_column_encoding(formula, Encoding::DELTA_BINARY_PACKED)
        .set_created_by(format!("gadfly {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(vec![KeyValue::new(
            "gadfly.study".to_string(),
            study.to_string(),
        )]))
        .build()
}

fn write_rows(file: &File, names: &Names<'_>, rows: &[Row]) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties(names.study)))?;
    let mut group = writer.next_row_group()?;
    let number = |of: fn(&Row) -> u32| -> Vec<i32> { rows.iter().map(|r| of(r) as i32).collect() };
    let solver = |row: &Row| &names.solvers[row.solver];
    let formulas: Vec<i64> = rows.iter().map(|row| row.formula as i64).collect();
    column::<Int64Type>(&mut group, &formulas, None)?;
    column::<ByteArrayType>(&mut group, &texts(rows.iter().map(|_| names.grammar)), None)?;
    column::<ByteArrayType>(
        &mut group,
        &texts(rows.iter().map(|row| solver(row).0.as_str())),
        None,
    )?;
    column::<ByteArrayType>(
        &mut group,
        &texts(rows.iter().map(|row| solver(row).1.as_str())),
        None,
    )?;
    column::<ByteArrayType>(
        &mut group,
        &texts(rows.iter().map(|row| row.said.name())),
        None,
    )?;
    column::<ByteArrayType>(
        &mut group,
        &texts(rows.iter().map(|row| row.verdict.name())),
        None,
    )?;
    column::<Int32Type>(&mut group, &number(|row| row.cpu_us), None)?;
    column::<Int32Type>(&mut group, &number(|row| row.wall_us), None)?;
    column::<Int32Type>(&mut group, &number(|row| row.memory_kib), None)?;
    let fresh: Vec<bool> = rows.iter().map(|row| row.fresh).collect();
    column::<BoolType>(&mut group, &fresh, None)?;
    optional_column(&mut group, rows.iter().map(|row| row.rlimit))?;
    optional_column(&mut group, rows.iter().map(|row| row.fresh_cpu_us))?;
    group.close()?;
    writer.close()?;
    Ok(())
}

fn texts<'a>(values: impl Iterator<Item = &'a str>) -> Vec<ByteArray> {
    values.map(ByteArray::from).collect()
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &File>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = group
        .next_column()?
        .ok_or_else(|| ParquetError::General("too many columns".into()))?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

fn optional_column(
    group: &mut SerializedRowGroupWriter<'_, &File>,
    numbers: impl Iterator<Item = Option<u64>> + Clone,
) -> Result<(), ParquetError> {
    let values: Vec<i64> = numbers.clone().flatten().map(|n| n as i64).collect();
    let levels: Vec<i16> = numbers.map(|n| i16::from(n.is_some())).collect();
    column::<Int64Type>(group, &values, Some(&levels))
}

/// Reads a part. Everything in it is checked: a study's tables are made of it.
pub fn read_part(path: &Path, names: &Names<'_>) -> Result<Vec<Row>, EvolveError> {
    let file = File::open(path).map_err(EvolveError::file(path))?;
    let damaged = |why: &dyn std::fmt::Display| EvolveError::damaged(path, why);
    let reader = SerializedFileReader::new(file).map_err(|error| damaged(&error))?;
    let study = reader
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .and_then(|pairs| pairs.iter().find(|pair| pair.key == "gadfly.study"))
        .and_then(|pair| pair.value.as_deref());
    if study != Some(names.study) {
        return Err(EvolveError::OtherStudy {
            path: path.to_path_buf(),
            why: "the file belongs to another study".to_string(),
        });
    }
    let mut rows = Vec::new();
    for group in 0..reader.num_row_groups() {
        rows.extend(read_group(&reader, group, names).map_err(|why| damaged(&why))?);
    }
    Ok(rows)
}

fn read_group(
    reader: &SerializedFileReader<File>,
    group: usize,
    names: &Names<'_>,
) -> Result<Vec<Row>, String> {
    let group = reader.get_row_group(group).map_err(|e| e.to_string())?;
    let count = group.metadata().num_rows() as usize;
    let open = |at: usize| group.get_column_reader(at).map_err(|e| e.to_string());
    let formulas = values::<Int64Type>(open(0)?, count)?;
    let grammars = values::<ByteArrayType>(open(1)?, count)?;
    let solvers = values::<ByteArrayType>(open(2)?, count)?;
    let answers = values::<ByteArrayType>(open(4)?, count)?;
    let verdicts = values::<ByteArrayType>(open(5)?, count)?;
    let cpu = values::<Int32Type>(open(6)?, count)?;
    let wall = values::<Int32Type>(open(7)?, count)?;
    let memory = values::<Int32Type>(open(8)?, count)?;
    let fresh = values::<BoolType>(open(9)?, count)?;
    let counts = optional(open(10)?, count)?;
    let fresh_cpu = optional(open(11)?, count)?;
    let mut last = (Vec::new(), 0);
    let mut rows = Vec::with_capacity(count);
    for at in 0..count {
        if grammars[at].data() != names.grammar.as_bytes() {
            return Err("it holds runs of another source".into());
        }
        if last.0 != solvers[at].data() {
            let name = solvers[at].data();
            let position = |(known, _): &(String, String)| known.as_bytes() == name;
            let found = names.solvers.iter().position(position);
            last = (
                name.to_vec(),
                found.ok_or("it has a solver that the study has not")?,
            );
        }
        rows.push(Row {
            formula: formulas[at] as u64,
            solver: last.1,
            said: word(&answers[at])?,
            verdict: word(&verdicts[at])?,
            cpu_us: cpu[at] as u32,
            wall_us: wall[at] as u32,
            memory_kib: memory[at] as u32,
            fresh: fresh[at],
            rlimit: counts[at],
            fresh_cpu_us: fresh_cpu[at],
        });
    }
    Ok(rows)
}

fn word<T: FromStr<Err = UnknownWord>>(bytes: &ByteArray) -> Result<T, String> {
    let text = std::str::from_utf8(bytes.data()).unwrap_or("?");
    text.parse()
        .map_err(|unknown: UnknownWord| unknown.to_string())
}

fn values<T: DataType>(column: ColumnReader, count: usize) -> Result<Vec<T::T>, String> {
    let mut reader = get_typed_column_reader::<T>(column);
    let mut values = Vec::with_capacity(count);
    while values.len() < count {
        let (read, ..) = reader
            .read_records(count - values.len(), None, None, &mut values)
            .map_err(|e| e.to_string())?;
        if read == 0 {
            return Err("a column ends early".into());
        }
    }
    Ok(values)
}

fn optional(column: ColumnReader, count: usize) -> Result<Vec<Option<u64>>, String> {
    let mut reader = get_typed_column_reader::<Int64Type>(column);
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    while levels.len() < count {
        let (read, ..) = reader
            .read_records(count - levels.len(), Some(&mut levels), None, &mut values)
            .map_err(|e| e.to_string())?;
        if read == 0 {
            return Err("a column ends early".into());
        }
    }
    let mut values = values.into_iter();
    let of = |level: i16| {
        if level == 1 {
            values.next().map(|n| n as u64)
        } else {
            None
        }
    };
    Ok(levels.into_iter().map(of).collect())
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
