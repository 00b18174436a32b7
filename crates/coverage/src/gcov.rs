//! Counters of gcc, as `gcov --json-format` prints them.

use crate::reading::Reading;
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Notes {
    #[serde(default)]
    current_working_directory: String,
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    file: String,
    #[serde(default)]
    functions: Vec<Function>,
    #[serde(default)]
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Function {
    start_line: u32,
    demangled_name: String,
    execution_count: u64,
}

#[derive(Deserialize)]
struct Line {
    line_number: u32,
    count: u64,
    #[serde(default)]
    branches: Vec<Branch>,
}

#[derive(Deserialize)]
struct Branch {
    count: u64,
    #[serde(default)]
    fallthrough: bool,
    #[serde(default)]
    throw: bool,
}

/// Reads what gcov printed: a JSON document for each object file.
pub(crate) fn read(text: &[u8], reading: &mut Reading) -> Result<(), String> {
    let notes = serde_json::Deserializer::from_slice(text).into_iter::<Notes>();
    for notes in notes {
        let notes = notes.map_err(|error| format!("gcov printed something else: {error}"))?;
        let folder = Path::new(&notes.current_working_directory);
        for file in notes.files {
            let path = folder.join(&file.file);
            take(&path.to_string_lossy(), &file, reading);
        }
    }
    Ok(())
}

fn take(path: &str, file: &File, reading: &mut Reading) {
    for function in &file.functions {
        let (line, name) = (function.start_line, &function.demangled_name);
        reading.function(path, line, name, function.execution_count);
    }
    for line in &file.lines {
        reading.line(path, line.line_number, line.count);
        let branches = conditions(&line.branches);
        for (n, branch) in branches.enumerate() {
            reading.branch(path, line.line_number, n as u32, branch.count);
        }
    }
}

/// The branches of conditions. A call that may throw has two ways on as well: the one that throws, and
/// just before it the one that goes on.
fn conditions(branches: &[Branch]) -> impl Iterator<Item = &Branch> {
    let throws = |n: usize| branches.get(n).is_some_and(|branch| branch.throw);
    let of_call =
        move |(n, branch): &(usize, &Branch)| branch.throw || branch.fallthrough && throws(n + 1);
    let kept = branches.iter().enumerate();
    let kept = kept.filter(move |one| !of_call(one));
    kept.map(|(_, branch)| branch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::Measure;

    #[test]
    fn documents_of_several_objects_are_one_reading() {
        let object = |count: u64| {
            format!(
                r#"{{"current_working_directory":"/s","gcc_version":"12.2.0","files":[{{"file":"a.h",
                "functions":[{{"name":"_Z1f","demangled_name":"f()","start_line":3,"end_line":9,"execution_count":{count}}}],
                "lines":[{{"line_number":4,"count":{count},"function_name":"_Z1f","branches":[
                {{"count":{count},"fallthrough":true,"throw":false}},{{"count":0,"fallthrough":false,"throw":false}},
                {{"count":1,"fallthrough":true,"throw":false}},{{"count":0,"fallthrough":false,"throw":true}}]}}]}}]}}"#
            )
        };
        let mut reading = Reading::default();
        read(
            format!("{}\n{}", object(0), object(2)).as_bytes(),
            &mut reading,
        )
        .unwrap();
        let count = |measure| {
            let of = |reach: &crate::reach::Reach| reach.count(measure, &|file| file == "/s/a.h");
            (of(&reading.reached), of(&reading.there))
        };
        assert_eq!(count(Measure::Lines), (1, 1));
        assert_eq!(count(Measure::Functions), (1, 1));
        // What a call does when it throws is no branch of a condition.
        assert_eq!(count(Measure::Branches), (1, 2));
        assert!(read(b"{\"files\": 3}", &mut reading).is_err());
    }
}
