//! `gadfly seeds show`: one imported seed, and where it came from.

use crate::exit::{Exit, Failure};
use crate::paths;
use crate::ui::Ui;
use clap::Args;
use gadfly_seeds::{Entry, Index};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct Show {
    /// The folder and the seed's name, or the beginning of it
    #[arg(value_name = "DIR/NAME")]
    seed: PathBuf,
}

/// A seed as JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    /// Files that hold the same seed.
    duplicates: &'a [String],
    text: &'a str,
}

impl Show {
    pub(super) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let (folder, name) = self.parts()?;
        let index = Index::load(folder).map_err(Failure::new)?;
        let Some(index) = index else {
            return Err(Failure::new(format!(
                "{}: no seeds.json there; name a folder that `gadfly seeds import` made",
                folder.display()
            )));
        };
        let entry = the_one(&index, name)?;
        let text = paths::read_text(&folder.join(&entry.file))?;
        let same = index.duplicates.iter().filter(|one| one.of == entry.name);
        let duplicates: Vec<String> = same
            .map(|one| match one.part.as_str() {
                "" => one.from.clone(),
                part => format!("{} ({part})", one.from),
            })
            .collect();
        let mut out = ui.out();
        if ui.json {
            let line = Line {
                entry,
                duplicates: &duplicates,
                text: &text,
            };
            ui.json_line(&mut out, "seeds-show/1", &line)?;
        } else {
            // The file itself says where it came from.
            writeln!(out, "; file: {}", folder.join(&entry.file).display())?;
            if let Some(claimed) = entry.wrong_claim {
                writeln!(out, "; the file claimed {claimed}, which is wrong")?;
            }
            for duplicate in &duplicates {
                writeln!(out, "; the same: {duplicate}")?;
            }
            out.write_all(text.as_bytes())?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn parts(&self) -> Result<(&Path, &str), Failure> {
        let name = self.seed.file_name().and_then(|name| name.to_str());
        let folder = self.seed.parent().filter(|p| !p.as_os_str().is_empty());
        match (folder, name) {
            (Some(folder), Some(name)) => Ok((folder, name.trim_end_matches(".smt2"))),
            _ => Err(Failure::usage(format!(
                "{}: name a seed as DIR/NAME",
                self.seed.display()
            ))),
        }
    }
}

/// The seed of this name, or the only one whose name begins so.
fn the_one<'a>(index: &'a Index, name: &str) -> Result<&'a Entry, Failure> {
    if let Some(entry) = index.seeds.iter().find(|entry| entry.name == name) {
        return Ok(entry);
    }
    let begins = index
        .seeds
        .iter()
        .filter(|entry| entry.name.starts_with(name));
    let all: Vec<&Entry> = begins.collect();
    match all[..] {
        [entry] => Ok(entry),
        [] => Err(Failure::new(format!("no seed is called `{name}`"))),
        [first, second, ..] => Err(Failure::new(format!(
            "{} seeds begin with `{name}`: {}, {}, …; give more of the name",
            all.len(),
            first.name,
            second.name
        ))),
    }
}
