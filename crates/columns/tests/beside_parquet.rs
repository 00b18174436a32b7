//! Both ways beside the `parquet` crate, which knows the whole format.

use gadfly_columns::{Cells, Column, Error, Kind, Reader, Writer};
use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::sync::Arc;

const COLUMNS: &[Column] = &[
    Column::new("place", Kind::Ordered),
    Column::new("many", Kind::Int64),
    Column::new("few", Kind::Int32),
    Column::new("word", Kind::Text),
    Column::new("name", Kind::Text),
    Column::new("maybe", Kind::Optional),
    Column::new("never", Kind::Optional),
    Column::new("fresh", Kind::Bool),
];
const SCHEMA: &str = "message t { required int64 place; required int64 many; required int32 few;
    required binary word (UTF8); required binary name (UTF8); optional int64 maybe;
    optional int64 never; required boolean fresh; }";

fn cells(rows: i64) -> Vec<Cells<'static>> {
    let words = ["", "sat", "unsat", "ünknown"];
    vec![
        Cells::Int64((0..rows).map(|n| n / 3 * 7).collect()),
        Cells::Int64(
            (0..rows)
                .map(|n| n.wrapping_mul(0x1234_5678_9abc_def1))
                .collect(),
        ),
        Cells::Int32((0..rows).map(|n| (n / 50 % 9 - 4) as i32).collect()),
        Cells::Text((0..rows).map(|n| words[(n % 4) as usize].into()).collect()),
        Cells::Text((0..rows).map(|n| format!("row {n}").into()).collect()),
        Cells::Optional((0..rows).map(|n| (n % 4 == 0).then_some(n * n)).collect()),
        Cells::Optional((0..rows).map(|_| None).collect()),
        Cells::Bool((0..rows).map(|n| n % 5 == 0).collect()),
    ]
}

fn written(groups: &[i64]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), "t", COLUMNS).unwrap();
    writer.note("what", "a test");
    for rows in groups {
        writer.group(&cells(*rows)).unwrap();
    }
    writer.close().unwrap()
}

/// The cell of a column as text.
fn shown(cells: &Cells<'_>, row: usize) -> String {
    match cells {
        Cells::Int32(cells) => cells[row].to_string(),
        Cells::Int64(cells) => cells[row].to_string(),
        Cells::Optional(cells) => cells[row].map_or("null".into(), |cell| cell.to_string()),
        Cells::Text(cells) => cells[row].to_string(),
        Cells::Bool(cells) => cells[row].to_string(),
    }
}

fn shown_field(field: &Field) -> String {
    match field {
        Field::Null => "null".into(),
        Field::Bool(value) => value.to_string(),
        Field::Int(value) => value.to_string(),
        Field::Long(value) => value.to_string(),
        Field::Str(value) => value.clone(),
        other => panic!("an unexpected field {other:?}"),
    }
}

#[test]
fn the_parquet_crate_reads_what_we_write() {
    for groups in [&[][..], &[1], &[7, 0, 1000], &[5000, 128, 129]] {
        let bytes = bytes::Bytes::from(written(groups));
        let reader = SerializedFileReader::new(bytes).unwrap();
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let mut rows = rows.iter();
        for count in groups {
            let cells = cells(*count);
            for at in 0..*count as usize {
                let row = rows.next().unwrap();
                let theirs: Vec<String> =
                    row.get_column_iter().map(|(_, f)| shown_field(f)).collect();
                let ours: Vec<String> = cells.iter().map(|column| shown(column, at)).collect();
                assert_eq!(theirs, ours);
            }
        }
        assert!(rows.next().is_none());
    }
}

#[test]
fn what_we_write_reads_back() {
    let groups = [5000, 0, 1, 129];
    let reader = Reader::new(written(&groups)).unwrap();
    assert_eq!(
        (reader.note("what"), reader.note("who")),
        (Some("a test"), None)
    );
    assert_eq!(reader.groups(), groups.len());
    for (number, rows) in groups.iter().enumerate() {
        let read = reader.group(number, COLUMNS).unwrap();
        let wanted = cells(*rows);
        assert!(same(&read, &wanted), "group {number}");
    }
    assert!(matches!(
        reader.group(0, &COLUMNS[1..]),
        Err(Error::Damaged(_))
    ));
    let mut other = COLUMNS.to_vec();
    other.swap(3, 4);
    assert!(matches!(reader.group(0, &other), Err(Error::Damaged(_))));
}

