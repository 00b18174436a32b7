//! How a solver without an executable is run: our own hosts around its library or module.
//!
//! cvc5 from 1.2.0 on is loaded by a hidden subcommand of gadfly. Older releases, bitwuzla and Boolector go
//! through Python scripts, which are written into the data folder.

use crate::solver::{Launch, Solver};
use gadfly_profile::{CVC5_HOST, ContentKind, Home, Release};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names the program that has the hidden subcommand, where it is not the running one.
pub(crate) const HOST_VARIABLE: &str = "GADFLY_HOST";

const SCRIPTS: &[(&str, &str)] = &[
    ("smtlib_io.py", include_str!("hosts/smtlib_io.py")),
    ("cvc5_host.py", include_str!("hosts/cvc5_host.py")),
    ("bitwuzla_host.py", include_str!("hosts/bitwuzla_host.py")),
    ("boolector_host.py", include_str!("hosts/boolector_host.py")),
];

/// What to start for a release that is no executable.
pub(crate) fn launch(home: &Home, release: &Release) -> io::Result<Launch> {
    match (release.kind, host_program()) {
        (ContentKind::Cvc5Library, Some(program)) => {
            let args = vec![CVC5_HOST.into(), release.program().into()];
            Ok(Launch {
                program,
                args,
                env: Vec::new(),
            })
        }
        (ContentKind::BitwuzlaPython, _) => python(home, release, "bitwuzla_host.py"),
        (ContentKind::BoolectorLibrary, _) => python(home, release, "boolector_host.py"),
        _ => python(home, release, "cvc5_host.py"),
    }
}

/// A program of the distribution, and where the libraries are that came with it.
pub(crate) fn with_libraries(release: &Release) -> Launch {
    let machine = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let folders = [release.folder.join(machine), release.folder.join("usr/lib")];
    let [first, second] = folders.map(PathBuf::into_os_string);
    let path = [first, second].join(std::ffi::OsStr::new(":"));
    Launch {
        program: release.program(),
        args: Vec::new(),
        env: vec![("LD_LIBRARY_PATH".into(), path)],
    }
}

impl Solver {
    /// The same release through its Python module, where it runs in the host that loads its
    /// library: the way by which a crash in our host is confirmed before it is blamed on cvc5.
    pub fn through_python(&self) -> Option<Solver> {
        let release = self
            .release
            .as_ref()
            .filter(|r| r.kind == ContentKind::Cvc5Library)?;
        let hosted = self.launch.args.first().is_some_and(|a| a == CVC5_HOST);
        // home/solvers/cvc5/1.4.2
        let home = Home::at(release.folder.ancestors().nth(3)?);
        let launch = hosted
            .then(|| python(&home, release, "cvc5_host.py"))?
            .ok()?;
        Some(Solver {
            launch,
            ..self.clone()
        })
    }
}

fn python(home: &Home, release: &Release, script: &str) -> io::Result<Launch> {
    let folder = write_scripts(home)?;
    let program = release
        .python
        .clone()
        .unwrap_or_else(|| PathBuf::from("python3"));

    // No bytecode files, no site packages: the release alone counts.
    let args = vec!["-B".into(), "-S".into(), folder.join(script).into()];
    let env = vec![("PYTHONPATH".into(), release.folder.clone().into())];
    Ok(Launch { program, args, env })
}

/// Writes the scripts where they are not there as they should be. Each is put in place by a
/// rename, so a process that starts meanwhile sees the old one or the new one.
fn write_scripts(home: &Home) -> io::Result<PathBuf> {
    let folder = home.root().join("hosts").join(env!("CARGO_PKG_VERSION"));
    for (name, text) in SCRIPTS {
        let path = folder.join(name);
        if std::fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            continue;
        }
        std::fs::create_dir_all(&folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(&path).map_err(|e| e.error)?;
    }
    Ok(folder)
}

/// The program with the hidden subcommand: the running gadfly, or the one beside a test program.
fn host_program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(HOST_VARIABLE).map(PathBuf::from) {
        return Some(named).filter(|p| p.is_file());
    }
    let running = std::env::current_exe().ok()?;
    let is_gadfly = |p: &Path| p.file_stem().is_some_and(|s| s == "gadfly");
    if is_gadfly(&running) {
        return Some(running);
    }
    // target/debug/deps/some_test-1234 and target/debug/examples/study: gadfly is one folder up.
    let folders = running.ancestors().skip(1).take(2);
    folders.map(|f| f.join("gadfly")).find(|p| p.is_file())
}
