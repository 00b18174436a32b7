//! What is compared: a TOML file with a table a configuration.

use crate::error::CompareError;
use crate::study::StudyError;
use crate::tools::Tools;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `gadfly hunt` that a comparison gives itself.
const OURS: [&str; 9] = [
    "--time",
    "--tests",
    "--findings",
    "--jobs",
    "-j",
    "--seed",
    "--out",
    "--resume",
    "--replay",
];

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// Seconds of hunting.
    Seconds(f64),
    /// Formulas.
    Formulas(u64),
}

/// What a configuration runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// `gadfly hunt` with these arguments.
    Hunt(Vec<String>),
    /// Another program.
    Tool {
        /// Its command line. `{seconds}`, `{seed}`, `{jobs}` and `{out}` stand for what it is given.
        command: Vec<String>,
        /// The folder, below `{out}`, in which it leaves scripts.
        findings: String,
        /// Arguments of `gadfly check` by which they are run again.
        check: Vec<String>,
        /// How it is installed, where that is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        install: Option<String>,
    },
}

/// One of the things that are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Configuration {
    /// Its name: letters, digits, `.`, `_` and `-`.
    pub name: String,
    /// What it runs.
    pub work: Work,
}

/// What is compared, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The configurations.
    pub configurations: Vec<Configuration>,
    /// How often each runs.
    pub repeat: u32,
    /// What each run may use.
    pub budget: Budget,
    /// Workers of each run.
    pub jobs: u16,
    /// The seed of the first runs; the next ones have the next numbers.
    pub seed: u64,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    configuration: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: String,
    hunt: Option<Vec<String>>,
    command: Option<Vec<String>>,
    findings: Option<String>,
    #[serde(default)]
    check: Vec<String>,
    tool: Option<String>,
    #[serde(default)]
    seeds: Vec<String>,
    #[serde(default)]
    solvers: Vec<String>,
    #[serde(default = "usual_timeout")]
    timeout: u64,
}

/// The seconds of a solver's run by another tool.
fn usual_timeout() -> u64 {
    2
}

impl Configuration {
    /// Reads a file of configurations.
    pub fn read(path: &Path, tools: &Tools) -> Result<Vec<Configuration>, CompareError> {
        let text = std::fs::read_to_string(path).map_err(StudyError::file("read", path))?;
        parse(&text, tools).map_err(|reason| CompareError::Plan {
            path: path.to_path_buf(),
            reason,
        })
    }
}

fn parse(text: &str, tools: &Tools) -> Result<Vec<Configuration>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut names = BTreeSet::new();
    let mut all = Vec::new();
    for table in file.configuration {
        let name = table.name.clone();
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            return Err(format!(
                "`{name}` cannot name a folder: use letters, digits, `.`, `_` and `-`"
            ));
        }
        if !names.insert(name.clone()) {
            return Err(format!("two configurations are called `{name}`"));
        }
        let work = table
            .work(tools)
            .map_err(|reason| format!("{name}: {reason}"))?;
        all.push(Configuration { name, work });
    }
    if all.len() < 2 {
        return Err(
            "there is nothing to compare: write two [[configuration]] tables or more".into(),
        );
    }
    Ok(all)
}

impl Table {
    /// The same with the command line of the tool that it names.
    fn of_tool(self, name: &str, tools: &Tools) -> Result<Work, String> {
        let tool = tools.named(name)?;
        if self.seeds.is_empty() || self.solvers.is_empty() {
            return Err(format!(
                "{name} needs `seeds = [paths]` and `solvers = [command lines]`"
            ));
        }
        Ok(Work::Tool {
            command: tool.with(&self.solvers, &self.seeds, self.timeout),
            findings: tool.findings.clone(),
            check: self.check,
            install: Some(tool.install.clone()),
        })
    }

    fn work(mut self, tools: &Tools) -> Result<Work, String> {
        if let Some(name) = self.tool.take() {
            return match (&self.hunt, &self.command, &self.findings) {
                (None, None, None) => self.of_tool(&name, tools),
                _ => Err("`tool` stands for a command: give one or the other".into()),
            };
        }
        match (self.hunt, self.command, self.findings) {
            (Some(arguments), None, None) if self.check.is_empty() => {
                let given = |word: &&String| {
                    let name = word.split('=').next().unwrap_or(word);
                    OURS.contains(&name)
                };
                match arguments.iter().find(given) {
                    Some(word) => Err(format!("`{word}` is said for all configurations alike, on the command line")),
                    None => Ok(Work::Hunt(arguments)),
                }
            }
            (None, Some(command), Some(findings)) if !command.is_empty() => {
                let inside = Path::new(&findings)
                    .components()
                    .all(|part| matches!(part, std::path::Component::Normal(_)));
                if !inside {
                    return Err(format!("findings = \"{findings}\": name a folder below the run's own"));
                }
                Ok(Work::Tool {
                    command,
                    findings,
                    check: self.check,
                    install: None,
                })
            }
            _ => Err("give `hunt = [arguments]`, `tool = \"name\"`, or `command = [words]` with `findings = \"folder\"` and `check = [arguments]`".into()),
        }
    }
}

