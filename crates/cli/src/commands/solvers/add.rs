//! `gadfly solvers add`: a profile for a program that nobody described, by asking the program.

use crate::exit::{Context, Exit, Failure};
use crate::interrupt;
use crate::options::RunLimits;
use crate::ui::Ui;
use clap::Args;
use gadfly_exec::{Cancel, Limits};
use gadfly_install::{Interview, InterviewError, Interviewee, Reply, add_solver, interview};
use gadfly_profile::{Home, Profiles, split_words};
use gadfly_solver::Resolver;
use serde_json::json;
use std::cell::OnceCell;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Ask a program what it can do, and use it by a name from then on
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Add {
    /// The name that it will have: small letters, digits, `-`
    name: String,
    /// The program and the arguments that it always needs, in quotes
    #[arg(value_name = "COMMAND")]
    command: String,
    /// Write the profile into this file, and add nothing
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Ask again, and replace what was added under this name
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    limits: RunLimits,
}

const EXAMPLES: &str = "\
Examples:
  gadfly solvers add mine \"./build/my-solver\"
  gadfly hunt --solver mine --reference z3
  gadfly solvers add mine ./build/my-solver --replace    after a change
  gadfly solvers add mine ./my-solver -o my-solver.toml  only the profile";

/// More than any answer to a question; a flood is more.
const MOST_OUTPUT: u64 = 1 << 20;

impl Add {
    pub(super) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let home = Home::from_env();
        let words = split_words(&self.command).filter(|words| !words.is_empty());
        let words =
            words.ok_or_else(|| Failure::usage("COMMAND: give the program and its arguments"))?;
        self.check_name(&home)?;
        let resolver = Resolver::new(home.clone());
        let who = Interviewee {
            name: self.name.clone(),
            words: absolute(words),
            limits: Limits {
                // One that waits for something answers no question either.
                wall: Some(self.limits.cpu()),
                output: Some(MOST_OUTPUT),
                ..self.limits.limits()
            },
            even_known: self.out.is_some(),
            cancel: Cancel::sharing(&interrupt::flag()?),
        };
        let bar = OnceCell::new();
        let progress = |done: usize, total: usize| {
            let bar = bar.get_or_init(|| ui.progress(total as u64, "asking"));
            bar.inc(u64::from(done > 0));
        };
        let interview = interview(&who, &resolver, &progress);
        if let Some(bar) = bar.get() {
            bar.finish();
        }
        match interview {
            Ok(found) => self.keep(ui, &home, &who, &found),
            Err(InterviewError::Interrupted) => {
                ui.say(InterviewError::Interrupted.to_string());
                Ok(Exit::Interrupted)
            }
            Err(error) => Err(Failure::new(error)),
        }
    }

    /// A name that stands for nothing else.
    fn check_name(&self, home: &Home) -> Result<(), Failure> {
        let name = &self.name;
        let tame = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || name.starts_with('-') || !name.chars().all(tame) {
            let why = "a name has small letters, digits and `-`";
            return Err(Failure::usage(format!("`{name}`: {why}")));
        }
        let there = home.added(name).is_some();
        if there && !self.replace && self.out.is_none() {
            return Err(Failure::new(format!(
                "`{name}` was added before; --replace asks again, `gadfly solvers remove {name}` forgets it"
            )));
        }
        if !there && Profiles::builtin().get(name).is_some() {
            return Err(Failure::new(format!(
                "gadfly has a profile of `{name}`: use it with --solver '{}' --profile {name}, or choose \
                 another name",
                self.command
            )));
        }
        Ok(())
    }

    fn keep(
        &self,
        ui: &Ui,
        home: &Home,
        who: &Interviewee,
        found: &Interview,
    ) -> Result<Exit, Failure> {
        let mut out = ui.out();
        for reply in &found.replies {
            print_reply(ui, &mut out, &self.name, reply)?;
        }
        let (state, file) = match &self.out {
            Some(file) => {
                let cannot = format!("cannot write {}", file.display());
                std::fs::write(file, &found.profile).context(cannot)?;
                ("written", file.clone())
            }
            None => {
                let added = add_solver(home, &self.name, &who.words, &found.profile);
                (
                    "added",
                    added.context(format!("cannot keep {}", self.name))?,
                )
            }
        };
        if ui.json {
            let detail = file.display().to_string();
            let line = json!({"solver": self.name, "state": state, "detail": detail});
            ui.json_line(&mut out, "solvers-change/1", &line)?;
        } else {
            let version = found.version.as_deref().unwrap_or("of no known version");
            writeln!(out, "{} {version} {state}: {}", self.name, file.display())?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// A command that works from any folder.
fn absolute(words: Vec<String>) -> Vec<String> {
    let one = |word: String| match Path::new(&word).is_file() && word.contains('/') {
        true => std::path::absolute(&word).map_or(word, |path| path.display().to_string()),
        false => word,
    };
    words.into_iter().map(one).collect()
}

fn print_reply(ui: &Ui, out: &mut impl Write, name: &str, reply: &Reply) -> Result<(), Failure> {
    if ui.json {
        let line = json!({
            "solver": name,
            "question": reply.question,
            "about": reply.about,
            "yes": reply.yes,
            "said": reply.said,
            "adds": reply.adds,
            "refused": reply.refused,
        });
        ui.json_line(out, "solvers-reply/1", &line)?;
        return Ok(());
    }
    let mark = if reply.yes { '+' } else { '-' };
    writeln!(
        out,
        "{mark} {:18} {}: {}",
        reply.question, reply.about, reply.said
    )?;
    if !reply.refused.is_empty() && reply.yes {
        writeln!(out, "{:20} not: {}", "", reply.refused.join(" "))?;
    }
    if !reply.adds.is_empty() {
        writeln!(out, "{:20} {}", "", reply.adds)?;
    }
    Ok(())
}
