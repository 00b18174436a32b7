//! Models in the wild: asks solvers for models of satisfiable seeds and evaluates them.
//!
//! `cargo run --release -p gadfly-eval --example wild -- CORPUS OUT z3@5.4.0 cvc5@1.4.2 …`
//!
//! Prints a table by logic, and writes every false or undetermined case below OUT with its model.
//! LOGICS=QF_,FP in the environment takes only logics whose names start with one of these.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gadfly_eval::{Model, Truth, evaluate, smallest_false};
use gadfly_exec::Limits;
use gadfly_solver::{Answer, Options, Solver, resolve};
use gadfly_term::{CommandKind, Mode, Script};

/// How often each thing happened for one logic and solver.
#[derive(Default, Clone)]
struct Tally {
    holds: usize,
    fails: usize,
    open: usize,
    no_model: usize,
    reasons: BTreeMap<String, usize>,
}

fn main() {
    gadfly_exec::guardian_entry();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [corpus, out, specs @ ..] = args.as_slice() else {
        eprintln!("usage: wild CORPUS OUT SOLVER…");
        std::process::exit(2);
    };
    gadfly_testkit::catalog();
    let solvers = match resolve(specs) {
        Ok(solvers) => solvers,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    };
    let names: Vec<&str> = solvers.iter().map(|s| s.spec.as_str()).collect();
    println!("| logic | seeds | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
    let mut sum = Sum::default();
    for (logic, files) in &seeds(Path::new(corpus)) {
        let mut tallies = vec![Tally::default(); solvers.len()];
        for path in files {
            for (solver, tally) in solvers.iter().zip(&mut tallies) {
                study(path, logic, solver, Path::new(out), tally);
            }
        }
        println!("{}", row(logic, files.len(), &tallies));
        sum.add(logic, &tallies);
    }
    print!("{}", sum.text());
}

/// The satisfiable seeds, by logic.
fn seeds(corpus: &Path) -> Vec<(String, Vec<PathBuf>)> {
    let mut found = Vec::new();
    let entries = |path: &Path| {
        fs::read_dir(path)
            .map(|e| e.flatten().map(|e| e.path()).collect())
            .unwrap_or_default()
    };
    let mut logics: Vec<PathBuf> = entries(corpus);
    logics.sort();
    let wanted = std::env::var("LOGICS").unwrap_or_default();
    for logic in logics {
        let name = logic.file_name().unwrap_or_default().to_string_lossy();
        if !wanted.split(',').any(|start| name.starts_with(start)) {
            continue;
        }
        let mut files: Vec<PathBuf> = entries(&logic.join("sat"));
        files.sort();
        if !files.is_empty() {
            found.push((name.into_owned(), files));
        }
    }
    found
}

/// The script up to its first check, with a question for the model behind it.
fn asking_for_a_model(script: &Script) -> String {
    let mut text = String::from("(set-option :produce-models true)\n");
    for command in script.commands() {
        match command.kind {
            CommandKind::CheckSat => {
                text.push_str("(check-sat)\n(get-model)\n");
                return text;
            }
            CommandKind::Get | CommandKind::GetValue | CommandKind::Exit | CommandKind::Echo => {}
            CommandKind::SetInfo | CommandKind::SetOption => {}
            _ => {
                text.push_str(script.command_text(command));
                text.push('\n');
            }
        }
    }
    text
}

fn study(path: &Path, logic: &str, solver: &Solver, out: &Path, tally: &mut Tally) {
    let Ok(source) = fs::read(path) else { return };
    let source = String::from_utf8_lossy(&source).into_owned();
    let Ok(script) = Script::parse(source.as_str(), &gadfly_testkit::catalog(), Mode::Lenient)
    else {
        eprintln!("cannot parse {}", path.display());
        return;
    };
    let question = asking_for_a_model(&script);
    // Old releases have other names and other escapes.
    let Ok(asked) = Script::parse(question.as_str(), &gadfly_testkit::catalog(), Mode::Lenient)
    else {
        return;
    };
    let Ok(question) = solver.express(&asked) else {
        tally.no_model += 1;
        return;
    };
    // CPU time, so that a busy machine gives the same table.
    let limits = Limits {
        cpu: Some(Duration::from_secs(2)),
        wall: Some(Duration::from_secs(30)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let run = solver.run_fresh(
        &question,
        &Options {
            limits,
            ..Options::default()
        },
    );
    let (Some(Answer::Sat), Some(text)) = (run.answer(0), run.models.first()) else {
        tally.no_model += 1;
        return;
    };
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let keep = |kind: &str, note: &str| {
        let folder = out.join(kind);
        let file = folder.join(format!(
            "{logic}-{name}-{}.txt",
            solver.spec.replace(['@', ' '], "-")
        ));
        let _ = fs::create_dir_all(&folder);
        let _ = fs::write(
            file,
            format!(
                "; {note}\n; {}\n{question}\n; model\n{text}\n",
                path.display()
            ),
        );
    };
    let model = match Model::parse(text, &script) {
        Ok(model) => model,
        Err(error) => {
            tally.open += 1;
            *tally.reasons.entry(error.to_string()).or_default() += 1;
            keep("unread", &error.to_string());
            return;
        }
    };
    let evaluation = evaluate(&script, &model);
    match &evaluation.overall {
        Truth::True => tally.holds += 1,
        Truth::False => {
            tally.fails += 1;
            let failed = evaluation
                .assertions
                .iter()
                .find(|(_, t)| *t == Truth::False);
            let blame = failed.and_then(|(node, _)| smallest_false(&script, &model, *node));
            let note = blame.map_or(String::new(), |(node, value)| {
                format!("{} is {value}", script.text(node).replace('\n', " "))
            });
            keep("false", &note);
        }
        Truth::Undetermined(reason) => {
            tally.open += 1;
            *tally.reasons.entry(reason.to_string()).or_default() += 1;
            keep("undetermined", &reason.to_string());
        }
    }
}

/// A logic's line of the table: what became of each solver's models.
fn row(logic: &str, seeds: usize, tallies: &[Tally]) -> String {
    let mut line = format!("| {logic} | {seeds} |");
    for t in tallies {
        let _ = write!(line, " {}", t.holds);
        for (count, letter) in [(t.fails, "f"), (t.open, "u"), (t.no_model, "n")] {
            if count > 0 {
                let _ = write!(line, ", {count} {letter}");
            }
        }
        line.push_str(" |");
    }
    line
}

/// What all logics came to.
#[derive(Default)]
struct Sum {
    /// Models, false ones and undetermined ones: of quantifier-free logics, of the others.
    counts: [[usize; 3]; 2],
    reasons: BTreeMap<String, usize>,
}

impl Sum {
    fn add(&mut self, logic: &str, tallies: &[Tally]) {
        let counts = &mut self.counts[usize::from(!logic.starts_with("QF_"))];
        for t in tallies {
            counts[0] += t.holds + t.fails + t.open;
            counts[1] += t.fails;
            counts[2] += t.open;
            for (reason, n) in &t.reasons {
                *self.reasons.entry(reason.clone()).or_default() += n;
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "\nTrue models; then f false, u undetermined, n no model within 2 s of CPU time (or the release does not know the notation).\n",
        );
        for (kind, [models, fails, open]) in
            ["quantifier-free", "quantified"].iter().zip(self.counts)
        {
            let share = 100.0 * open as f64 / models.max(1) as f64;
            let _ = writeln!(
                text,
                "{kind} logics: {models} models, {fails} false, {open} undetermined ({share:.1} %)"
            );
        }
        let mut ordered: Vec<_> = self.reasons.iter().collect();
        ordered.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        for (reason, n) in ordered {
            let _ = writeln!(text, "- {n} times: {reason}");
        }
        text
    }
}
