//! A study as it is seen from outside: how many parts are done, and whether there is a page.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A study that wrote nothing for so long is not at work.
const ALIVE: Duration = Duration::from_secs(60);

/// A study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Study {
    pub(crate) folder: PathBuf,
    pub(crate) slug: String,
    /// Parts that are done.
    pub(crate) parts: usize,
    /// Whether it is at work.
    pub(crate) running: bool,
    /// Whether its page is written.
    pub(crate) has_page: bool,
}

/// Whether a folder holds a study.
pub(crate) fn is_study(folder: &Path) -> bool {
    folder.join("study.json").is_file()
}

impl Study {
    pub(crate) fn look(folder: &Path, slug: String) -> Study {
        let files = |folder: PathBuf| {
            let entries = std::fs::read_dir(folder).into_iter().flatten();
            entries.filter_map(Result::ok)
        };
        let sources = files(folder.join("runs")).map(|entry| entry.path());
        let parts = sources.flat_map(files);
        let is_part = |entry: &std::fs::DirEntry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("part-")
        };
        let times = parts.filter(is_part).map(|entry| {
            let meta = entry.metadata().and_then(|meta| meta.modified());
            meta.unwrap_or(SystemTime::UNIX_EPOCH)
        });
        let times: Vec<SystemTime> = times.collect();
        let age = |time: &SystemTime| time.elapsed().unwrap_or_default();
        let page = std::fs::metadata(folder.join("index.html"));
        let page = page.and_then(|meta| meta.modified()).ok();
        let last = times.iter().max();
        Study {
            folder: folder.to_path_buf(),
            slug,
            parts: times.len(),
            running: last
                .is_some_and(|last| page.is_none_or(|page| page < *last) && age(last) < ALIVE),
            has_page: page.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_and_a_page_ends_it() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("runs/Core");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(folder.path().join("study.json"), "{}").unwrap();
        assert!(is_study(folder.path()) && !is_study(&source));
        let look = || Study::look(folder.path(), "s".into());
        assert!(!look().running);
        std::fs::write(source.join("part-00000.parquet"), "").unwrap();
        std::fs::write(source.join(".part-x"), "").unwrap();
        let study = look();
        assert!(study.parts == 1 && study.running && !study.has_page);
        std::fs::write(folder.path().join("index.html"), "").unwrap();
        let study = look();
        assert!(!study.running && study.has_page);
    }
}
