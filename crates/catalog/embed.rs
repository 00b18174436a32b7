//! Embeds files of `catalog/` by their paths, so that adding one needs no registration. Shared by
//! the build scripts of the two crates that hold them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes `embedded.rs`: a list of (path, text) of the files in those entries of `catalog/` that
/// are wanted.
/// They stand below `root`, a folder beside the manifest.
pub(crate) fn embed(root: &str, wanted: impl Fn(&str) -> bool) -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.join(root).canonicalize()?;
    let mut files = Vec::new();
    for entry in fs::read_dir(&root)? {
        let path = entry?.path();
        if path
            .file_name()
            .is_some_and(|name| wanted(&name.to_string_lossy()))
        {
            walk(&path, &mut files)?;
        }
    }
    files.sort();
    let mut out = String::from("[\n");
    for file in &files {
        let name = file
            .strip_prefix(&root)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        let _ = writeln!(
            out,
            "    ({name:?}, include_str!({:?})),",
            file.display().to_string()
        );
    }
    out.push_str("]\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("embedded.rs");
    fs::write(target, out)
}

fn walk(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let hidden = path
        .file_name()
        .is_some_and(|n| n.to_string_lossy().starts_with('.'));
    if path.is_dir() {
        println!("cargo::rerun-if-changed={}", path.display());
        for entry in fs::read_dir(path)? {
            walk(&entry?.path(), files)?;
        }
    } else if !hidden && fs::read(path).is_ok_and(|bytes| String::from_utf8(bytes).is_ok()) {
        println!("cargo::rerun-if-changed={}", path.display());
        files.push(path.to_owned());
    }
    Ok(())
}
