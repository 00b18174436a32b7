//! Configuring and compiling, with a log, and with progress read from it.

use super::tools::Tools;
use super::{BuildError, Progress, system};
use gadfly_exec::{Cancel, Command, Exit, LimitHit, Limits, RawRun, run_cancellable};
use gadfly_profile::{Flavour, Recipe};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells which edges are reached; it is linked into a build of that flavour.
const EDGES: &str = include_str!("edges.c");
/// How often the log is looked at.
const TICK: Duration = Duration::from_millis(500);

/// One build under way.
pub(super) struct Make<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) flavour: Flavour,
    pub(super) tools: &'a Tools,
    pub(super) source: &'a Path,
    /// Where it is built.
    pub(super) folder: &'a Path,
    pub(super) log: &'a Path,
    pub(super) jobs: usize,
    pub(super) cancel: &'a Cancel,
}

impl Make<'_> {
    /// Configures, compiles, and says where the program is.
    pub(super) fn run(&self, progress: &(dyn Fn(Progress) + Sync)) -> Result<PathBuf, BuildError> {
        std::fs::create_dir_all(self.folder)
            .and_then(|()| std::fs::write(self.log, ""))
            .map_err(|e| BuildError::Io(self.folder.to_owned(), e))?;
        let kind = self.recipe.system;
        let cache = self.folder.join(system::cache(kind));
        let _ = std::fs::remove_file(&cache).or_else(|_| std::fs::remove_dir_all(&cache));
        self.compile_teller()?;
        let told = system::configuration(kind, self);
        self.step("configuring", &self.tools.configurer, told)?;
        let mut args = vec!["-j".to_owned(), self.jobs.to_string()];
        args.extend(["-C".to_owned(), self.folder.display().to_string()]);
        args.extend(self.recipe.target.clone());
        self.watched(progress, || self.step("compiling", &self.tools.ninja, args))?;
        let program = self.folder.join(&self.recipe.program);
        match program.is_file() {
            true => Ok(program),
            false => Err(BuildError::NoProgram(program)),
        }
    }

    /// What the compiler and the linker are told for the flavour.
    pub(super) fn flags(&self) -> (String, String) {
        let toolchain = self.tools.compiler.toolchain;
        let told = self.flavour.compiler(toolchain).iter();
        let mut compiler: Vec<String> = told.map(|flag| flag.to_string()).collect();
        if self.flavour.asserts() {
            compiler.extend(
                self.recipe
                    .assertions
                    .iter()
                    .map(|name| format!("-D{name}")),
            );
        }
        let mut linker: Vec<String> = self
            .flavour
            .linker(toolchain)
            .iter()
            .map(|f| f.to_string())
            .collect();
        if self.flavour == Flavour::Edges {
            linker.push(self.teller().display().to_string());
        }
        (compiler.join(" "), linker.join(" "))
    }

    /// The object that tells which edges are reached.
    fn teller(&self) -> PathBuf {
        self.folder.with_file_name("edges.o")
    }

    /// Compiles that object, where the flavour needs it.
    fn compile_teller(&self) -> Result<(), BuildError> {
        if self.flavour != Flavour::Edges {
            return Ok(());
        }
        let object = self.teller();
        let source = object.with_extension("c");
        std::fs::write(&source, EDGES).map_err(|e| BuildError::Io(source.clone(), e))?;
        let words = ["-O2", "-fPIC", "-c"].map(str::to_owned).into_iter();
        let files = [
            source.display().to_string(),
            "-o".into(),
            object.display().to_string(),
        ];
        let cc = &self.tools.compiler.cc;
        self.step("compiling", cc, words.chain(files).collect())
    }

    /// One command, its output at the end of the log.
    fn step(
        &self,
        doing: &'static str,
        program: &Path,
        args: Vec<String>,
    ) -> Result<(), BuildError> {
        let shell = "exec \"$@\" >> \"$0\" 2>&1 < /dev/null";
        let mut command = Command::new("/bin/sh")
            .unconfined()
            .args([
                "-c".into(),
                OsString::from(shell),
                self.log.into(),
                program.into(),
            ])
            .args(args);
        command.env.extend(self.tools.env.iter().cloned());
        command.folder = Some(self.folder.to_owned());
        let run = run_cancellable(&command, b"", &Limits::default(), Some(self.cancel))
            .map_err(|e| BuildError::Io(program.to_owned(), std::io::Error::other(e)))?;
        self.note(doing, &run);
        match (run.limit, run.exit) {
            (Some(LimitHit::Cancelled), _) => Err(BuildError::Interrupted),
            (_, Exit::Code(0)) => Ok(()),
            _ => Err(BuildError::Failed {
                doing,
                said: last_error(self.log),
                log: self.log.to_owned(),
            }),
        }
    }

    /// What a step cost, at the end of the log.
    fn note(&self, doing: &str, run: &RawRun) {
        let (wall, cpu) = (run.wall.as_secs_f64(), run.cpu.as_secs_f64());
        let line = format!("gadfly: {doing} took {wall:.0} s, {cpu:.0} s of CPU time\n");
        let log = std::fs::File::options().append(true).open(self.log);
        // A log that cannot be written to is told by the step itself.
        let _ = log.and_then(|mut log| log.write_all(line.as_bytes()));
    }

    fn watched<T>(&self, progress: &(dyn Fn(Progress) + Sync), work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::thread::park_timeout(TICK);
                    let log = std::fs::read_to_string(self.log).unwrap_or_default();
                    if let Some((done, total)) = steps_in(&log) {
                        progress(Progress::Compiled { done, total });
                    }
                }
            });
            let result = work();
            over.store(true, Ordering::Relaxed);
            result
        })
    }
}

/// The newest `[12/345]` of ninja's output.
fn steps_in(log: &str) -> Option<(u64, u64)> {
    let step = |line: &str| {
        let (counts, _) = line.strip_prefix('[')?.split_once(']')?;
        let (done, total) = counts.split_once('/')?;
        Some((done.parse().ok()?, total.parse().ok()?))
    };
    log.lines().rev().find_map(step)
}

/// The line of a log that says what went wrong.
fn last_error(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    // Compilers, linkers and CMake write it so; a configuration speaks of -Werror before.
    let told = |line: &&str| {
        line.contains("error: ") || line.contains("Error at ") || line.contains("ERROR: ")
    };
    let theirs = |line: &&str| !line.starts_with("gadfly: ");
    let last = || text.lines().rfind(theirs);
    let telling = text.lines().find(told).or_else(last);
    telling
        .unwrap_or("it said nothing")
        .trim()
        .chars()
        .take(240)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_the_newest_step() {
        let log = "-- Configuring done\n[1/1096] Building a.cpp\nwarning: [x]\n[17/1096] Building b.cpp\na.cpp:3\n";
        assert_eq!(steps_in(log), Some((17, 1096)));
        assert_eq!(steps_in("[x/2] no\n"), None);
    }
}
