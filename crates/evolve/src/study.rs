//! What a study is: sources, solvers, limits, and how it judges. Kept as `study.json`.

use crate::error::EvolveError;
use crate::source::Source;
use gadfly_exec::Limits;
use gadfly_solver::{Options, SelfChecks, Solver};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The form of the results; a folder of another form is not touched.
const FORM: u64 = 2;

/// Which processes the figures of time come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Fresh ones, in which a sample of the formulas is run; all runs are made in sessions too.
    #[default]
    Sample,
    /// Fresh ones, in which all runs are made.
    Fresh,
    /// Sessions: what a formula takes without the start of a process.
    Sessions,
}

/// How each run is made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The largest time limit; all smaller powers of two follow from the same run.
    pub timeout: Duration,
    /// The memory limit in bytes.
    pub memory: u64,
    /// Whether solvers check their own models.
    pub models: bool,
    /// Whether solvers check their own cores.
    pub cores: bool,
    /// Which processes the figures of time come from.
    pub timing: Timing,
    /// How often each run is made; times are averaged.
    pub repeat: u32,
    /// Whether to ask for z3's resource count.
    pub resources: bool,
    /// How many formulas make a part.
    pub part: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            timeout: Duration::from_secs(8),
            memory: 2 << 30,
            models: true,
            cores: true,
            timing: Timing::Sample,
            repeat: 1,
            resources: false,
            part: 2000,
        }
    }
}

impl Settings {
    /// What a run in a session is given. Time is CPU time; the wall only stops a process that sleeps.
    pub fn options(&self) -> Options {
        Options {
            limits: Limits {
                memory: Some(self.memory),
                output: Some(1 << 20),
                ..Limits::default().timed(self.timeout)
            },
            checks: SelfChecks {
                models: self.models,
                cores: self.cores,
                proofs: false,
            },
            ..Options::default()
        }
    }

    /// What a run in a fresh process is given: it is one of those that users start.
    pub fn fresh_options(&self) -> Options {
        Options {
            plain_malloc: true,
            ..self.options()
        }
    }

    /// The limits of the tables, in seconds: powers of two up to the largest.
    pub fn limits(&self) -> Vec<f64> {
        let most = self.timeout.as_secs_f64();
        let mut limits: Vec<f64> = (-6..20)
            .map(|n| 2f64.powi(n))
            .filter(|t| *t < most)
            .collect();
        limits.push(most);
        limits
    }
}

/// A solver of a study.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the tables: `z3-4.8.7`.
    pub name: String,
    /// The solver.
    pub solver: Solver,
    /// Which judge has the last word on its answers, by position in [`Study::judges`].
    pub judge: Option<usize>,
}

/// A study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The sources.
    pub sources: Vec<Source>,
    /// The solvers.
    pub solvers: Vec<Entry>,
    /// The solvers whose answers count as right.
    pub judges: Vec<Solver>,
    /// How runs are made.
    pub settings: Settings,
}

/// A stretch of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number in the whole study.
    pub number: u64,
    /// The source.
    pub source: usize,
    /// The indices.
    pub range: Range<u64>,
}

/// A solver's name in the tables.
pub fn name_of(solver: &Solver) -> String {
    let mut name = format!("{}-{}", solver.family, solver.version);
    // The arguments of a whole command say how it is started, not which solver it is.
    if !solver.extra.is_empty() && solver.release.is_some() {
        name.push(' ');
        name.push_str(&gadfly_profile::join_words(&solver.extra));
    }
    name
}

impl Study {
    /// The positions of the judges that have the last word on some solver.
    pub(crate) fn judges_in_use(&self) -> BTreeSet<usize> {
        self.solvers
            .iter()
            .filter_map(|entry| entry.judge)
            .collect()
    }

    /// A study; each solver is judged by the first judge of another family.
    pub fn new(
        sources: Vec<Source>,
        solvers: Vec<Solver>,
        judges: Vec<Solver>,
        settings: Settings,
    ) -> Study {
        let mut entries: Vec<Entry> = Vec::new();
        for solver in solvers {
            let judge = judges
                .iter()
                .position(|judge| judge.family != solver.family);
            let mut name = name_of(&solver);
            // Two builds that say the same of themselves still get a row each.
            let same = entries
                .iter()
                .filter(|entry| entry.name.starts_with(&name))
                .count();
            if entries.iter().any(|entry| entry.name == name) {
                name = format!("{name}#{}", same + 1);
            }
            entries.push(Entry {
                name,
                solver,
                judge,
            });
        }
        Study {
            sources,
            solvers: entries,
            judges,
            settings,
        }
    }

