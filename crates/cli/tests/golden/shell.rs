//! Runs the lines of golden files and of the guide's examples, each file in a folder of its own.
//!
//! A line is given to `sh` with a search path that has only `gadfly`, `fake-solver` and a few tools of
//! the system: no solver that happens to be installed. `GADFLY_HOME` is empty, and pip is our own: it
//! has the releases of z3 that `tests/cli/releases/VERSION.rules` describe, each of them the fake
//! solver with these rules. So `gadfly solvers install "z3@*"` takes a moment and no network.

use crate::{files_below, root};
use gadfly_testkit::{Market, fake_solver_path};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What a line did.
pub(crate) struct Done {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// A folder to run lines in.
pub(crate) struct Shell {
    folder: tempfile::TempDir,
    home: PathBuf,
}

/// The tools that lines may use.
const TOOLS: [&str; 19] = [
    "as", "cat", "chmod", "cp", "diff", "gcc", "gcov", "git", "grep", "head", "ld", "ls", "mkdir",
    "rm", "sed", "sh", "sort", "tail", "true",
];

impl Shell {
    /// An empty folder, with no solver installed.
    pub(crate) fn new() -> Shell {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join(".bin");
        std::fs::create_dir(&bin).unwrap();
        let gadfly = PathBuf::from(env!("CARGO_BIN_EXE_gadfly"));
        let link = |from: &Path, name: &str| std::os::unix::fs::symlink(from, bin.join(name));
        link(&gadfly, "gadfly").unwrap();
        link(fake_solver_path(), "fake-solver").unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        for tool in TOOLS {
            let mut found = std::env::split_paths(&path).map(|folder| folder.join(tool));
            if let Some(program) = found.find(|program| program.is_file()) {
                link(&program, tool).unwrap();
            }
        }
        let home = folder.path().join("home");
        Shell { folder, home }
    }

    /// The same with the releases of `.ci/solvers`, which `./test` installs under a `GADFLY_HOME`; what
    /// is kept of seeds and the like goes to a folder of its own.
    pub(crate) fn with_releases(home: &Path) -> Shell {
        let shell = Shell::new();
        let specs = std::fs::read_to_string(root().join(".ci/solvers")).unwrap();
        for spec in specs.split_whitespace() {
            let (family, version) = spec.split_once('@').unwrap_or((spec, ""));
            let family = Path::new("solvers").join(family);
            let installed = std::fs::read_dir(home.join(&family)).into_iter().flatten();
            let names = installed.map(|entry| entry.unwrap().file_name());
            for name in names.filter(|name| version.is_empty() || version == name.as_os_str()) {
                std::fs::create_dir_all(shell.home.join(&family)).unwrap();
                let release = family.join(name);
                std::os::unix::fs::symlink(home.join(&release), shell.home.join(&release)).unwrap();
            }
        }
        shell
    }

    /// The folder in which lines run.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a line.
    pub(crate) fn run(&self, line: &str) -> Done {
        let done = Command::new("/bin/sh")
            .args(["-c", line])
            .current_dir(self.folder())
            .env_clear()
            .env("PATH", self.folder().join(".bin"))
            .env("HOME", self.folder())
            .env("GADFLY_HOME", &self.home)
            .env("GADFLY_PYTHON", market().python_path())
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Done {
            stdout: text(&done.stdout),
            stderr: text(&done.stderr),
            code: done.status.code().unwrap_or(-1),
        }
    }
}

/// The package index of all golden files.
fn market() -> &'static Market {
    static MARKET: OnceLock<Market> = OnceLock::new();
    MARKET.get_or_init(|| {
        let rules = files_below(&root().join("tests/cli/releases"), "rules");
        let version = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().to_string();
        let versions: Vec<String> = rules.iter().map(version).collect();
        let names: Vec<&str> = versions.iter().map(String::as_str).collect();
        let market = Market::new(&names);
        for (version, rules) in versions.iter().zip(&rules) {
            let fake = fake_solver_path().display();
            let program = format!(
                "#!/bin/sh\nexec {fake} --script {} \"$@\"\n",
                rules.display()
            );
            let member = format!("z3_solver-{version}.data/data/bin/z3");
            market.wheel(version, &member, &program, &program);
        }
        market
    })
}
