//! What a study is made of, from the command line: formulas and judges.

use crate::exit::Failure;
use crate::ui::Ui;
use crate::{grammars, paths};
use gadfly_evolve::{Formulas, Source};
use gadfly_solver::{Resolver, Solver};
use std::ops::Range;
use std::path::PathBuf;

/// More formulas of a grammar than this are a slip of the pen: they take years.
const MOST: u64 = 1_000_000_000;

/// All sources: each grammar with its range, and all files of each path.
pub(crate) fn sources(
    names: &[String],
    range: Range<u64>,
    files: &[PathBuf],
    ui: &Ui,
) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for name in names {
        let (text, grammar) = grammars::text_and_grammar(name)?;
        for warning in grammar.warnings() {
            ui.say(format_args!("warning: {warning}"));
        }
        let mut enumerator = gadfly_enumerate::Enumerator::new(&grammar);
        let mut range = range.clone();
        if let Some(total) = enumerator.total() {
            let total = u64::try_from(total).unwrap_or(u64::MAX);
            range.end = range.end.min(total);
        }
        if range.is_empty() {
            return Err(Failure::new(format!(
                "{name}: it has no formulas from --from {} on",
                range.start
            )));
        }
        if range.end - range.start > MOST {
            let words = "more than a billion formulas at once: give a smaller --count";
            return Err(Failure::new(format!("{name}: {words}")));
        }
        let formulas = Formulas::Grammar {
            text,
            grammar: Box::new(grammar.clone()),
            range,
        };
        sources.push(Source {
            name: grammar.name().to_string(),
            formulas,
        });
    }
    for path in files {
        let mut scripts = Vec::new();
        for source in paths::expand(std::slice::from_ref(path))? {
            let text = String::from_utf8_lossy(&source.read()?).into_owned();
            scripts.push((PathBuf::from(source.name()), text));
        }
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        let name = stem.to_string_lossy().into_owned();
        sources.push(Source {
            name,
            formulas: Formulas::Scripts(scripts),
        });
    }
    if sources.is_empty() {
        return Err(Failure::new(
            "no formulas: give --grammar Core,Ints or files",
        ));
    }
    for (at, source) in sources.iter().enumerate() {
        if sources[..at].iter().any(|other| other.name == source.name) {
            return Err(Failure::new(format!(
                "two sources are called {}: name each grammar once, or rename a file or folder",
                source.name
            )));
        }
    }
    Ok(sources)
}

/// Who judges: as asked, or as in the published study the newest release of another family.
pub(crate) fn judges(
    asked: &[String],
    solvers: &[Solver],
    resolver: &Resolver,
) -> Result<Vec<Solver>, Failure> {
    if asked.iter().any(|spec| spec == "none") {
        return Ok(Vec::new());
    }
    let is_z3 = |solver: &Solver| solver.family == "z3";
    let mut specs = asked.to_vec();
    if specs.is_empty() {
        if solvers.iter().any(is_z3) {
            specs.push("cvc5 --strings-exp".to_string());
        }
        if !solvers.iter().all(is_z3) {
            specs.push("z3".to_string());
        }
    }
    let hint = |error: gadfly_solver::ResolveError| {
        Failure::new(format!(
            "the reference: {error} (or name another with --reference, or none)"
        ))
    };
    let mut judges = Vec::new();
    for spec in &specs {
        judges.extend(resolver.one(spec).map_err(hint)?.into_iter().next_back());
    }
    Ok(judges)
}
