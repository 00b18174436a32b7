//! Who reads the clock on the wall. Everything that measures or waits does so by a clock that only goes
//! forward, so that a hunt of days survives a clock that is set; the files here only write down when
//! something was, compare files' ages, or make a name nobody else has.

use std::path::{Path, PathBuf};

const READERS: [&str; 14] = [
    "campaign/src/bench/registry.rs",
    "cli/src/commands/findings/next.rs",
    "cluster/src/journal.rs",
    "cluster/src/status.rs",
    "compare/src/tool.rs",
    "exec/src/scratch.rs",
    "known/src/store.rs",
    "profile/src/digest.rs",
    "serve/src/server.rs",
    "serve/src/stamp.rs",
    "serve/src/study.rs",
    "solver/src/said_version.rs",
    "solver/src/session/marker.rs",
    "store/src/status.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn time_is_measured_by_clocks_that_nobody_sets() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut readers = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap().flatten() {
        let mut files = Vec::new();
        sources(&entry.path().join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            if text.contains("SystemTime") || text.contains("ClockId::Realtime") {
                let name = file.strip_prefix(&crates).unwrap();
                readers.push(name.display().to_string());
            }
        }
    }
    readers.sort();
    assert_eq!(
        readers, READERS,
        "measure with `Instant`, or say here why not"
    );
}
