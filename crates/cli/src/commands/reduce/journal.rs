//! What a reduction has won, on disk at every moment: the best script, and what was tried.

use crate::exit::{Context, Failure};
use gadfly_reduce::{CandidateHash, Event, Observer, Tried};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The journal stands beside the output until the reduction is done.
pub(crate) struct Journal {
    output: PathBuf,
    path: PathBuf,
    file: Mutex<File>,
}

/// What an earlier run has left.
pub(crate) struct Earlier {
    /// Its best script.
    pub(crate) best: String,
    /// What it has tried.
    pub(crate) tried: Vec<(CandidateHash, bool)>,
}

impl Journal {
    /// Begins, or goes on where an earlier run on the same input stopped.
    pub(crate) fn open(
        output: &Path,
        input: &str,
        resume: bool,
    ) -> Result<(Journal, Option<Earlier>), Failure> {
        let path = PathBuf::from(format!("{}.journal", output.display()));
        let key = hex(&Tried::hash(input));
        let earlier = if resume {
            Some(read(&path, output, &key)?)
        } else {
            None
        };
        let context = || format!("cannot write {}", path.display());
        let mut file = if earlier.is_some() {
            File::options()
                .append(true)
                .open(&path)
                .context(context())?
        } else {
            File::create(&path).context(context())?
        };
        if earlier.is_none() {
            writeln!(file, "input {key}").context(context())?;
        }
        Ok((
            Journal {
                output: output.to_path_buf(),
                path,
                file: Mutex::new(file),
            },
            earlier,
        ))
    }

    /// The reduction is done: only the output stays. The journal is gone already where its finding turned
    /// out to be another one, whose folder is kept instead.
    pub(crate) fn close(self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            removed => removed.context(format!("cannot remove {}", self.path.display())),
        }
    }
}

impl Observer for Journal {
    fn event(&self, event: &Event<'_>) {
        // A full disk must not stop a reduction that goes well: the result is written once more
        // at the end, and a failure is said there.
        match event {
            Event::Checked { hash, fails, .. } => {
                let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = writeln!(file, "{} {}", hex(hash), u8::from(*fails));
            }
            Event::Best { text } => {
                let _ = put(&self.output, text);
            }
            Event::Pass { .. } => {}
        }
    }
}

/// Replaces a file in one step, so that no moment leaves half a script.
pub(crate) fn put(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = PathBuf::from(format!("{}.new", path.display()));
    std::fs::write(&beside, text)?;
    std::fs::rename(beside, path)
}

fn read(path: &Path, output: &Path, key: &str) -> Result<Earlier, Failure> {
    let text = std::fs::read_to_string(path)
        .context(format!("--resume: there is no journal {}", path.display()))?;
    let mut lines = text.lines();
    if lines.next().and_then(|line| line.strip_prefix("input ")) != Some(key) {
        return Err(Failure::new(format!(
            "--resume: {} belongs to another input",
            path.display()
        )));
    }
    let best = std::fs::read_to_string(output).context(format!(
        "--resume: cannot read the best so far, {}",
        output.display()
    ))?;
    // The last line may be torn.
    let tried = lines.filter_map(|line| {
        let (hash, fails) = line.split_once(' ')?;
        Some((from_hex(hash)?, fails == "1"))
    });
    Ok(Earlier {
        best,
        tried: tried.collect(),
    })
}

fn hex(hash: &CandidateHash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<CandidateHash> {
    let mut hash = CandidateHash::default();
    if text.len() != 2 * hash.len() || !text.is_ascii() {
        return None;
    }
    for (n, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_reads_back_and_forgets_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("small.smt2");
        let (journal, earlier) = Journal::open(&output, "(check-sat)", false).unwrap();
        assert!(earlier.is_none());
        let hash = Tried::hash("(exit)");
        journal.event(&Event::Checked {
            hash,
            fails: true,
            bytes: 6,
        });
        journal.event(&Event::Best { text: "(exit)" });
        let mut file = File::options().append(true).open(&journal.path).unwrap();
        file.write_all(b"00ff").unwrap();
        let (journal, earlier) = Journal::open(&output, "(check-sat)", true).unwrap();
        let earlier = earlier.unwrap();
        assert_eq!(earlier.best, "(exit)");
        assert_eq!(earlier.tried, [(hash, true)]);
        assert!(Journal::open(&output, "(other)", true).is_err());
        journal.close().unwrap();
        assert!(Journal::open(&output, "(check-sat)", true).is_err());
    }

    #[test]
    fn a_journal_that_is_gone_already_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("small.smt2");
        let (journal, _) = Journal::open(&output, "(check-sat)", false).unwrap();
        std::fs::remove_file(&journal.path).unwrap();
        journal.close().unwrap();
    }
}
