//! Models judged twice: by our evaluator, and by solvers that are given the script with the model
//! put in as definitions.
//!
//! `cargo run --release -p gadfly-oracle --example two_routes -- OUT z3@5.4.0,yices z3@5.4.0,cvc5@1.4.2 FILES…`
//!
//! The first list gives models, the second judges them. Each model is also judged with one literal
//! changed, so that false ones are among them (`CHANGED=N` times). Prints a table by logic and the
//! reasons for undetermined; writes each difference below OUT. `SECONDS=N` stops earlier.

use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_oracle::{CatalogEvaluator, Evaluator, ModelTruth, put_in, said_to};
use gadfly_rng::Rng;
use gadfly_solver::{Answer, Options, Session, Solver, resolve};
use gadfly_term::{CommandKind, Mode, Script, infer_logic};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the routes said what, for one logic.
#[derive(Default)]
struct Tally {
    models: usize,
    same: usize,
    differ: usize,
    /// The evaluator decides, and nobody else does.
    alone: usize,
    /// The evaluator is undetermined, and somebody decides.
    settled: usize,
    /// Nobody knows.
    open: usize,
}

fn main() {
    gadfly_exec::guardian_entry();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [out, givers, judges, paths @ ..] = args.as_slice() else {
        eprintln!("usage: two_routes OUT GIVERS JUDGES FILES…");
        std::process::exit(2);
    };
    let options = Options {
        limits: Limits {
            cpu: Some(Duration::from_millis(300)),
            wall: Some(Duration::from_secs(4)),
            memory: Some(2 << 30),
            output: Some(1 << 20),
            ..Limits::default()
        },
        ..Options::default()
    };
    let mut study = Study {
        givers: sessions(givers, &options),
        judges: sessions(judges, &options),
        evaluator: CatalogEvaluator::new(gadfly_testkit::catalog()),
        out: PathBuf::from(out),
        changed: std::env::var("CHANGED").map_or(1, |n| n.parse().unwrap_or(1)),
        tallies: BTreeMap::new(),
        reasons: BTreeMap::new(),
        differences: 0,
    };
    let below = |path: &String| gadfly_testkit::scripts_below(Path::new(path));
    let mut files: Vec<PathBuf> = paths.iter().flat_map(below).collect();
    files.sort_by_key(|file| (file.file_name().map(ToOwned::to_owned), file.clone()));
    let seconds = std::env::var("SECONDS").ok().and_then(|n| n.parse().ok());
    let started = std::time::Instant::now();
    for (n, file) in files.iter().enumerate() {
        if seconds.is_some_and(|most| started.elapsed().as_secs() > most) {
            eprintln!("stopped after {n} files");
            break;
        }
        study.file(file, n as u64);
        if n % 500 == 499 {
            eprintln!(
                "{} of {} files, {} differences",
                n + 1,
                files.len(),
                study.differences
            );
        }
    }
    study.print();
}

fn sessions(specs: &str, options: &Options) -> Vec<Session> {
    let specs: Vec<String> = specs.split(',').map(str::to_string).collect();
    gadfly_testkit::catalog();
    let solvers: Vec<Solver> = resolve(&specs).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(1);
    });
    solvers
        .iter()
        .map(|solver| Session::new(solver, options))
        .collect()
}

struct Study {
    givers: Vec<Session>,
    judges: Vec<Session>,
    evaluator: CatalogEvaluator,
    out: PathBuf,
    changed: usize,
    tallies: BTreeMap<String, Tally>,
    reasons: BTreeMap<String, (usize, usize)>,
    differences: usize,
}

impl Study {
    fn file(&mut self, path: &Path, n: u64) {
        let Ok(bytes) = fs::read(path) else { return };
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let Some(script) = read(&source) else { return };
        let text = up_to_first_check(&script);
        let Some(script) = read(&text) else { return };
        let logic = infer_logic(&script).name;
        for giver in 0..self.givers.len() {
            let Some(model) = model_of(&mut self.givers[giver], &text) else {
                continue;
            };
            let name = self.givers[giver].solver().spec.clone();
            self.judge(path, &logic, &text, &model, &name);
            for change in 0..self.changed {
                let mut rng = Rng::new(n, giver as u32, change as u64);
                if let Some(other) = change_literal(&model, &mut rng) {
                    self.judge(path, &logic, &text, &other, &name);
                }
            }
        }
    }

