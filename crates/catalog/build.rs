//! Embeds every file under `catalog/` by its path, so that adding a file needs no registration.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.join("../../catalog").canonicalize()?;
    let mut files = Vec::new();
    walk(&root, &mut files)?;
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

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path
            .file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            walk(&path, files)?;
        } else if !hidden && fs::read(&path).is_ok_and(|bytes| String::from_utf8(bytes).is_ok()) {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
