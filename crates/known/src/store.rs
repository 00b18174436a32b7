//! Known answers on disk, one file a seed. A file is named by the seed's content and the versions of
//! the solvers that were asked: other solvers may know more.

use gadfly_eval::{Model, Truth, evaluate};
use gadfly_formula::ContentHash;
use gadfly_mutate::{Known, Seed};
use gadfly_solver::Solver;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What nobody decided is asked again after this long: the machine may have been busy. Until then it
/// counts, so that a hunt that is resumed makes the same formulas.
const RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// A folder of known answers.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    versions: String,
}

impl Store {
    /// What these solvers found out, under a home folder.
    pub fn at(home: &Path, solvers: &[Solver]) -> Store {
        let version = |solver: &Solver| format!("{} {}\n", solver.family, solver.version);
        Store {
            folder: home.join("known"),
            versions: solvers.iter().map(version).collect(),
        }
    }

    fn path(&self, seed: &Seed) -> PathBuf {
        let key = format!("{}{}", self.versions, seed.script.source());
        let name = ContentHash::of(key.as_bytes()).short();
        self.folder.join(format!("{name}.known"))
    }

    /// What is known of a seed. A file that is damaged, too old, or that has a model which is not one
    /// counts as none.
    pub fn load(&self, seed: &Seed) -> Option<Known> {
        let path = self.path(seed);
        let known = Known::from_text(&std::fs::read_to_string(&path).ok()?)?;
        let stale = known.answer.is_none() && age(&path).is_some_and(|age| age > RETRY_AFTER);
        let refuted = known
            .model
            .as_ref()
            .is_some_and(|model| !satisfies(seed, model));
        (!stale && !refuted).then_some(known)
    }

    /// Keeps what is known, whole or not at all: another process may read it at this moment.
    pub fn save(&self, seed: &Seed, known: &Known) -> io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(known.to_text().as_bytes())?;
        file.persist(self.path(seed)).map_err(|error| error.error)?;
        Ok(())
    }
}

fn age(path: &Path) -> Option<Duration> {
    let changed = std::fs::metadata(path).ok()?.modified().ok()?;
    changed.elapsed().ok()
}

/// Whether the evaluator finds every assertion of a seed true under a model.
pub(crate) fn satisfies(seed: &Seed, model: &str) -> bool {
    Model::parse(model, &seed.script)
        .is_ok_and(|model| evaluate(&seed.script, &model).overall == Truth::True)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_catalog::Catalog;
    use gadfly_formula::Expect;
    use gadfly_mutate::SeedPool;
    use std::time::SystemTime;

    const SEED: &str = "(declare-const x Int)(assert (> x 3))(check-sat)";

    fn seed(text: &str) -> Seed {
        let (pool, _) = SeedPool::read([("a.smt2", text)], &Catalog::builtin());
        pool.into_seeds().remove(0)
    }

    fn sat(model: &str) -> Known {
        Known {
            answer: Some(Expect::Sat),
            model: Some(model.into()),
            core: None,
            proved: false,
        }
    }

    fn store(home: &Path, versions: &str) -> Store {
        Store {
            versions: versions.into(),
            ..Store::at(home, &[])
        }
    }

    #[test]
    fn what_is_known_reads_back_for_the_same_seed_and_solvers_alone() {
        let home = tempfile::tempdir().unwrap();
        let known = sat("((define-fun x () Int 4))");
        let here = store(home.path(), "z3 5.4.0\n");
        assert_eq!(here.load(&seed(SEED)), None);
        here.save(&seed(SEED), &known).unwrap();
        assert_eq!(here.load(&seed(SEED)), Some(known));
        assert_eq!(store(home.path(), "z3 4.8.7\n").load(&seed(SEED)), None);
        assert_eq!(here.load(&seed(&SEED.replace('3', "2"))), None);
        // Nothing is left over from writing.
        assert_eq!(std::fs::read_dir(&here.folder).unwrap().count(), 1);
    }

    #[test]
    fn a_model_is_checked_before_it_is_trusted() {
        let home = tempfile::tempdir().unwrap();
        let store = store(home.path(), "");
        for model in [
            "((define-fun x () Int 3))",
            "((define-fun y () Int 4))",
            "((",
        ] {
            store.save(&seed(SEED), &sat(model)).unwrap();
            assert_eq!(store.load(&seed(SEED)), None, "{model}");
        }
        let text = sat("((define-fun x () Int 4))").to_text();
        std::fs::write(store.path(&seed(SEED)), &text[..text.len() / 2]).unwrap();
        assert_eq!(store.load(&seed(SEED)), None, "cut");
    }

    #[test]
    fn what_nobody_decided_is_asked_for_again_when_it_is_old() {
        let home = tempfile::tempdir().unwrap();
        let store = store(home.path(), "");
        let decided = sat("((define-fun x () Int 4))");
        for (known, kept_when_old) in [(Known::default(), false), (decided, true)] {
            store.save(&seed(SEED), &known).unwrap();
            assert!(store.load(&seed(SEED)).is_some());
            let old = SystemTime::now() - 2 * RETRY_AFTER;
            let path = store.path(&seed(SEED));
            let file = std::fs::File::options().write(true).open(path).unwrap();
            file.set_modified(old).unwrap();
            assert_eq!(store.load(&seed(SEED)).is_some(), kept_when_old);
        }
    }
}
