//! Calls of pip, and what its messages mean.

use crate::error::InstallError;
use gadfly_exec::{Command, Exit, Limits};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Names the Python to use, where it is not `python3`.
const PYTHON_VARIABLE: &str = "GADFLY_PYTHON";

/// How pip is always called.
const QUIETLY: [&str; 6] = [
    "--no-deps",
    "--disable-pip-version-check",
    "--no-input",
    "--no-cache-dir",
    "--retries=2",
    "--progress-bar=off",
];

/// Downloads a link as pip does. `pip download` of a source archive would run its build.
const FETCH: &str = r#"
import os, sys
from pip._vendor import requests
url, file = sys.argv[1:]
with requests.get(url, stream=True, timeout=180, verify=os.environ.get("PIP_CERT", True)) as answer:
    answer.raise_for_status()
    with open(file, "wb") as out:
        for part in answer.iter_content(1 << 16):
            out.write(part)
"#;

const UNPACK: &str = r#"
import sys, tarfile
archive, folder = sys.argv[1:]
with tarfile.open(archive) as tar:
    for member in tar:
        parts = member.name.split("/")
        if member.name.startswith("/") or ".." in parts or not (member.isfile() or member.isdir()):
            sys.exit("a member `%s` that leaves its folder or is no file" % member.name)
        member.mode &= 0o755
    tar.extractall(folder)
"#;

/// pip, called as `python3 -m pip`.
#[derive(Clone, Debug)]
pub struct Pip {
    python: PathBuf,
}

struct Said {
    ok: bool,
    text: String,
}

impl Default for Pip {
    fn default() -> Self {
        Pip::new()
    }
}

impl Pip {
    /// The pip of the Python that `GADFLY_PYTHON` names, else of the environment that gadfly was
    /// installed in, else of `python3`.
    pub fn new() -> Self {
        let named = std::env::var_os(PYTHON_VARIABLE).filter(|v| !v.is_empty());
        let named = named.map(PathBuf::from);
        let own = || environment_of(&std::env::current_exe().ok()?);
        Pip {
            python: named.or_else(own).unwrap_or_else(|| "python3".into()),
        }
    }

    /// The pip of a Python.
    pub fn of(python: impl Into<PathBuf>) -> Self {
        Pip {
            python: python.into(),
        }
    }

    /// The versions of a package that have a wheel for this machine, oldest first.
    pub fn versions(&self, package: &str) -> Result<Vec<String>, InstallError> {
        // pip names all versions that fit when it is asked for one that cannot exist.
        let wanted = format!("{package}==99999");
        let said = self.call(&["download", &wanted, "--dest", "."])?;
        let Some(list) = versions_in(&said.text) else {
            return Err(self.explain(package, &said.text));
        };
        if list.is_empty() {
            return Err(self.explain(package, &said.text));
        }
        Ok(list)
    }

    /// Downloads the wheel of a package version into a folder.
    pub fn download(
        &self,
        package: &str,
        version: &str,
        folder: &Path,
    ) -> Result<PathBuf, InstallError> {
        let wanted = format!("{package}=={version}");
        let said = self.call(&["download", &wanted, "--dest", &folder.to_string_lossy()])?;
        if !said.ok {
            return Err(self.explain(&wanted, &said.text));
        }
        let files =
            std::fs::read_dir(folder).map_err(|e| InstallError::Io(folder.to_owned(), e))?;
        let wheel = |p: &PathBuf| p.extension().is_some_and(|e| e == "whl");
        files
            .flatten()
            .map(|e| e.path())
            .find(wheel)
            .ok_or_else(|| InstallError::NoWheel {
                package: wanted,
                detail: "it downloaded no .whl file".to_owned(),
            })
    }

    /// What pip says of all files of a package: lines with links, digests and versions.
    pub(crate) fn links(&self, package: &str) -> Result<String, InstallError> {
        let wanted = format!("{package}==99999");
        let args = ["-m", "pip", "download", &wanted, "-vv", "--no-binary=:all:"];
        let args: Vec<&str> = args.into_iter().chain(QUIETLY).collect();
        let said = self.python_call(&args)?;
        if !said.text.contains("Found link ") {
            return Err(self.explain(package, &said.text));
        }
        Ok(said.text)
    }

