//! `gadfly findings DIR export ID`: a case as a test of a solver's own regression suite.

use crate::exit::{Context, Failure};
use crate::ui::Ui;
use clap::{Args, ValueEnum};
use gadfly_exec::Limits;
use gadfly_oracle::compare_versions;
use gadfly_profile::Home;
use gadfly_report::{Suite, regression_files, regression_script, right_answers};
use gadfly_solver::{Options, Outcome, Resolver};
use gadfly_store::Finding;
use std::path::PathBuf;
use std::time::Duration;

/// What to write, and where.
#[derive(Args)]
pub(crate) struct Export {
    /// Its id
    pub(crate) id: String,
    /// Whose form; the solver's own, where that has one
    #[arg(long)]
    form: Option<Form>,
    /// The right answers, where no good release is at hand to print them
    #[arg(long, value_name = "ANSWERS", value_delimiter = ',')]
    expect: Vec<Word>,
    /// The folder to write into
    #[arg(long, default_value = ".")]
    out: PathBuf,
}

/// Whose regression suite.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// A file and its expected output beside it, as in z3test.
    Z3,
    /// One file with COMMAND-LINE and EXPECT comments.
    Cvc5,
    /// A file, its .gold and its .options.
    Yices,
    /// A file and its .expect.
    Bitwuzla,
}

/// An answer.
#[derive(Clone, Copy, ValueEnum)]
enum Word {
    Sat,
    Unsat,
    Unknown,
}

impl Word {
    fn name(self) -> &'static str {
        match self {
            Word::Sat => "sat",
            Word::Unsat => "unsat",
            Word::Unknown => "unknown",
        }
    }
}

impl Export {
    /// Writes the files of a finding with this case.
    pub(crate) fn write(&self, finding: &Finding, case: &str, ui: &Ui) -> Result<(), Failure> {
        let suite = match self.form {
            Some(Form::Z3) => Suite::Z3,
            Some(Form::Cvc5) => Suite::Cvc5,
            Some(Form::Yices) => Suite::Yices,
            Some(Form::Bitwuzla) => Suite::Bitwuzla,
            None => Suite::of(&finding.family).ok_or_else(|| {
                let family = &finding.family;
                Failure::new(format!(
                    "{family} has no form that gadfly knows; name one with --form"
                ))
            })?,
        };
        let script = regression_script(finding, case, suite);
        let output = self.output(finding, case, &script, suite, ui)?;
        std::fs::create_dir_all(&self.out)
            .context(format!("cannot make {}", self.out.display()))?;
        for (name, text) in regression_files(finding, &script, &output, suite) {
            let path = self.out.join(name);
            std::fs::write(&path, text).context(format!("cannot write {}", path.display()))?;
            ui.say(format!("wrote {}", path.display()));
        }
        Ok(())
    }

    /// What the test must print: what was said to be right, what the newest good release prints, or what the
    /// finding tells.
    fn output(
        &self,
        finding: &Finding,
        case: &str,
        script: &str,
        suite: Suite,
        ui: &Ui,
    ) -> Result<String, Failure> {
        if !self.expect.is_empty() {
            let lines = self.expect.iter().map(|word| format!("{}\n", word.name()));
            return Ok(lines.collect());
        }
        if let Some((spec, output)) = newest_good(finding, script, suite) {
            ui.say(format!("what it must print is what {spec} prints"));
            return Ok(output);
        }
        right_answers(finding, case).ok_or_else(|| {
            Failure::new(format!(
                "what {} must print is not known: no good release of {} is installed; say --expect",
                finding.id, finding.family
            ))
        })
    }
}

/// Releases that do not show the bug, the newest first, and what the first of them prints that can be run.
fn newest_good(finding: &Finding, script: &str, suite: Suite) -> Option<(String, String)> {
    let good = finding.releases.iter().filter(|it| it.bad == Some(false));
    let mut good: Vec<&str> = good.map(|it| release_of(&it.spec)).collect();
    good.sort_by(|a, b| compare_versions(version(b), version(a)));
    let resolver = Resolver::new(Home::from_env());
    good.into_iter().find_map(|spec| {
        let solver = resolver.one(spec).ok()?.into_iter().next()?;
        let options = Options {
            limits: Limits {
                wall: Some(Duration::from_secs(60)),
                ..Limits::default()
            },
            extra: suite.arguments(finding),
            ..Options::default()
        };
        let run = solver.run_fresh(script, &options);
        let output = String::from_utf8(run.raw.stdout).ok()?;
        (run.outcome == Outcome::Done).then(|| (spec.to_string(), output))
    })
}

/// A release without the options that it was asked with.
fn release_of(spec: &str) -> &str {
    spec.split(' ').next().unwrap_or(spec)
}

fn version(spec: &str) -> &str {
    spec.split_once('@').map_or("", |(_, version)| version)
}
