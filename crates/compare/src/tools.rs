//! Tools that a configuration can name without their command lines: files of the catalogue, `tools/*.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// How a tool is run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its command line. Beside the words that every command may have, `{solvers}` stands for the
    /// solvers' command lines with `;` between them, `{timeout}` for the seconds of one of their runs,
    /// and `{seeds}`, a word of its own, for the seeds.
    pub command: Vec<String>,
    /// The folder, below `{out}`, in which it leaves scripts.
    pub findings: String,
    /// How it is installed.
    pub install: String,
}

/// The tools by name.
#[derive(Clone, Debug, Default)]
pub struct Tools(BTreeMap<String, Tool>);

impl Tools {
    /// Reads files of the catalogue: path and text. The name of a file is the tool's.
    pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Tools, String> {
        let mut tools = BTreeMap::new();
        for (path, text) in files {
            let name = path.rsplit('/').next().unwrap_or(path);
            let tool = toml::from_str(text).map_err(|error| format!("{path}: {error}"))?;
            tools.insert(name.trim_end_matches(".toml").to_string(), tool);
        }
        Ok(Tools(tools))
    }

    /// The tool of this name, or what there is instead.
    pub fn named(&self, name: &str) -> Result<&Tool, String> {
        let known = || {
            self.0
                .keys()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let tool = self.0.get(name);
        tool.ok_or_else(|| format!("no tool is called `{name}`: use one of {}", known()))
    }
}

impl Tool {
    /// The command line for these solvers and seeds.
    pub fn with(&self, solvers: &[String], seeds: &[String], timeout: u64) -> Vec<String> {
        let mut words = Vec::new();
        for word in &self.command {
            if word == "{seeds}" {
                words.extend(seeds.iter().cloned());
                continue;
            }
            let word = word.replace("{solvers}", &solvers.join(";"));
            words.push(word.replace("{timeout}", &timeout.to_string()));
        }
        words
    }
}
