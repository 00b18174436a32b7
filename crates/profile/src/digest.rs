//! Digests of files.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// What changes whenever a file does: device, number, length, and when its content and it itself were
/// last changed. Nobody can set the last one.
type State = (u64, u64, u64, (i64, i64), (i64, i64));

/// What was read in this process. A command looks at a solver's program several times.
static KNOWN: LazyLock<Mutex<HashMap<State, String>>> = LazyLock::new(Mutex::default);

/// A file that was changed this short a time ago may be changed again within one tick of the clock
/// that stamps it.
const SETTLED: Duration = Duration::from_secs(2);

/// The SHA-256 of a file, in hexadecimal.
pub fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let state = state_of(&file.metadata()?);
    if let Some(state) = state
        && let Some(known) = known().get(&state)
    {
        return Ok(known.clone());
    }
    let digest = read(&mut file)?;
    // What was changed while it was read is not remembered.
    if let Some(state) = state.filter(|state| state_of_open(&file) == Some(*state)) {
        known().insert(state, digest.clone());
    }
    Ok(digest)
}

fn known() -> std::sync::MutexGuard<'static, HashMap<State, String>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn state_of_open(file: &File) -> Option<State> {
    state_of(&file.metadata().ok()?)
}

/// The state of a file that has been left alone for a while.
fn state_of(file: &Metadata) -> Option<State> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let settled = now.ok()?.checked_sub(SETTLED)?.as_secs() as i64;
    let changed = (file.ctime(), file.ctime_nsec());
    (changed.0 < settled).then(|| {
        let written = (file.mtime(), file.mtime_nsec());
        (file.dev(), file.ino(), file.size(), written, changed)
    })
}

fn read(file: &mut File) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
    }
    Ok(hasher
        .finalize()
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_sha256sum_prints_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("abc");
        std::fs::write(&file, "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest_of(&file).unwrap(), known);
    }

    #[test]
    fn what_was_changed_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program");
        std::fs::write(&file, "abc").unwrap();
        std::thread::sleep(SETTLED + Duration::from_millis(1100));
        let first = digest_of(&file).unwrap();
        let state = state_of(&file.metadata().unwrap()).expect("it has been left alone");
        assert!(known().contains_key(&state));
        assert_eq!(digest_of(&file).unwrap(), first);
        // The same length, and the time of its content put back.
        let written = file.metadata().unwrap().modified().unwrap();
        std::fs::write(&file, "xyz").unwrap();
        let open = File::options().append(true).open(&file).unwrap();
        open.set_modified(written).unwrap();
        assert_ne!(digest_of(&file).unwrap(), first);
    }
}