    fn judge(&mut self, path: &Path, logic: &str, text: &str, model: &str, giver: &str) {
        let truth = self.evaluator.evaluate(text, 0, model);
        let question = put_in(text, 0, model);
        let mut answers = Vec::new();
        if let Some((question, _)) = &question {
            for judge in &mut self.judges {
                if let Some(answer) = answer_of(judge, question) {
                    answers.push((judge.solver().spec.clone(), answer));
                }
            }
        }
        let wanted = match truth {
            ModelTruth::True => Some(Answer::Sat),
            ModelTruth::False(_) => Some(Answer::Unsat),
            _ => None,
        };
        let differ = wanted
            .as_ref()
            .is_some_and(|w| answers.iter().any(|(_, a)| a != w));
        let tally = self.tallies.entry(logic.to_string()).or_default();
        tally.models += 1;
        match (&wanted, answers.is_empty()) {
            _ if differ => tally.differ += 1,
            (Some(_), true) => tally.alone += 1,
            (Some(_), false) => tally.same += 1,
            (None, true) => tally.open += 1,
            (None, false) => tally.settled += 1,
        }
        if let ModelTruth::Undetermined(why) = &truth {
            let count = self.reasons.entry(why.kind.to_string()).or_default();
            count.0 += 1;
            count.1 += usize::from(!answers.is_empty());
        }
        let alone = std::env::var("ALONE").is_ok() && wanted.is_some() && answers.is_empty();
        if differ || alone {
            self.differences += usize::from(differ);
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let folder = self.out.join(if differ { "differ" } else { "alone" });
            let _ = fs::create_dir_all(&folder);
            let name = format!(
                "{stem}-{}-{}.txt",
                giver.replace(['/', ' '], "_"),
                tally.models
            );
            let question = question.map(|(q, _)| q).unwrap_or_default();
            let report = format!(
                "evaluator: {truth:?}\nanswers: {answers:?}\n--- script\n{text}\n--- model\n{model}\n--- put in\n{question}"
            );
            let _ = fs::write(folder.join(name), report);
        }
    }

    fn print(&self) {
        println!(
            "| logic | models | same | differ | evaluator alone | undetermined, settled by others | nobody |"
        );
        println!("|---|---|---|---|---|---|---|");
        let mut sum = Tally::default();
        for (logic, t) in &self.tallies {
            println!("{}", row(logic, t));
            sum.models += t.models;
            sum.same += t.same;
            sum.differ += t.differ;
            sum.alone += t.alone;
            sum.settled += t.settled;
            sum.open += t.open;
        }
        println!("{}", row("all", &sum));
        println!("\n| why undetermined | models | settled by others |\n|---|---|---|");
        for (why, (all, settled)) in &self.reasons {
            println!("| {why} | {all} | {settled} |");
        }
    }
}

fn row(name: &str, t: &Tally) -> String {
    let Tally {
        models,
        same,
        differ,
        alone,
        settled,
        open,
    } = t;
    format!("| {name} | {models} | {same} | {differ} | {alone} | {settled} | {open} |")
}

fn read(text: &str) -> Option<Script> {
    let catalog = Catalog::shared();
    let read = |mode| Script::parse(text, &catalog, mode).ok();
    read(Mode::Default).or_else(|| read(Mode::Lenient))
}

fn up_to_first_check(script: &Script) -> String {
    let mut text = String::new();
    for command in script.commands() {
        match command.kind {
            CommandKind::CheckSat => {
                text.push_str("(check-sat)\n");
                break;
            }
            CommandKind::Get | CommandKind::GetValue | CommandKind::Exit | CommandKind::Echo => {}
            CommandKind::SetInfo | CommandKind::SetOption | CommandKind::Other => {}
            _ => {
                text.push_str(script.command_text(command));
                text.push('\n');
            }
        }
    }
    text
}

fn model_of(session: &mut Session, text: &str) -> Option<String> {
    let asked = format!("(set-option :produce-models true)\n{text}(get-model)\n");
    let asked = read(&asked)?;
    let asked = session.solver().express(&asked).ok()?.into_owned();
    let run = session.run(&asked);
    (run.answers.first() == Some(&Answer::Sat)).then(|| run.models.first().cloned())?
}

fn answer_of(session: &mut Session, question: &str) -> Option<Answer> {
    let question = &*said_to(&session.solver().family, question);
    let said = match read(question) {
        Some(script) => session.solver().express(&script).ok()?.into_owned(),
        None => question.to_string(),
    };
    let run = session.run(&said);
    let clean = run.errors.is_empty() && run.outcome == gadfly_solver::Outcome::Done;
    match run.answers.first() {
        Some(answer @ (Answer::Sat | Answer::Unsat)) if clean => Some(answer.clone()),
        _ => None,
    }
}

/// The model with one digit, bit or character of a value changed.
fn change_literal(model: &str, rng: &mut Rng) -> Option<String> {
    let bytes = model.as_bytes();
    let starts: Vec<usize> = (1..bytes.len())
        .filter(|at| {
            let before = bytes[at - 1];
            let value = matches!(before, b' ' | b'(' | b'"') || model[..*at].ends_with("#b");
            value && bytes[*at].is_ascii_digit() && !model[..*at].ends_with("BitVec ")
        })
        .filter(|at| {
            !model[..*at].ends_with("FloatingPoint ") && !model[..*at].ends_with("(_ NaN ")
        })
        .collect();
    let at = *rng.pick(&starts)?;
    // A divisor of zero would be no value.
    if model[..at]
        .rsplit(' ')
        .nth(2)
        .is_some_and(|word| word.ends_with("(/"))
    {
        return None;
    }
    let other = match bytes[at] {
        b'0' => b'1',
        b'1' => b'0',
        digit => digit - 1,
    };
    let mut changed = bytes.to_vec();
    changed[at] = other;
    String::from_utf8(changed).ok()
}