    /// All parts, in order.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (source, of) in self.sources.iter().enumerate() {
            let all = of.range();
            let mut start = all.start;
            while start < all.end {
                let end = start.saturating_add(self.settings.part).min(all.end);
                parts.push(Part {
                    number: parts.len() as u64,
                    source,
                    range: start..end,
                });
                start = end;
            }
        }
        parts
    }

    /// Where a part lies in the results folder.
    pub fn path(&self, folder: &Path, part: &Part) -> PathBuf {
        let source = &self.sources[part.source].name;
        folder
            .join("runs")
            .join(file_name(source))
            .join(format!("part-{:012}.parquet", part.range.start))
    }

    /// Name and release of each solver.
    pub fn names(&self) -> Vec<(String, String)> {
        let of = |entry: &Entry| (entry.name.clone(), entry.solver.version.clone());
        self.solvers.iter().map(of).collect()
    }

    /// What is recorded of it, and decides whether two studies are the same.
    pub fn record(&self) -> Value {
        let source = |source: &Source| {
            let range = source.range();
            json!({"name": source.name, "identity": source.identity(),
                "grammar": source.is_grammar(), "from": range.start, "to": range.end})
        };
        let solver = |entry: &Entry| {
            json!({"name": entry.name, "spec": entry.solver.spec,
                "judge": entry.judge.map(|at| self.judges[at].spec.clone())})
        };
        json!({
            "form": FORM,
            "sources": self.sources.iter().map(source).collect::<Vec<_>>(),
            "solvers": self.solvers.iter().map(solver).collect::<Vec<_>>(),
            "settings": self.settings,
        })
    }

    /// A short name of the record.
    pub fn fingerprint(&self) -> String {
        let digest = Sha256::digest(self.record().to_string().as_bytes());
        digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// Makes a folder this study's, or finds that it is; a folder with anything else in it stays
    /// as it is.
    pub fn claim(&self, folder: &Path) -> Result<(), EvolveError> {
        let path = folder.join("study.json");
        let other = |why: String| EvolveError::OtherStudy {
            path: folder.to_path_buf(),
            why,
        };
        if path.is_file() {
            let text = std::fs::read_to_string(&path).map_err(EvolveError::file(&path))?;
            let found: Value = serde_json::from_str(&text)
                .map_err(|error| other(format!("its study.json cannot be read ({error})")))?;
            return match difference(&found, &self.record()) {
                None => Ok(()),
                Some(what) => Err(other(format!("it holds another study: {what}"))),
            };
        }
        if folder.exists() && !folder.is_dir() {
            return Err(other("it is no folder".to_string()));
        }
        let mut entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(_) => {
                std::fs::create_dir_all(folder).map_err(EvolveError::file(folder))?;
                std::fs::read_dir(folder).map_err(EvolveError::file(folder))?
            }
        };
        if entries.next().is_some() {
            return Err(other("it is neither empty nor a study's".to_string()));
        }
        let text = format!("{:#}\n", self.record());
        std::fs::write(&path, text).map_err(EvolveError::file(&path))
    }
}

/// The first thing in which two records differ, in words.
fn difference(found: &Value, wanted: &Value) -> Option<String> {
    if found["form"] != wanted["form"] {
        return Some(format!("its form is {}, not {FORM}", found["form"]));
    }
    for key in ["sources", "solvers", "settings"] {
        if found[key] != wanted[key] {
            let (found, wanted) = (short(&found[key]), short(&wanted[key]));
            return Some(format!("its {key} are {found}, not {wanted}"));
        }
    }
    None
}

fn short(value: &Value) -> String {
    let names = value.as_array().map(|list| {
        let name = |item: &Value| match (&item["name"], &item["from"], &item["to"]) {
            (Value::String(name), Value::Number(from), Value::Number(to)) => {
                format!("{name} {from}..{to}")
            }
            (Value::String(name), ..) => name.clone(),
            _ => item.to_string(),
        };
        list.iter().map(name).collect::<Vec<_>>().join(", ")
    });
    names.unwrap_or_else(|| value.to_string())
}

/// A name that is safe in a path.
pub(crate) fn file_name(name: &str) -> String {
    let tame = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    name.chars().map(tame).collect()
}
