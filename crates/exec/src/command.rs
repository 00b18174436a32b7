//! What to start: program, arguments, environment.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A command line with its additions to the scrubbed environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program; a bare name is looked up in `PATH`, a relative path is taken from here.
    pub program: PathBuf,
    /// The arguments. Paths in them should be absolute: the process runs in a private folder.
    pub args: Vec<OsString>,
    /// Environment variables on top of the scrubbed environment.
    pub env: Vec<(OsString, OsString)>,
    /// The working folder; the private folder of the process where there is none.
    pub folder: Option<PathBuf>,
    /// Whether it writes beneath its private folder only, has no network and signals nobody else,
    /// where the kernel can see to it.
    pub confined: bool,
}

impl Command {
    /// A program without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Command {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            folder: None,
            confined: true,
        }
    }

    /// Free to do what the user may: for programs that the user wrote to do things.
    pub fn unconfined(mut self) -> Self {
        self.confined = false;
        self
    }

    /// With one more argument.
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// With more arguments.
    pub fn args<I: IntoIterator<Item = A>, A: Into<OsString>>(mut self, args: I) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// With one more environment variable.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// The command line as text, for reports.
    pub fn line(&self) -> Vec<String> {
        let program = std::iter::once(self.program.as_os_str());
        let args = self.args.iter().map(OsString::as_os_str);
        program
            .chain(args)
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    /// The program's absolute path: the process runs in another folder than ours.
    pub(crate) fn resolved_program(&self) -> PathBuf {
        let bare = self.program.components().count() == 1 && !self.program.has_root();
        if bare && let Some(found) = look_up(&self.program, std::env::var_os("PATH").as_deref()) {
            return found;
        }
        std::path::absolute(&self.program).unwrap_or_else(|_| self.program.clone())
    }
}

fn look_up(name: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    // `./solver` has one normal component too, but is not a bare name.
    if name.as_os_str().as_encoded_bytes().contains(&b'/') {
        return None;
    }
    std::env::split_paths(path?)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// The variables that are handed down; everything else is a user's private matter, or would make
/// answers depend on the machine.
const KEPT: [&str; 2] = ["PATH", "LD_LIBRARY_PATH"];

pub(crate) fn kept() -> impl Iterator<Item = (OsString, OsString)> {
    let value = |name: &&str| Some((OsString::from(name), std::env::var_os(name)?));
    KEPT.iter().filter_map(value)
}

/// The environment of a process: a few kept variables, fixed ones, the command's own.
pub(crate) fn environment(
    command: &Command,
    scratch: &Path,
    mark: &str,
) -> Vec<(OsString, OsString)> {
    let mut env: Vec<(OsString, OsString)> = kept().collect();
    for (name, value) in [("LANG", "C"), ("LC_ALL", "C"), (crate::MARK, mark)] {
        env.push((name.into(), value.into()));
    }
    for name in ["HOME", "TMPDIR"] {
        env.push((name.into(), scratch.into()));
    }
    env.extend(command.env.iter().cloned());
    env
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_is_found_in_path_and_a_relative_path_becomes_absolute() {
        let shell = Command::new("sh").resolved_program();
        assert!(shell.is_absolute() && shell.is_file(), "{shell:?}");
        let here = Command::new("./no-such-solver").resolved_program();
        assert!(here.is_absolute() && here.ends_with("no-such-solver"));
    }

    #[test]
    fn the_environment_is_scrubbed() {
        let command = Command::new("sh").env("OMP_NUM_THREADS", "1");
        let env = environment(&command, Path::new("/scratch"), "7-1");
        let names: Vec<_> = env.iter().map(|(name, _)| name.to_string_lossy()).collect();
        assert!(names.contains(&"OMP_NUM_THREADS".into()) && names.contains(&"HOME".into()));
        assert!(
            !names.contains(&"CARGO".into()),
            "cargo sets it for tests: {names:?}"
        );
    }
}
