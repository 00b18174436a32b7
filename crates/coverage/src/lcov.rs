//! Counters of clang, as `llvm-cov export --format=lcov` prints them.

use crate::reading::Reading;
use std::collections::BTreeMap;

/// Reads a trace file: a record a line, `KIND:fields`.
pub(crate) fn read(text: &str, reading: &mut Reading) -> Result<(), String> {
    let mut file = "";
    // A function's line, by name: its count stands in a record of its own.
    let mut functions: BTreeMap<&str, u32> = BTreeMap::new();
    let mut branches: BTreeMap<u32, u32> = BTreeMap::new();
    for record in text.lines() {
        let Some((kind, rest)) = record.split_once(':') else {
            continue;
        };
        let bad = || format!("llvm-cov printed something else: {record}");
        match kind {
            "SF" => {
                file = rest;
                (functions, branches) = Default::default();
            }
            "FN" => {
                let (line, name) = rest.split_once(',').ok_or_else(bad)?;
                functions.insert(name, line.parse().map_err(|_| bad())?);
            }
            "FNDA" => {
                let (count, name) = rest.split_once(',').ok_or_else(bad)?;
                let count = count.parse().map_err(|_| bad())?;
                if let Some(line) = functions.get(name) {
                    // A function of one file only has the file before its name, which is mangled yet.
                    let own = name.rsplit(':').next().unwrap_or(name);
                    reading.function(file, *line, own, count);
                }
            }
            "DA" => {
                let (line, count) = rest.split_once(',').ok_or_else(bad)?;
                let count = count.split(',').next().unwrap_or_default();
                let line = line.parse().map_err(|_| bad())?;
                reading.line(file, line, count.parse().map_err(|_| bad())?);
            }
            "BRDA" => {
                let fields: Vec<&str> = rest.split(',').collect();
                let [line, _, _, taken] = fields[..] else {
                    return Err(bad());
                };
                let line = line.parse().map_err(|_| bad())?;
                let n = branches.entry(line).or_default();
                // A dash says that the condition was never asked.
                let count = taken.parse().unwrap_or(0);
                reading.branch(file, line, *n, count);
                *n += 1;
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::Measure;

    #[test]
    fn records_are_read() {
        let text = "SF:/s/a.c\nFN:13,main\nFN:8,a.c:never\nFNDA:1,main\nFNDA:0,a.c:never\nFNF:2\n\
            DA:13,1\nDA:14,0\nBRDA:13,0,0,1\nBRDA:13,0,1,0\nBRDA:14,0,0,-\nend_of_record\n";
        let mut reading = Reading::default();
        read(text, &mut reading).unwrap();
        let counts = Measure::ALL.map(|measure| {
            let of = |reach: &crate::reach::Reach| reach.count(measure, &|_| true);
            (of(&reading.reached), of(&reading.there))
        });
        assert_eq!(counts, [(1, 2), (1, 2), (1, 3)]);
        assert_eq!(reading.names["/s/a.c"][&8], "never");
        assert!(read("SF:/a\nDA:x,1\n", &mut reading).is_err());
    }
}
