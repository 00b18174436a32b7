//! What programs say when they are asked for their version: each is asked once.

use gadfly_exec::{Cancel, Command, Limits, MemoryKind, run_cancellable};
use gadfly_profile::Profile;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// For a program that we do not know: it may take the flag for something else, and wait for ever.
pub(crate) const BRIEF: Duration = Duration::from_secs(2);
/// For a program whose name is that of a solver that has the flag.
pub(crate) const PATIENT: Duration = Duration::from_secs(10);

/// What a program may take to say its version, where nothing else is said.
const MEMORY: u64 = 2 << 30;

/// What a program that is asked for its version may use.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    pub(crate) patience: Duration,
    /// Memory in bytes, zero for no limit.
    pub(crate) memory: Option<u64>,
    /// Ends the question.
    pub(crate) cancel: Option<Cancel>,
}

/// A command line with the program's time stamp: a build may be replaced.
type Asked = (Vec<String>, Option<SystemTime>);

/// Answers so far.
#[derive(Debug, Default)]
pub(crate) struct Versions {
    known: Mutex<BTreeMap<Asked, Option<String>>>,
}

impl Versions {
    /// What a program prints in time when asked for its version; `None` if it cannot be started.
    pub(crate) fn printed(
        &self,
        program: &Path,
        extra: &[String],
        profile: &Profile,
        allowance: &Allowance,
    ) -> Option<String> {
        // An interpreter needs its script: `python3 solver.py`.
        let scripts = extra
            .iter()
            .take_while(|a| !a.starts_with('-') && Path::new(a).is_file());
        let command = Command::new(program)
            .args(scripts.cloned())
            .args(profile.recognise.version_args.iter().cloned());
        self.printed_by(&command, allowance)
    }

    /// What a whole command line prints in time.
    pub(crate) fn printed_by(&self, command: &Command, allowance: &Allowance) -> Option<String> {
        let program = Path::new(&command.program);
        let modified = std::fs::metadata(program).and_then(|meta| meta.modified());
        let key = (command.line(), modified.ok());
        // Asked under the lock, so that nobody asks at the same time.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let ask = || printed(command, allowance);
        known.entry(key).or_insert_with(ask).clone()
    }
}

fn printed(command: &Command, allowance: &Allowance) -> Option<String> {
    let limits = Limits {
        wall: Some(allowance.patience),
        memory: allowance.memory.or(Some(MEMORY)),
        // Nothing is known yet of what address space it needs.
        memory_kind: MemoryKind::Resident,
        output: Some(1 << 20),
        ..Limits::default()
    };
    let raw = run_cancellable(command, b"", &limits, allowance.cancel.as_ref()).ok()?;
    let mut printed = String::from_utf8_lossy(&raw.stdout).into_owned();
    printed.push_str(&String::from_utf8_lossy(&raw.stderr));
    Some(printed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_profile::Profiles;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_program_is_asked_once_even_where_it_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (program, calls) = (folder.path().join("solver"), folder.path().join("calls"));
        let script = format!("#!/bin/sh\necho x >> {}\nexec sleep 60\n", calls.display());
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        gadfly_exec::allow(gadfly_exec::Allowed {
            writes: vec![folder.path().to_owned()],
            network: false,
        });
        let versions = Versions::default();
        gadfly_testkit::catalog();
        let generic = Profiles::builtin().generic();
        let allowance = Allowance {
            patience: Duration::from_millis(300),
            memory: None,
            cancel: None,
        };
        for _ in 0..3 {
            let said = versions.printed(&program, &[], generic, &allowance);
            assert_eq!(said.as_deref(), Some(""));
        }
        assert_eq!(std::fs::read_to_string(&calls).unwrap(), "x\n");
    }

    #[test]
    fn a_question_obeys_limits() {
        gadfly_testkit::catalog();
        let generic = Profiles::builtin().generic();
        let fake = gadfly_testkit::fake_solver_path();
        let eater = format!(
            "#!/bin/sh\necho '(check-sat)' | {} -e 'always: eat 400; hang'\n",
            fake.display()
        );
        let folder = tempfile::tempdir().unwrap();
        let ask = |script: &str, allowance: &Allowance| {
            let program = folder.path().join("solver");
            std::fs::write(&program, script).unwrap();
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
            let started = std::time::Instant::now();
            Versions::default().printed(&program, &[], generic, allowance);
            started.elapsed()
        };
        let patience = Duration::from_secs(600);
        let (memory, cancel) = (Some(100 << 20), None);
        let starved = Allowance {
            patience,
            memory,
            cancel,
        };
        assert!(ask(&eater, &starved) < patience);
        let cancel = Some(Cancel::at(std::time::Instant::now()));
        let late = Allowance {
            patience,
            memory,
            cancel,
        };
        assert!(ask("#!/bin/sh\nexec sleep 10000\n", &late) < patience);
    }
}
