//! Every JSON object that a golden file's line prints is checked against `docs/schema/NAME.json`.

use crate::{files_below, root};
use gadfly_testkit::schema_problems;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The schemas by `NAME/VERSION`.
fn schemas() -> BTreeMap<String, Value> {
    let files = files_below(&root().join("docs/schema"), "json");
    let read = |file: &std::path::PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let schema: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{file:?}: {e}"));
        let word = schema["properties"]["schema"]["const"].as_str();
        let word = word.unwrap_or_else(|| panic!("{file:?} has no properties.schema.const"));
        let stem = file.file_stem().unwrap().to_str().unwrap();
        assert!(word.starts_with(&format!("{stem}/")), "{file:?}: {word}");
        (word.to_string(), schema)
    };
    files.iter().map(read).collect()
}

/// What is wrong with the JSON output of these lines, and the schemas that none of them shows.
pub(crate) fn problems<'a>(outputs: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let schemas = schemas();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for (line, stdout) in outputs {
        for text in stdout.lines() {
            match one(&schemas, text) {
                Ok(name) => drop(seen.insert(name)),
                Err(why) => wrong.push(format!("{line}: {why}")),
            }
        }
    }
    let unseen = schemas.keys().filter(|name| !seen.contains(*name));
    wrong.extend(unseen.map(|name| format!("no golden file prints an object of {name}")));
    wrong
}

/// The schema of an object, if it fits.
fn one(schemas: &BTreeMap<String, Value>, text: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON ({e}): {text}"))?;
    let name = value["schema"].as_str();
    let name = name.ok_or_else(|| format!("no field `schema`: {text}"))?;
    let schema = schemas.get(name);
    let schema = schema.ok_or_else(|| format!("docs/schema has no {name}: {text}"))?;
    let problems = schema_problems(schema, &value);
    match problems.is_empty() {
        true => Ok(name.to_string()),
        false => Err(format!("{name}: {}", problems.join("; "))),
    }
}
