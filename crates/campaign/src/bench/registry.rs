//! The solvers of a hunt, by spec: those that were asked for, and their variations.

use gadfly_profile::{join_words, split_words};
use gadfly_solver::{Answer, Asked, Outcome, Resolver, Run, Solver};
use gadfly_store::{Class, Ends};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Solvers with more options that are kept.
const MOST_VARIED: usize = 256;

/// What a program's file looked like when the hunt began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let meta = std::fs::metadata(path).ok()?;
        Some(Stamp {
            bytes: meta.len(),
            modified: meta.modified().ok(),
        })
    }
}

/// The solvers of a hunt. Shared by all threads.
#[derive(Debug)]
pub struct SolverRegistry {
    resolver: Resolver,
    known: Mutex<BTreeMap<String, Arc<Solver>>>,
    /// Those of `known` with more options, made when they are asked for.
    varied: Mutex<BTreeMap<String, Arc<Solver>>>,
    stamps: BTreeMap<std::path::PathBuf, Option<Stamp>>,
}

impl SolverRegistry {
    /// Starts with these solvers; others are resolved when they are asked for.
    pub fn new(resolver: Resolver, solvers: &[Arc<Solver>]) -> SolverRegistry {
        let known = solvers
            .iter()
            .map(|solver| (solver.spec.clone(), solver.clone()));
        let program = |solver: &Arc<Solver>| {
            let path = solver.launch.program.clone();
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        SolverRegistry {
            resolver,
            stamps: solvers.iter().map(program).collect(),
            known: Mutex::new(known.collect()),
            varied: Mutex::default(),
        }
    }

    /// The solver of a spec.
    pub fn get(&self, spec: &str) -> Result<Arc<Solver>, String> {
        if let Some(varied) = self.variation(spec) {
            return Ok(varied);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solver) = known.get(spec) {
            return Ok(solver.clone());
        }
        let resolved = self.resolver.one(spec).map_err(|error| error.to_string())?;
        let mut solver = resolved.into_iter().next().ok_or("no such solver")?;
        solver.spec = spec.to_string();
        let solver = Arc::new(solver);
        known.insert(spec.to_string(), solver.clone());
        Ok(solver)
    }

    /// A solver with more options, under a spec that says so.
    pub fn varied(&self, solver: &Arc<Solver>, options: &[String]) -> Arc<Solver> {
        if options.is_empty() {
            return solver.clone();
        }
        let spec = join(&solver.spec, options);
        let mut varied = self.varied.lock().unwrap_or_else(PoisonError::into_inner);
        // Pairs of options are without number over days.
        if varied.len() >= MOST_VARIED && !varied.contains_key(&spec) {
            varied.clear();
        }
        let make = || {
            let mut varied = Solver::clone(solver);
            varied.spec.clone_from(&spec);
            varied.extra.extend(options.iter().cloned());
            Arc::new(varied)
        };
        varied.entry(spec.clone()).or_insert_with(make).clone()
    }

    /// The variation of a known solver that a spec names, also where it was made long ago.
    fn variation(&self, spec: &str) -> Option<Arc<Solver>> {
        let base = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let is_base = |base: &str| {
                let rest = spec.strip_prefix(base);
                rest.is_some_and(|rest| rest.starts_with(' '))
            };
            let mut bases = known.iter().filter(|(base, _)| is_base(base));
            let exact = known.contains_key(spec);
            bases.next_back().filter(|_| !exact)?.1.clone()
        };
        let options = split_words(&spec[base.spec.len() + 1..])?;
        (join(&base.spec, &options) == spec).then(|| self.varied(&base, &options))
    }

    /// All installed releases of a family, oldest first.
    pub fn releases(&self, family: &str) -> Vec<String> {
        let all = self
            .resolver
            .one(&format!("{family}@*"))
            .unwrap_or_default();
        all.into_iter().map(|solver| solver.spec).collect()
    }

    /// Why a solver's program is no longer the one that the hunt began with.
    pub fn changed(&self, solver: &Solver) -> Option<String> {
        let path = &solver.launch.program;
        let before = self.stamps.get(path).copied().flatten()?;
        match Stamp::of(path) {
            None => Some(format!("its program {} is gone", path.display())),
            Some(now) if now != before => Some(format!(
                "its program {} was replaced while the hunt went on",
                path.display()
            )),
            Some(_) => None,
        }
    }

    /// Why a solver could not be run. A program that was replaced between a look at it and its start
    /// fails in ways of its own; that it was replaced is the reason then.
    pub(crate) fn why_broken(&self, spec: &str, failure: String) -> String {
        let changed = self.get(spec).ok().and_then(|solver| self.changed(&solver));
        changed.unwrap_or(failure)
    }
}

