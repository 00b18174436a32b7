//! The forms of a report: one file each, which says what it is called, what it is and how it is
//! written. A new form is its file, and its name in the list below.

use crate::runs::RunsError;
use crate::summary::Summary;
use gadfly_store::Store;
use std::io::{self, Write};

/// A form of a report.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What `--format` takes.
    pub name: &'static str,
    /// What it is, in a line of the help.
    pub about: &'static str,
    /// The file that it is written to where none is named; standard output for most.
    pub file: Option<&'static str>,
    /// What it is made of.
    pub content: Content,
}

/// What a form is made of, and how.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// What hunts found, merged.
    Findings(WriteFindings),
    /// All runs of each hunt, which can be too many to hold; returns how many there were of each.
    Runs(WriteRuns),
}

/// Writes what hunts found.
pub type WriteFindings = fn(&Summary, &mut dyn Write) -> io::Result<()>;

/// Writes all runs of some stores; returns how many there were of each.
pub type WriteRuns = fn(&[Store], &mut (dyn Write + Send)) -> Result<Vec<u64>, RunsError>;

impl Format {
    /// The form of a name.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }
}

macro_rules! formats {
    ($($name:ident)+) => {
        $(mod $name;)+
        /// All forms, the usual one first.
        pub static FORMATS: &[Format] = &[$(self::$name::FORMAT),+];
        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($name)),+];
    };
}

formats! {
    html
    markdown
    junit
    sarif
    json
    table
    csv
    parquet
}

pub use self::junit::junit;
pub use self::sarif::sarif;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_called_as_its_file() {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        assert_eq!(names, FILES);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/formats");
        let files = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter_map(|file| Some(file.strip_suffix(".rs")?.to_string()))
            .collect();
        files.sort();
        let mut names = names;
        names.sort_unstable();
        assert_eq!(names, files, "every file is in the list");
    }

    #[test]
    fn every_form_says_what_it_is() {
        for format in FORMATS {
            assert!(format.about.starts_with(char::is_uppercase), "{format:?}");
            assert!(!format.about.ends_with('.'), "{format:?}");
            assert_eq!(Format::named(format.name).unwrap().name, format.name);
        }
        assert!(Format::named("pdf").is_none());
    }

    #[test]
    fn an_empty_hunt_has_every_form() {
        let folder = tempfile::tempdir().unwrap();
        drop(Store::create(folder.path()).unwrap());
        for format in FORMATS {
            match format.content {
                Content::Findings(write) => {
                    let mut text = Vec::new();
                    write(&Summary::load(&[folder.path()]).unwrap(), &mut text).unwrap();
                    assert!(text.is_empty() || text.ends_with(b"\n"), "{}", format.name);
                }
                Content::Runs(write) => {
                    let stores = [Store::read(folder.path()).unwrap()];
                    assert_eq!(write(&stores, &mut Vec::new()).unwrap(), [0]);
                }
            }
        }
    }
}