    /// Downloads a file, with pip's own settings for proxies and certificates.
    pub(crate) fn fetch(&self, url: &str, file: &Path) -> Result<(), InstallError> {
        let said = self.python_call(&["-c", FETCH, url, &file.to_string_lossy()])?;
        if !said.ok {
            return Err(InstallError::Offline(shorten(last_line(&said.text))));
        }
        Ok(())
    }

    /// Unpacks a source archive into a folder; no member leaves it.
    pub(crate) fn unpack(&self, archive: &Path, folder: &Path) -> Result<(), InstallError> {
        let (from, to) = (archive.to_string_lossy(), folder.to_string_lossy());
        let said = self.python_call(&["-c", UNPACK, &from, &to])?;
        if !said.ok {
            return Err(InstallError::BadArchive {
                wheel: from.into_owned(),
                why: shorten(last_line(&said.text)),
            });
        }
        Ok(())
    }

    /// Installs programs that pip has into a folder of ours.
    pub(crate) fn install_tools(&self, tools: &[&str], folder: &Path) -> Result<(), InstallError> {
        let folder = folder.to_string_lossy();
        let fixed = ["install", "--upgrade", "--target", &folder];
        let args: Vec<&str> = fixed.into_iter().chain(tools.iter().copied()).collect();
        let said = self.call(&args)?;
        if !said.ok {
            return Err(self.explain(&tools.join(" "), &said.text));
        }
        Ok(())
    }

    /// The absolute path of this Python: modules are built for one Python only.
    pub fn python(&self) -> Result<PathBuf, InstallError> {
        let said = self.python_call(&["-c", "import sys; print(sys.executable)"])?;
        match said.text.lines().next() {
            Some(path) if said.ok && !path.is_empty() => Ok(PathBuf::from(path)),
            _ => Err(InstallError::NoPython),
        }
    }

    fn call(&self, args: &[&str]) -> Result<Said, InstallError> {
        let all: Vec<&str> = ["-m", "pip"]
            .iter()
            .chain(args)
            .chain(&["--only-binary=:all:"])
            .chain(&QUIETLY)
            .copied()
            .collect();
        let said = self.python_call(&all)?;
        if said.text.contains("No module named pip") {
            return Err(InstallError::NoPip);
        }
        Ok(said)
    }

    fn python_call(&self, args: &[&str]) -> Result<Said, InstallError> {
        let mut command = Command::new(&self.python)
            .args(args.iter().copied())
            .unconfined();
        // pip's settings, proxies and certificates come from the environment.
        command
            .env
            .extend(std::env::vars_os().filter(|(name, _)| is_for_pip(&name.to_string_lossy())));
        let limits = Limits {
            wall: Some(Duration::from_secs(1800)),
            ..Limits::default()
        };
        let raw = gadfly_exec::run(&command, b"", &limits).map_err(|_| InstallError::NoPython)?;
        let mut text = String::from_utf8_lossy(&raw.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&raw.stderr));
        Ok(Said {
            ok: raw.exit == Exit::Code(0),
            text,
        })
    }

    fn explain(&self, package: &str, text: &str) -> InstallError {
        let line = |mark: &str| {
            text.lines()
                .find(|l| l.contains(mark))
                .map(|l| l.trim().to_owned())
        };
        let signs = [
            "NewConnectionError",
            "ConnectTimeoutError",
            "Could not fetch URL",
            "Connection to",
            "ProxyError",
            "SSLError",
            "Retrying",
            "HTTP error",
        ];
        if let Some(found) = signs.iter().find_map(|s| line(s)) {
            return InstallError::Offline(shorten(&found));
        }
        // Where pip names no error, what it said last is the reason.
        let detail = line("ERROR").unwrap_or_else(|| ending(text.trim()).to_owned());
        if text.contains("No matching distribution") || text.contains("Could not find a version") {
            return InstallError::NoWheel {
                package: package.to_owned(),
                detail: shorten(&detail),
            };
        }
        InstallError::Pip(shorten(&detail))
    }
}

