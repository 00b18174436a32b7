//! An import from a heap of files to a folder of seeds, with solvers that say what they are told.

use gadfly_catalog::Catalog;
use gadfly_exec::Cancel;
use gadfly_formula::{Expect, LabelSource};
use gadfly_known::{SeedAnswers, Store};
use gadfly_profile::Home;
use gadfly_seeds::{Answers, Import, Imported, Index, Options, Reason, Stats, find};
use gadfly_solver::{Resolver, Solver};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const OPTIONS: Options = Options {
    split: false,
    most: 1 << 16,
    decided: false,
};

fn posing(family: &str, rules: &str) -> Solver {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some(family.into()));
    let command = gadfly_testkit::fake_solver_command(rules);
    resolver.one(&command).unwrap().remove(0)
}

fn heap(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// Imports `heap` into `out`, both below `top`; no solver is asked once `cancel` is set.
fn import(top: &Path, rules: Option<[&str; 2]>, options: Options, cancel: Cancel) -> Imported {
    let solvers: Vec<Solver> = rules
        .map(|[one, two]| vec![posing("z3", one), posing("cvc5", two)])
        .unwrap_or_default();
    let answers = SeedAnswers {
        solvers: &solvers,
        store: Store::at(&top.join("home"), &solvers),
        jobs: 2,
        limit: Duration::from_secs(20),
        cancel: Some(cancel),
        progress: &|_, _| {},
    };
    let catalog: &Arc<Catalog> = &gadfly_testkit::catalog();
    let import = Import {
        catalog,
        out: &top.join("out"),
        options,
        answers: (!solvers.is_empty()).then_some(&answers as &dyn Answers),
        cancel: Cancel::new(),
        progress: &|_| {},
    };
    import.run(&find(&[top.join("heap")]).unwrap()).unwrap()
}

const P: &str = "(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat)";

#[test]
fn answers_duplicates_and_reasons_are_kept() {
    let top = tempfile::tempdir().unwrap();
    heap(
        &top.path().join("heap"),
        &[
            ("a.smt2", P),
            ("b.smt2", "; the same\n(declare-fun q () Bool) (assert q)"),
            (
                "unsat/c.smt2",
                "(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(check-sat)",
            ),
            ("d.smt2", "(assert (< x 3))"),
        ],
    );
    let sat = "always: answer sat";
    let imported = import(top.path(), Some([sat, sat]), OPTIONS, Cancel::new());
    let index = &imported.index;
    assert_eq!(index.seeds.len(), 2);
    assert!(
        index
            .seeds
            .iter()
            .all(|entry| entry.answers == [Expect::Sat] && entry.asked)
    );
    assert!(
        index
            .seeds
            .iter()
            .all(|entry| entry.label >= LabelSource::Confirmed)
    );
    let c = index
        .seeds
        .iter()
        .find(|entry| entry.from == "heap/unsat/c.smt2")
        .unwrap();
    assert_eq!(c.wrong_claim, Some(Expect::Unsat));
    assert!(c.file.starts_with("QF_"), "{}", c.file);
    assert_eq!(index.duplicates[0].from, "heap/b.smt2");
    assert_eq!(index.refused[0].reason, Reason::Malformed);
    let text = std::fs::read_to_string(top.path().join("out").join(&c.file)).unwrap();
    assert!(text.contains("(set-info :status sat)") && text.contains("; from: heap/unsat/c.smt2#"));
    // A hunt reads them as they are, labels and all.
    let files = [(c.file.as_str(), text.as_str())];
    let (pool, refused) = gadfly_mutate::SeedPool::read(files, &gadfly_testkit::catalog());
    assert!(refused.is_empty());
    assert_eq!(pool.seeds()[0].single(), Some(Expect::Sat));
    let stats = Stats::of(&top.path().join("out"), &gadfly_testkit::catalog()).unwrap();
    assert_eq!((stats.seeds, stats.answers["sat"]), (2, 2));
    assert_eq!(stats.rarest(), [("<", 1)]);
}

#[test]
fn what_was_done_is_not_done_again_and_what_changed_is() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("heap");
    heap(
        &folder,
        &[
            ("a.smt2", P),
            ("b.smt2", "(declare-const x Int)(assert (> x 1))"),
        ],
    );
    let first = import(top.path(), None, OPTIONS, Cancel::new());
    assert_eq!((first.before, first.index.seeds.len()), (0, 2));
    let again = import(top.path(), None, OPTIONS, Cancel::new());
    assert_eq!((again.before, &again.index), (2, &first.index));
    heap(
        &folder,
        &[("b.smt2", "(declare-const x Int)(assert (> x 2))")],
    );
    let changed = import(top.path(), None, OPTIONS, Cancel::new());
    assert_eq!((changed.before, changed.index.seeds.len()), (1, 2));
    assert_ne!(changed.index, first.index);
    let gone = first
        .index
        .seeds
        .iter()
        .find(|entry| entry.from == "heap/b.smt2")
        .unwrap();
    assert!(!top.path().join("out").join(&gone.file).exists());
    assert_eq!(
        Index::load(&top.path().join("out")).unwrap(),
        Some(changed.index)
    );
}

#[test]
fn what_time_was_not_enough_for_is_asked_next_time() {
    let top = tempfile::tempdir().unwrap();
    heap(&top.path().join("heap"), &[("a.smt2", P)]);
    let unsat = "always: answer unsat";
    let over = Cancel::new();
    over.set();
    let first = import(top.path(), Some([unsat, unsat]), OPTIONS, over);
    assert!(!first.index.seeds[0].asked);
    assert_eq!(first.index.seeds[0].answers, [Expect::Unknown]);
    let next = import(top.path(), Some([unsat, unsat]), OPTIONS, Cancel::new());
    assert_eq!((next.before, next.index.seeds.len()), (1, 1));
    let entry = &next.index.seeds[0];
    assert_eq!(
        (entry.asked, &entry.answers[..]),
        (true, &[Expect::Unsat][..])
    );
    let text = std::fs::read_to_string(top.path().join("out").join(&entry.file)).unwrap();
    assert_eq!(text.matches("(set-info :status unsat)").count(), 1);
    assert_eq!(text.matches("(set-logic QF_UF)").count(), 1);
}

#[test]
fn solvers_that_disagree_decide_nothing() {
    let top = tempfile::tempdir().unwrap();
    heap(&top.path().join("heap"), &[("a.smt2", P)]);
    let rules = Some(["always: answer sat", "always: answer unsat"]);
    let decided = Options {
        decided: true,
        ..OPTIONS
    };
    let imported = import(top.path(), rules, decided, Cancel::new());
    assert!(imported.index.seeds.is_empty());
    assert_eq!(imported.index.refused[0].reason, Reason::Undecided);
    // Without --decided, the folder must be another one.
    let out = top.path().join("out");
    let import = Import {
        catalog: &gadfly_testkit::catalog(),
        out: &out,
        options: OPTIONS,
        answers: None,
        cancel: Cancel::new(),
        progress: &|_| {},
    };
    let error = import.run(&[]).unwrap_err().to_string();
    assert!(
        error.contains("was made with --decided --most 65536"),
        "{error}"
    );
}