/// Whoever does not know the columns is told them; numbers in an order are numbers.
#[test]
fn a_table_says_what_its_columns_are() {
    let reader = Reader::new(written(&[3])).unwrap();
    let columns = reader.columns().unwrap();
    let plain = |kind| match kind {
        Kind::Ordered => Kind::Int64,
        kind => kind,
    };
    let wanted = COLUMNS
        .iter()
        .map(|it| (it.name.to_owned(), plain(it.kind)));
    assert_eq!(columns, wanted.collect::<Vec<_>>());
    let read = columns.iter().enumerate();
    let read = read.map(|(at, (name, kind))| reader.cells(0, at, name, *kind).unwrap());
    assert!(same(&read.collect::<Vec<_>>(), &cells(3)));
    let damaged = reader.cells(0, COLUMNS.len(), "more", Kind::Text);
    assert!(matches!(damaged, Err(Error::Damaged(_))));
}

fn same(left: &[Cells<'_>], right: &[Cells<'_>]) -> bool {
    let alike = |(left, right): (&Cells<'_>, &Cells<'_>)| {
        left.len() == right.len() && (0..left.len()).all(|at| shown(left, at) == shown(right, at))
    };
    left.len() == right.len() && left.iter().zip(right).all(alike)
}

/// As earlier releases wrote their studies, and with pages that are as small as can be.
#[test]
fn we_read_what_the_parquet_crate_writes() {
    for (small, compression) in [
        (false, Compression::GZIP(GzipLevel::default())),
        (true, Compression::GZIP(GzipLevel::default())),
        (true, Compression::UNCOMPRESSED),
    ] {
        let place = ColumnPath::from("place");
        let mut properties = WriterProperties::builder()
            .set_compression(compression)
            .set_column_dictionary_enabled(place.clone(), false)
            .set_column_encoding(place, Encoding::DELTA_BINARY_PACKED);
        if small {
            properties = properties
                .set_data_page_row_count_limit(100)
                .set_write_batch_size(50);
            properties = properties.set_dictionary_page_size_limit(2000);
        }
        let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
        let mut writer =
            SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build())).unwrap();
        let cells = cells(3000);
        let mut group = writer.next_row_group().unwrap();
        for column in &cells {
            put(group.next_column().unwrap().unwrap(), column);
        }
        group.close().unwrap();
        let reader = Reader::new(writer.into_inner().unwrap()).unwrap();
        assert!(same(&reader.group(0, COLUMNS).unwrap(), &cells));
    }
}

fn put(mut column: SerializedColumnWriter<'_>, cells: &Cells<'_>) {
    match (column.untyped(), cells) {
        (ColumnWriter::Int32ColumnWriter(out), Cells::Int32(cells)) => {
            out.write_batch(cells, None, None).unwrap();
        }
        (ColumnWriter::Int64ColumnWriter(out), Cells::Int64(cells)) => {
            out.write_batch(cells, None, None).unwrap();
        }
        (ColumnWriter::Int64ColumnWriter(out), Cells::Optional(cells)) => {
            let values: Vec<i64> = cells.iter().flatten().copied().collect();
            let levels: Vec<i16> = cells.iter().map(|c| i16::from(c.is_some())).collect();
            out.write_batch(&values, Some(&levels), None).unwrap();
        }
        (ColumnWriter::ByteArrayColumnWriter(out), Cells::Text(cells)) => {
            let values: Vec<ByteArray> = cells.iter().map(|c| ByteArray::from(&**c)).collect();
            out.write_batch(&values, None, None).unwrap();
        }
        (ColumnWriter::BoolColumnWriter(out), Cells::Bool(cells)) => {
            out.write_batch(cells, None, None).unwrap();
        }
        _ => panic!("a column of another kind"),
    }
    column.close().unwrap();
}

/// Every cut and many single changed bytes: refused or read, never a panic.
#[test]
fn damage_is_told() {
    let bytes = written(&[200]);
    for length in 0..bytes.len() {
        assert!(Reader::new(bytes[..length].to_vec()).is_err(), "{length}");
    }
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            if let Ok(reader) = Reader::new(bytes) {
                let _ = reader.group(0, COLUMNS);
            }
        }
    }
}

#[test]
fn cells_must_fit_their_columns() {
    let mut writer = Writer::new(Vec::new(), "t", COLUMNS).unwrap();
    let mut few = cells(3);
    few.pop();
    assert!(matches!(writer.group(&few), Err(Error::Unfit)));
    few.push(Cells::Bool(vec![true]));
    assert!(matches!(writer.group(&few), Err(Error::Unfit)));
    few.pop();
    few.push(Cells::Int32(vec![1, 2, 3]));
    assert!(matches!(writer.group(&few), Err(Error::Unfit)));
}
