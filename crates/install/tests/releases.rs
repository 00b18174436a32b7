//! All releases that pip has: slow, needs the network, so on demand only:
//! `cargo test -p gadfly-install --test releases -- --ignored --nocapture`.

use gadfly_install::{Installed, Installer, Step, examine};
use gadfly_profile::Home;
use gadfly_solver::Resolver;

/// Installs what a spec names into a folder of its own, and examines each.
fn install_and_examine(spec: &str) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path());
    gadfly_testkit::catalog();
    let installer = Installer::new(home.clone());
    let results = installer
        .install(&[spec.to_owned()], 4, &|_: Step| {})
        .expect("pip works");
    for (name, installed) in &results {
        assert!(
            !matches!(installed, Installed::Failed(_)),
            "{name}: {installed:?}"
        );
    }
    for solver in Resolver::new(home).one(spec).expect("they are installed") {
        let checkup = examine(&solver);
        println!(
            "{}: {}",
            checkup.spec,
            if checkup.is_healthy() {
                "healthy"
            } else {
                "BROKEN"
            }
        );
        assert!(checkup.is_healthy(), "{checkup:#?}");
    }
    results.len()
}

#[test]
#[ignore = "downloads 50 releases"]
fn every_release_of_z3_installs_and_answers() {
    assert!(install_and_examine("z3@*") >= 50);
}

#[test]
#[ignore = "downloads 14 releases"]
fn every_release_of_cvc5_installs_and_answers() {
    assert!(install_and_examine("cvc5@*") >= 14);
}

#[test]
#[ignore = "downloads 4 releases"]
fn yices_and_bitwuzla_install_and_answer() {
    assert!(install_and_examine("yices@*") >= 2);
    assert!(install_and_examine("bitwuzla@*") >= 2);
}
