//! What the command prints, compared with files: `tests/cli` (commands and refusals), `tests/cli/help`
//! (every help text), `docs/schema` (JSON) and the examples of `docs/guide`.
//!
//! ```sh
//! cargo test -p gadfly --test golden             # compare
//! BLESS=1 cargo test -p gadfly --test golden     # rewrite what differs, then read `git diff`
//! ```

mod docs;
mod files;
mod filters;
mod help;
mod links;
mod schemas;
mod shell;

use std::path::{Path, PathBuf};

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Whether files are to be rewritten.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// All files below a folder with this extension, in order of their names.
fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Compares a text with a file, or writes it there. What differs is returned for the message.
fn compare(file: &Path, text: &str) -> Option<String> {
    let before = std::fs::read_to_string(file).unwrap_or_default();
    if before == text {
        return None;
    }
    if bless() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
        return None;
    }
    let at = before.lines().zip(text.lines()).position(|(a, b)| a != b);
    let at = at.unwrap_or(before.lines().count().min(text.lines().count()));
    let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").to_string();
    Some(format!(
        "{}:{}:\n  written: {}\n  printed: {}",
        file.display(),
        at + 1,
        line(&before),
        line(text)
    ))
}

/// Does something for each item on all cores, in order.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let done = std::sync::Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let result = work(item);
                    done.lock().unwrap().push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
