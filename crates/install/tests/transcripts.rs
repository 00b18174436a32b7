//! Every recorded transcript is read as it says.

use gadfly_install::Transcript;
use gadfly_profile::Profiles;

#[test]
fn transcripts_are_read_as_written() {
    let catalog = gadfly_testkit::catalog();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (path, text) in catalog.files("solvers/transcripts/") {
        let transcript = Transcript::parse(text).unwrap_or_else(|e| panic!("{path}: {e}"));
        let profile = Profiles::builtin().get(&transcript.family);
        let profile = profile.unwrap_or_else(|| panic!("{path}: no family {}", transcript.family));
        let reading = transcript.reading(profile);
        if reading != transcript.expect {
            if std::env::var_os("BLESS").is_some() {
                bless(
                    path,
                    Transcript {
                        expect: reading.clone(),
                        ..transcript.clone()
                    },
                );
            }
            wrong.push(format!(
                "{path}\n  want {:?}\n  read {reading:?}",
                transcript.expect
            ));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 40, "only {count} transcripts");
}

/// `BLESS=1` writes today's reading into the transcripts that differ; look at them before you
/// keep them.
fn bless(path: &str, transcript: Transcript) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../catalog")
        .join(path);
    let text = toml::to_string_pretty(&transcript).expect("a transcript can be written");
    std::fs::write(file, text).expect("the catalogue can be written");
}

/// The rows of the failure table: event, family, and a transcript of it.
#[test]
fn the_failure_table_is_covered() {
    let catalog = gadfly_testkit::catalog();
    let events = [
        "bad-input",
        "hard-time-limit",
        "soft-time-limit",
        "resource-limit",
        "memory",
        "segfault",
        "assertion",
        "invalid-model",
        "logic-refused",
    ];
    for family in ["z3", "cvc5"] {
        for event in events {
            let prefix = format!("solvers/transcripts/{family}-{event}");
            assert!(
                catalog.files(&prefix).next().is_some(),
                "no transcript {prefix}"
            );
        }
    }
    assert!(
        catalog
            .file("solvers/transcripts/cvc5-invalid-core.toml")
            .is_some()
    );
}
