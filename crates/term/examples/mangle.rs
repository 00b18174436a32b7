//! `mangle FOLDER OUT COUNT`: writes COUNT scripts of a folder to OUT/good, and a version of each
//! with one random change to OUT/mangled. Input for the study of agreement with solvers.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Dice, mangled_once};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, count] = &arguments[..] else {
        panic!("mangle FOLDER OUT COUNT")
    };
    let paths = gadfly_testkit::scripts_below(Path::new(folder));
    let count: usize = count.parse().expect("a number");
    std::fs::create_dir_all(Path::new(out).join("good"))?;
    std::fs::create_dir_all(Path::new(out).join("mangled"))?;
    for n in 0..count {
        let path = &paths[n * paths.len() / count];
        let text = std::fs::read_to_string(path)?;
        let name = format!("{n:04}.smt2");
        std::fs::write(Path::new(out).join("good").join(&name), &text)?;
        let mangled = mangled_once(&text, &mut Dice(n as u64 + 12345));
        std::fs::write(Path::new(out).join("mangled").join(&name), mangled)?;
    }
    Ok(())
}