impl Budget {
    /// The time of a run, where that is the budget.
    pub fn time(self) -> Option<Duration> {
        match self {
            Budget::Seconds(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            Budget::Formulas(_) => None,
        }
    }
}

impl Comparison {
    /// Whether a tool is to run that cannot be told how many formulas it may use.
    pub fn untimed_tool(&self) -> Option<&str> {
        let untold = |one: &&Configuration| match &one.work {
            Work::Hunt(_) => false,
            Work::Tool { command, .. } => !command.iter().any(|word| word.contains("{formulas}")),
        };
        let Budget::Formulas(_) = self.budget else {
            return None;
        };
        let found = self.configurations.iter().find(untold);
        found.map(|one| one.name.as_str())
    }

    /// Where a run keeps what it does.
    pub(crate) fn folder(out: &Path, name: &str, repetition: u32) -> PathBuf {
        out.join("runs").join(format!("{name}-{repetition}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunts_and_tools_are_read() {
        let text = "
            [[configuration]]
            name = \"op\"
            hunt = [\"--strategy\", \"op\"]
            [[configuration]]
            name = \"other\"
            command = [\"fuzz\", \"{seconds}\"]
            findings = \"bugs\"
            check = [\"--solver\", \"z3\"]
        ";
        let all = parse(text).unwrap();
        assert_eq!(
            all[0].work,
            Work::Hunt(vec!["--strategy".into(), "op".into()])
        );
        let comparison = |budget| Comparison {
            configurations: all.clone(),
            repeat: 2,
            budget,
            jobs: 1,
            seed: 1,
        };
        assert_eq!(comparison(Budget::Seconds(1.0)).untimed_tool(), None);
        assert_eq!(
            comparison(Budget::Formulas(9)).untimed_tool(),
            Some("other")
        );
    }

    fn tools() -> Tools {
        let file = "command = [\"fuzz\", \"-t\", \"{timeout}\", \"{solvers}\", \"{seeds}\"]\n\
            findings = \"bugs\"\ninstall = \"pip install fuzz\"";
        Tools::read([("tools/fuzz.toml", file)]).unwrap()
    }

    fn parse(text: &str) -> Result<Vec<Configuration>, String> {
        super::parse(text, &tools())
    }

    #[test]
    fn a_tool_of_the_catalogue_needs_solvers_and_seeds() {
        let one = "[[configuration]]\nname=\"a\"\nhunt=[]\n[[configuration]]\nname=\"b\"\ntool=\"fuzz\"\n";
        let text = format!("{one}seeds=[\"x\", \"y\"]\nsolvers=[\"z3 -in\", \"cvc5\"]\n");
        let all = parse(&text).unwrap();
        let Work::Tool {
            command, findings, ..
        } = &all[1].work
        else {
            panic!("{all:?}");
        };
        assert_eq!(command[..], ["fuzz", "-t", "2", "z3 -in;cvc5", "x", "y"]);
        assert_eq!(findings, "bugs");
        assert!(parse(one).unwrap_err().contains("fuzz needs `seeds"));
        let other = one.replace("fuzz", "buzz");
        assert!(
            parse(&other)
                .unwrap_err()
                .contains("no tool is called `buzz`: use one of fuzz")
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let two =
            |one: &str| format!("[[configuration]]\nname=\"a\"\nhunt=[]\n[[configuration]]\n{one}");
        for (text, words) in [
            (
                two("name=\"a\"\nhunt=[]"),
                "two configurations are called `a`",
            ),
            (two("name=\"../b\"\nhunt=[]"), "cannot name a folder"),
            (
                two("name=\"b\"\nhunt=[\"--time=3s\"]"),
                "`--time=3s` is said for all",
            ),
            (two("name=\"b\""), "b: give `hunt"),
            (
                two("name=\"b\"\ncommand=[\"x\"]\nfindings=\"/tmp\""),
                "below the run's own",
            ),
            (two("name=\"b\"\nhunt=[]\nhurry=1"), "hurry"),
            (
                "[[configuration]]\nname=\"a\"\nhunt=[]".into(),
                "nothing to compare",
            ),
        ] {
            let said = parse(&text).unwrap_err();
            assert!(said.contains(words), "{text}: {said}");
        }
    }
}
