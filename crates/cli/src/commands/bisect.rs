//! `gadfly bisect`: which releases show a bug, which was the first, which fixed it.

mod commits;

use crate::case;
use crate::exit::{Context, Exit, Failure};
use crate::isolation::Allow;
use crate::options::RunLimits;
use crate::paths::Source;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::bisect::Bisection;
use gadfly_examine::Chronicle;
use gadfly_oracle::{Given, History, Mark, Row, labelled};
use gadfly_solver::{Answer, SelfChecks};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Which releases show a bug: a matrix of answers, the last good and the first bad release
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bisect {
    /// A file, a finding of a hunt as DIR/ID, or - for standard input
    #[arg(value_name = "FILE|DIR/ID")]
    file: PathBuf,
    /// The releases to look at, such as `z3@*` or `z3@4.8.5..4.8.12`
    #[arg(long, value_name = "SPEC", required = true)]
    solver: Vec<String>,
    /// Solvers that only help to tell what is right; by default the newest installed of every family
    #[arg(long, value_name = "SPEC")]
    reference: Vec<String>,
    /// The right answer: `sat`, `unsat`, or `file` for the label that the file carries
    #[arg(long, value_name = "LABEL", default_value = "file")]
    expect: String,
    #[command(flatten)]
    limits: RunLimits,
    /// Let solvers check their own models and cores
    #[arg(long)]
    checks: bool,
    /// Look for one step by binary search instead of running every release
    #[arg(long)]
    search: bool,
    /// Install the releases that the search needs, or all of them without `--search`
    #[arg(long)]
    install: bool,
    #[command(flatten)]
    commits: commits::Commits,
    #[command(flatten)]
    allow: Allow,
}

const EXAMPLES: &str = "\
Examples:
  gadfly bisect case.smt2 --solver 'z3@*'
  gadfly bisect case.smt2 --solver 'z3@*' --reference cvc5 --expect unsat
  gadfly bisect hunt/z3-crash-1a2b3c4d --solver 'z3@*' --install --search
  gadfly bisect case.smt2 --commits ~/z3 --good z3-4.8.10 --bad master \\
      --build 'cmake -B b && cmake --build b -j2' --solver './b/z3 -in' \\
      --expect sat";

impl Bisect {
    /// Does what was asked.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let source = case::script(&self.file)?;
        if let Some(checkout) = &self.commits.commits {
            let Source::File(file) = &source else {
                let words = "--commits runs the file again and again: name it, instead of -";
                return Err(Failure::usage(words));
            };
            return self.commits.search(checkout, file, &self.question(), ui);
        }
        let text = source.text()?;
        let formula = labelled(&text, given(&self.expect)?);
        let bisected = self.bisection().run(&formula, &|words| ui.say(words));
        let bisected = bisected.map_err(Failure::new)?;
        let mut out = ui.out();
        for chronicle in &bisected.chronicles {
            print(ui, &mut out, self.search, chronicle)?;
        }
        out.flush()?;
        if self.commits.commit_step {
            drop(out);
            std::process::exit(bisected.step().code());
        }
        match bisected.says_nothing() {
            Some(why) => Err(Failure::new(why)),
            None if bisected.is_shown() => Ok(Exit::Found),
            None => Ok(Exit::Done),
        }
    }

    /// The options that put the same question to one build.
    fn question(&self) -> Vec<String> {
        let mut words = vec!["--expect".to_string(), self.expect.clone()];
        words.extend([
            "--timeout".into(),
            format!("{}ms", self.limits.cpu().as_millis()),
        ]);
        words.extend(["--memory".into(), self.limits.memory().to_string()]);
        let named = |name: &str, specs: &[String]| -> Vec<String> {
            specs
                .iter()
                .flat_map(|spec| [name.to_string(), spec.clone()])
                .collect()
        };
        words.extend(named("--solver", &self.solver));
        words.extend(named("--reference", &self.reference));
        words.extend(self.checks.then(|| "--checks".to_string()));
        words.extend(self.allow.words());
        words
    }

    fn bisection(&self) -> Bisection {
        Bisection {
            solvers: self.solver.clone(),
            references: self.reference.clone(),
            limits: self.limits.limits(),
            checks: if self.checks {
                SelfChecks::ALL
            } else {
                SelfChecks::NONE
            },
            search: self.search,
            install: self.install,
        }
    }
}

/// What `--expect` means.
pub(crate) fn given(expect: &str) -> Result<Given, Failure> {
    expect.parse().context("--expect")
}

fn print(
    ui: &Ui,
    out: &mut impl Write,
    searched: bool,
    chronicle: &Chronicle,
) -> Result<(), Failure> {
    for (family, history) in &chronicle.histories {
        if ui.json {
            ui.json_line(out, "bisect-family/1", &as_json(family, history, chronicle))?;
            continue;
        }
        let width = history
            .rows
            .iter()
            .map(|row| row.spec.len())
            .max()
            .unwrap_or(0);
        for row in &history.rows {
            writeln!(out, "{:width$}  {:12}  {}", row.spec, row.said, words(row))?;
        }
        writeln!(out)?;
        let answers: Vec<&str> = chronicle.truth.answers.iter().map(word).collect();
        let how = if chronicle.truth.how.is_empty() {
            "nothing settles it"
        } else {
            &chronicle.truth.how
        };
        writeln!(out, "right answer: {} ({how})", answers.join(" "))?;
        writeln!(out, "{}", history.sentence())?;
        if searched && history.course.is_monotone() && history.first_bad.is_some() {
            writeln!(
                out,
                "Found by binary search over {} releases run, on the ground that there is one step.",
                history.rows.len()
            )?;
        }
    }
    Ok(())
}

fn word(answer: &Option<Answer>) -> &'static str {
    match answer {
        Some(Answer::Sat) => "sat",
        Some(Answer::Unsat) => "unsat",
        _ => "?",
    }
}

fn words(row: &Row) -> String {
    match &row.mark {
        Mark::Good => "good".to_string(),
        Mark::Bad(kind) => format!("BAD: {kind}"),
        Mark::Undecided(kind) => format!("undecided: {kind}"),
        Mark::Unclear(why) => format!("unclear: {why}"),
    }
}

fn as_json(family: &str, history: &History, chronicle: &Chronicle) -> Value {
    let row = |row: &Row| json!({"solver": row.spec, "version": row.version, "said": row.said, "mark": words(row)});
    json!({
        "family": family,
        "right": chronicle.truth.answers.iter().map(word).collect::<Vec<_>>(),
        "by": chronicle.truth.how,
        "rows": history.rows.iter().map(row).collect::<Vec<_>>(),
        "first_bad": history.spec(history.first_bad),
        "last_good": history.spec(history.last_good),
        "last_bad": history.spec(history.last_bad),
        "fixed": history.spec(history.mended),
        // The word of earlier versions, for scripts that read it.
        "mended": history.spec(history.mended),
        "monotone": history.course.is_monotone(),
        "course": history.course.words(),
    })
}