/// A spec with more options.
pub(crate) fn join(spec: &str, options: &[String]) -> String {
    if options.is_empty() {
        return spec.to_string();
    }
    format!("{spec} {}", join_words(options))
}

/// How a run counts in the tallies.
pub(crate) fn class_of(run: &Run) -> Class {
    match &run.outcome {
        Outcome::Crash(_) => Class::Crash,
        Outcome::Timeout => Class::Timeout,
        Outcome::MemoryOut => Class::MemoryOut,
        Outcome::Rejected(_) => Class::Rejected,
        Outcome::Unsupported(_) => Class::Unsupported,
        Outcome::Cancelled => Class::Cancelled,
        Outcome::Broken(_) => Class::Broken,
        Outcome::Garbled(_) => Class::Silent,
        Outcome::Done => {
            let found = run.told.iter().find(|told| told.asked == Asked::Synthesis);
            match found.map(|told| told.text.as_str()) {
                // Not an answer was asked for, and what was asked was said.
                None if run.checks == 0 && !run.told.is_empty() => Class::Mixed,
                None => class_of_answers(&run.answers),
                // A solution is a model of the constraints.
                Some("fail") => Class::Unknown,
                Some("infeasible") => Class::Unsat,
                Some(_) => Class::Sat,
            }
        }
    }
}

/// How runs ended.
pub fn ends_of<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Ends {
    let mut ends = Ends::default();
    runs.into_iter().for_each(|run| ends.add(class_of(run), 1));
    ends
}

fn class_of_answers(answers: &[Answer]) -> Class {
    let Some(first) = answers.first() else {
        return Class::Silent;
    };
    if answers
        .iter()
        .any(|answer| matches!(answer, Answer::Unknown(_)))
    {
        return Class::Unknown;
    }
    match first {
        _ if answers.iter().any(|answer| answer != first) => Class::Mixed,
        Answer::Sat => Class::Sat,
        Answer::Unsat => Class::Unsat,
        Answer::Unknown(_) => Class::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_profile::Home;

    #[test]
    fn variations_are_bounded_and_found_again() {
        gadfly_testkit::catalog();
        let resolver = Resolver::new(Home::from_env()).with_profile(Some("generic".into()));
        let fake = gadfly_testkit::fake_solver_path().display().to_string();
        let solvers = resolver.one(&fake).unwrap().into_iter();
        let solvers: Vec<Arc<Solver>> = solvers.map(Arc::new).collect();
        let registry = SolverRegistry::new(resolver, &solvers);
        let options = |n: usize| vec![format!("a={n}"), "with a blank".to_string()];
        let first = registry.varied(&solvers[0], &options(0));
        for n in 0..3 * MOST_VARIED {
            registry.varied(&solvers[0], &options(n));
            assert!(registry.varied.lock().unwrap().len() <= MOST_VARIED);
        }
        let again = registry.get(&first.spec).unwrap();
        assert!(!Arc::ptr_eq(&again, &first), "it was forgotten");
        assert_eq!((&again.spec, &again.extra), (&first.spec, &first.extra));
        assert!(Arc::ptr_eq(&registry.get(&fake).unwrap(), &solvers[0]));
        assert_eq!(registry.known.lock().unwrap().len(), 1);
    }

    #[test]
    fn who_says_what_alone_is_asked_is_tested() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("solver");
        std::fs::write(&program, "#!/bin/sh\ncat > /dev/null\necho '(+ 3 x)'\n").unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).unwrap();
        gadfly_testkit::catalog();
        let resolver = Resolver::new(Home::from_env()).with_profile(Some("z3".into()));
        let solver = resolver
            .one(&program.display().to_string())
            .unwrap()
            .remove(0);
        for (question, class) in [
            ("(simplify (+ x 3))", Class::Mixed),
            ("(check-sat)", Class::Silent),
        ] {
            let script = format!("(declare-const x Int){question}");
            let run = solver.run(&script, &gadfly_solver::Options::default());
            assert_eq!(class_of(&run), class, "{question}: {run:?}");
        }
    }

    #[test]
    fn a_replaced_program_is_the_reason_whatever_its_start_said() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("solver");
        std::fs::write(&program, "one").unwrap();
        gadfly_testkit::catalog();
        let resolver = Resolver::new(Home::from_env()).with_profile(Some("generic".into()));
        let spec = program.display().to_string();
        let solvers = resolver.one(&spec).unwrap().into_iter();
        let solvers: Vec<Arc<Solver>> = solvers.map(Arc::new).collect();
        let registry = SolverRegistry::new(resolver, &solvers);
        let said = || registry.why_broken(&spec, "permission denied".into());
        assert_eq!(said(), "permission denied");
        std::fs::write(&program, "another").unwrap();
        assert!(said().contains("was replaced"), "{}", said());
        std::fs::remove_file(&program).unwrap();
        assert!(said().contains("is gone"), "{}", said());
    }
}