/// The Python of the environment that a program stands in, if that has pip: `bin/python3` for
/// `bin/gadfly`, whether or not the environment is active.
fn environment_of(program: &Path) -> Option<PathBuf> {
    let scripts = program.parent()?;
    let libraries = scripts.parent()?.join("lib").read_dir().ok()?;
    let has_pip = libraries.flatten().any(|library| {
        let name = library.file_name();
        name.to_string_lossy().starts_with("python3")
            && library.path().join("site-packages/pip").is_dir()
    });
    Some(scripts.join("python3")).filter(|python| has_pip && python.exists())
}

fn is_for_pip(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let named = [
        "HOME",
        "USER",
        "LOGNAME",
        "SSL_CERT_FILE",
        "SSL_CERT_DIR",
        "REQUESTS_CA_BUNDLE",
        "CURL_CA_BUNDLE",
        "NETRC",
    ];
    let prefixes = ["PIP_", "PYENV", "XDG_", "VIRTUAL_ENV"];
    named.contains(&upper.as_str())
        || prefixes.iter().any(|p| upper.starts_with(p))
        || upper.ends_with("_PROXY")
}

fn versions_in(text: &str) -> Option<Vec<String>> {
    let (_, after) = text.split_once("(from versions: ")?;
    let (list, _) = after.split_once(')')?;
    let all = list
        .split(',')
        .map(str::trim)
        .filter(|v| !v.is_empty() && *v != "none");
    Some(all.map(str::to_owned).collect())
}

fn last_line(text: &str) -> &str {
    text.trim().lines().last().unwrap_or("it said nothing")
}

/// As much of a message as people are shown.
const SHOWN: usize = 240;

fn ending(text: &str) -> &str {
    let start = text.char_indices().rev().take(SHOWN).last();
    &text[start.map_or(0, |(at, _)| at)..]
}

fn shorten(text: &str) -> String {
    let short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        format!("{short}…")
    } else {
        short
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_pips_refusal() {
        let text = "ERROR: Could not find a version that satisfies the requirement z3-solver==99999 \
                    (from versions: 4.5.1.0.post2, 4.8.5.0)\nERROR: No matching distribution found";
        assert_eq!(versions_in(text).unwrap(), ["4.5.1.0.post2", "4.8.5.0"]);
        assert_eq!(
            versions_in("x (from versions: none)").unwrap(),
            Vec::<String>::new()
        );
        assert_eq!(versions_in("nothing"), None);
    }

    #[test]
    fn the_python_beside_the_program_is_taken_if_it_has_pip() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("bin/gadfly");
        let packages = folder.path().join("lib/python3.11/site-packages");
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        std::fs::create_dir_all(&packages).unwrap();
        let python = folder.path().join("bin/python3");
        std::fs::write(&python, "").unwrap();
        assert_eq!(environment_of(&program), None);
        std::fs::create_dir(packages.join("pip")).unwrap();
        assert_eq!(environment_of(&program), Some(python.clone()));
        std::fs::remove_file(python).unwrap();
        assert_eq!(environment_of(&program), None);
    }

    #[test]
    fn refusals_are_explained() {
        let pip = Pip::new();
        let offline = "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError'\n\
                       ERROR: No matching distribution found for z3-solver==99999";
        assert!(matches!(
            pip.explain("z3-solver", offline),
            InstallError::Offline(_)
        ));
        let missing =
            "ERROR: Could not find a version that satisfies the requirement (from versions: none)";
        assert!(matches!(
            pip.explain("z3-solver", missing),
            InstallError::NoWheel { .. }
        ));
        assert!(matches!(
            pip.explain("z3-solver", "ERROR: disk"),
            InstallError::Pip(_)
        ));
        let died = format!("{}\nOSError: [Errno 28] é", "Collecting cmake\n".repeat(40));
        let InstallError::Pip(said) = pip.explain("cmake", &died) else {
            panic!("no message of pip");
        };
        assert!(said.ends_with("OSError: [Errno 28] é"), "{said}");
    }
}
