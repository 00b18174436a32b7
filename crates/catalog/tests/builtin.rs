//! The embedded catalogue reads, and finds what it should.

use gadfly_catalog::Catalog;

#[test]
fn builtin_reads_and_knows_operators() {
    let catalog = Catalog::builtin();
    for name in [
        "and",
        "bvadd",
        "fp.fma",
        "str.replace_re",
        "select",
        "seq.len",
        "set.union",
        "extract",
    ] {
        assert!(catalog.op_named(name).is_some(), "{name}");
    }
    assert!(catalog.op_named("no-such").is_none());
    assert!(catalog.files("theories/").count() > 10);
    assert_eq!(catalog.hash().len(), 6);
}

#[test]
fn a_users_file_adds_operators_and_changes_the_hash() {
    let text = "(theory Mine :sorts ((Money 0)) :funs ((pay Money Int Money)))";
    let mine = Catalog::with_files([("theories/mine.smt2".to_string(), text.to_string())]).unwrap();
    assert!(mine.op_named("pay").is_some());
    assert_ne!(mine.hash(), Catalog::builtin().hash());
}

#[test]
fn a_bad_file_is_named_and_explained() {
    let text = "(theory Mine :funs ((pay Money Int)))";
    let error =
        Catalog::with_files([("theories/mine.smt2".to_string(), text.to_string())]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "theories/mine.smt2: unknown sort `Money`"
    );
}

#[test]
fn the_programs_files_come_with_the_theories() {
    static FILES: &[(&str, &str)] = &[("rules/ints/mine.rule", "")];
    let before = Catalog::shared();
    assert!(before.files("rules/").next().is_none());
    Catalog::provide(FILES);
    let after = Catalog::builtin();
    assert_eq!(after.files("rules/").count(), 1);
    assert_eq!(
        after.files("theories/").count(),
        before.files("theories/").count()
    );
    // Brought, but not a user's: operators are those of before.
    assert_eq!(after.ops().len(), before.ops().len());
    // Work has begun with the built-in one.
    assert!(!Catalog::share(after));
}
