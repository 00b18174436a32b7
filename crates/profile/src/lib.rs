//! Seed profiles: what solvers find out about a seed once, so that labels of its mutants are
//! known. A model is checked by our evaluator; a core is confirmed by a second family of solvers.

mod store;

pub use store::{Store, kept};

use gadfly_eval::{Model, Truth, evaluate};
use gadfly_exec::Limits;
use gadfly_formula::Expect;
use gadfly_mutate::{Profile, Seed};
use gadfly_solver::{Answer, Options, Run, Solver};
use std::fmt::Write as _;
use std::time::Duration;

/// Finds a seed's profile with these solvers, each run limited to `time`. A seed with several
/// checks, or that no solver decides, gets an empty one.
pub fn find(seed: &Seed, solvers: &[Solver], time: Duration) -> Profile {
    if !seed.is_flat() {
        return Profile::default();
    }
    let source = seed.script.source();
    let mut said: Vec<(&str, Expect)> = Vec::new();
    for solver in solvers {
        let run = run(
            solver,
            &format!("(set-option :produce-models true)\n{source}(get-model)\n"),
            time,
        );
        match run.answers.first() {
            Some(Answer::Sat) => {
                let model = run.models.first().filter(|model| satisfies(seed, model));
                if let Some(model) = model {
                    return Profile {
                        answer: Some(Expect::Sat),
                        model: Some(model.clone()),
                        core: None,
                    };
                }
                said.push((&solver.family, Expect::Sat));
            }
            Some(Answer::Unsat) => {
                said.push((&solver.family, Expect::Unsat));
                if let Some(core) = core(seed, solver, solvers, time) {
                    return Profile {
                        answer: Some(Expect::Unsat),
                        model: None,
                        core: Some(core),
                    };
                }
            }
            _ => {}
        }
    }
    Profile {
        answer: agreed(&said),
        model: None,
        core: None,
    }
}

fn run(solver: &Solver, text: &str, time: Duration) -> Run {
    let options = Options {
        limits: Limits {
            wall: Some(time),
            memory: Some(2 << 30),
            ..Limits::default()
        },
        ..Options::default()
    };
    solver.run_fresh(text, &options)
}

fn satisfies(seed: &Seed, model: &str) -> bool {
    Model::parse(model, &seed.script)
        .is_ok_and(|model| evaluate(&seed.script, &model).overall == Truth::True)
}

/// The answer that two families gave and none contradicted.
fn agreed(said: &[(&str, Expect)]) -> Option<Expect> {
    let (family, answer) = *said.first()?;
    let all = said.iter().all(|(_, other)| *other == answer);
    (all && said.iter().any(|(other, _)| *other != family)).then_some(answer)
}

/// The assertions of a core, if another family finds them unsatisfiable on their own.
fn core(seed: &Seed, solver: &Solver, solvers: &[Solver], time: Duration) -> Option<Vec<usize>> {
    let script = &seed.script;
    let roots: Vec<_> = script.assertions().collect();
    let named = |only: Option<&[usize]>, names: bool| {
        let mut text = String::new();
        let mut n = 0;
        for command in script.commands() {
            let asserted = command.kind == gadfly_term::CommandKind::Assert;
            let keep = !asserted || only.is_none_or(|only| only.contains(&n));
            if keep && asserted && names {
                let _ = writeln!(
                    text,
                    "(assert (! {} :named core!{n}))",
                    script.text(roots[n])
                );
            } else if keep {
                let _ = writeln!(text, "{}", script.command_text(command));
            }
            n += usize::from(asserted);
        }
        text
    };
    let text = format!(
        "(set-option :produce-unsat-cores true)\n{}(get-unsat-core)\n",
        named(None, true)
    );
    let found = run(solver, &text, time);
    let names = found.cores.first()?;
    let core: Vec<usize> = names
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|'))
        .filter_map(|word| word.strip_prefix("core!")?.parse().ok())
        .collect();
    if core.is_empty() {
        return None;
    }
    let alone = named(Some(&core), false);
    let other = solvers.iter().find(|s| s.family != solver.family)?;
    (run(other, &alone, time).answers.first() == Some(&Answer::Unsat)).then_some(core)
}
