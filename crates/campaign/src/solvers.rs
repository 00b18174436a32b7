//! The solvers of a hunt: those under test, those that confirm, and those that say what seeds are.

use crate::make::Library;
use gadfly_install::{InstallError, Installed, Installer, Step};
use gadfly_profile::{Home, code_base};
use gadfly_solver::{ResolveError, Resolver, Solver};
use thiserror::Error;

/// Solvers that are taken where none are named.
const USUAL: [&str; 2] = ["z3", "cvc5"];

/// Why a hunt has no solver.
#[derive(Debug, Error)]
pub enum NoSolver {
    /// It cannot be resolved.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// It could not be installed.
    #[error(transparent)]
    Install(#[from] InstallError),
    /// One release could not be installed.
    #[error("{0}: {1}")]
    Failed(String, String),
}

/// What is done to get a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetch<'a> {
    /// It is not installed, so it is now.
    Missing(&'a str),
    /// A release is downloaded.
    Started(&'a str),
    /// It is there.
    Finished(&'a str),
}

/// The solvers under test: those that were named, else z3 and cvc5; installed on the spot where they
/// are not.
pub fn under_test(
    specs: &[String],
    resolver: &Resolver,
    tell: &(dyn Fn(Fetch) + Sync),
) -> Result<Vec<Solver>, NoSolver> {
    let usual = USUAL.map(String::from);
    let specs = if specs.is_empty() { &usual } else { specs };
    let mut found = Vec::new();
    for spec in specs {
        match resolver.one(spec) {
            Ok(solvers) => found.extend(solvers),
            Err(ResolveError::NotInstalled { .. }) => {
                install(spec, tell)?;
                found.extend(resolver.one(spec)?);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

fn install(spec: &str, tell: &(dyn Fn(Fetch) + Sync)) -> Result<(), NoSolver> {
    let plain = spec.split(' ').next().unwrap_or(spec);
    tell(Fetch::Missing(plain));
    let progress = |step: Step| match step {
        Step::Started(name) => tell(Fetch::Started(&name)),
        Step::Finished(name) => tell(Fetch::Finished(&name)),
        Step::Chosen(_) => {}
    };
    let installer = Installer::new(Home::from_env());
    for (name, result) in installer.install(&[plain.to_string()], 2, &progress)? {
        if let Installed::Failed(error) = result {
            return Err(NoSolver::Failed(name, error.to_string()));
        }
    }
    Ok(())
}

/// The solvers that confirm: those that were named, else, in a new hunt, the newest installed z3 and
/// cvc5 that are not under test.
pub fn confirming(
    specs: &[String],
    tested: &[Solver],
    resolver: &Resolver,
    resumed: bool,
) -> Result<Vec<Solver>, ResolveError> {
    if !specs.is_empty() || resumed {
        return resolver.all(specs);
    }
    // Without any, crashes are still found, and `without_witness` says what is not.
    let found = USUAL.map(|family| resolver.one(family).unwrap_or_default());
    let mut found = found.concat();
    found.retain(|solver| {
        let same = |t: &Solver| t.family == solver.family && t.version == solver.version;
        !tested.iter().any(same)
    });
    Ok(found)
}

/// What a hunt cannot find where all its solvers have one code base, and what to do about it.
pub fn without_witness(tested: &[Solver], references: &[Solver]) -> Option<String> {
    let mut bases = tested.iter().chain(references);
    let base = code_base(&bases.next()?.family);
    if bases.any(|solver| code_base(&solver.family) != base) {
        return None;
    }
    let other = USUAL.into_iter().find(|family| *family != base)?;
    Some(format!(
        "no solver of another code base than {base} is here to bear out wrong answers and models, which stay doubts: \
         `gadfly solvers install {other}`, or name one with --reference"
    ))
}

/// The solvers that are asked for the answers of seeds: the newest of each family, references first.
/// None where there is one family alone, or no strategy works on seeds.
pub fn askers(library: &Library, tested: &[Solver], references: &[Solver]) -> Option<Vec<Solver>> {
    let mut solvers: Vec<Solver> = Vec::new();
    for solver in references.iter().chain(tested.iter().rev()) {
        if !solvers.iter().any(|known| known.family == solver.family) {
            solvers.push(solver.clone());
        }
    }
    (solvers.len() >= 2 && library.uses_seeds()).then_some(solvers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::posing;

    fn library(strategy: &str) -> Library {
        let seed = "(set-logic QF_LIA)(declare-const x Int)(assert (< x 1))(check-sat)";
        let files = [("a.smt2".to_string(), seed.to_string())];
        Library::read(&files, &[strategy.to_string()], &[]).unwrap()
    }

    #[test]
    fn one_code_base_alone_bears_nothing_out() {
        gadfly_testkit::catalog();
        let solver = |family: &str| posing(family, "always: answer sat");
        let told = |tested: &[&str], references: &[&str]| {
            let all = |families: &[&str]| families.iter().map(|it| solver(it)).collect::<Vec<_>>();
            without_witness(&all(tested), &all(references))
        };
        assert_eq!(told(&["z3"], &["cvc5"]), None);
        assert_eq!(told(&["z3", "yices"], &[]), None);
        let has = |told: Option<String>, word: &str| told.is_some_and(|it| it.contains(word));
        assert!(has(told(&["z3"], &["z3"]), "install cvc5"));
        assert!(has(told(&["cvc5"], &[]), "install z3"));
        // Another family's code is no second witness.
        assert!(has(told(&["cvc5"], &["cvc4"]), "install z3"));
    }

    #[test]
    fn seeds_are_put_to_one_solver_of_each_family() {
        let sat = "always: answer sat";
        let (old, new) = (posing("z3", "always: answer unsat"), posing("z3", sat));
        let other = posing("cvc5", sat);
        let specs = |asked: Option<Vec<Solver>>| -> Vec<String> {
            asked.unwrap().into_iter().map(|s| s.spec).collect()
        };
        let tested = [old.clone(), new.clone()];
        let asked = askers(&library("op"), &tested, std::slice::from_ref(&other));
        assert_eq!(specs(asked), [other.spec.clone(), new.spec.clone()]);
        assert!(askers(&library("op"), &tested, &[]).is_none());
        assert!(askers(&library("random"), &tested, &[other]).is_none());
    }

    #[test]
    fn a_reference_is_no_solver_under_test() {
        let tested = [posing("z3", "always: answer sat")];
        let resolver = Resolver::new(Home::from_env());
        // A hunt that goes on has the references that it had: none.
        assert!(
            confirming(&[], &tested, &resolver, true)
                .unwrap()
                .is_empty()
        );
        let found = confirming(&[], &tested, &resolver, false).unwrap();
        let own = |s: &&Solver| s.family == "z3" && s.version == tested[0].version;
        assert!(found.iter().find(own).is_none());
    }
}
