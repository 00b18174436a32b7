//! Packages of the distribution, unpacked into a folder of ours: nothing is installed on the system, and
//! nobody needs to be root. apt checks what it downloads.

use crate::error::InstallError;
use crate::tool::tool;
use std::path::{Path, PathBuf};

/// The version that the distribution has; none where it has no such package.
pub(crate) fn versions(package: &str) -> Result<Vec<String>, InstallError> {
    let shown = tool(
        "apt-cache",
        &["show", "--no-all-versions", package],
        &std::env::temp_dir(),
    )?;
    let version = |line: &str| line.strip_prefix("Version: ").map(str::to_owned);
    Ok(shown.stdout.lines().filter_map(version).collect())
}

/// Downloads a package and the libraries that this system lacks, and unpacks all of them; returns the
/// package's own file.
pub(crate) fn fetch(package: &str, scratch: &Path, folder: &Path) -> Result<PathBuf, InstallError> {
    let wanted = closure(package)?;
    let names: Vec<&str> = wanted.iter().map(String::as_str).collect();
    tool(
        "apt-get",
        &[&["download", "-qq"], &names[..]].concat(),
        scratch,
    )?;
    let fault = |e| InstallError::Io(scratch.to_owned(), e);
    let entries = std::fs::read_dir(scratch).map_err(fault)?;
    let mut own = None;
    for file in entries.flatten().map(|entry| entry.path()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if !name.ends_with(".deb") {
            continue;
        }
        let (from, to) = (file.to_string_lossy(), folder.to_string_lossy());
        tool("dpkg-deb", &["-x", &from, &to], scratch)?;
        if name.split('_').next() == Some(package) {
            own = Some(file.clone());
        }
    }
    own.ok_or_else(|| InstallError::NoBinary {
        wheel: package.to_owned(),
        looked_for: format!("{package}_*.deb"),
    })
}

/// The package and what it needs that is not on this system: what apt would download.
fn closure(package: &str) -> Result<Vec<String>, InstallError> {
    let args = [
        "install",
        "--reinstall",
        "--print-uris",
        "--no-install-recommends",
        "-qq",
        "-y",
        package,
    ];
    let printed = tool("apt-get", &args, &std::env::temp_dir())?;
    let mut names = named(&printed.stdout);
    if !names.iter().any(|name| name == package) {
        names.push(package.to_owned());
    }
    Ok(names)
}

/// The packages in lines `'URI' NAME_VERSION_MACHINE.deb SIZE DIGEST`.
fn named(printed: &str) -> Vec<String> {
    let file = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    let files = printed.lines().filter(|line| line.starts_with('\''));
    let names = files.filter_map(file).filter_map(|file| {
        let (name, _) = file.split_once('_')?;
        Some(name.to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn packages_are_read_from_apts_list() {
        let printed = "'http://host/c/cvc4/libcvc4-7_1.8-3_amd64.deb' libcvc4-7_1.8-3_amd64.deb 5936792 MD5Sum:15\n\
                       'http://host/c/cvc4/cvc4_1.8-3_amd64.deb' cvc4_1.8-3_amd64.deb 80688 MD5Sum:ad\nW: odd\n";
        assert_eq!(named(printed), ["libcvc4-7", "cvc4"]);
    }
}
