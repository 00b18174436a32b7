//! Files beneath a folder, and nothing that only seems to be there: no step may be a link.

use crate::http::{Answer, Body, Status};
use maud::html;
use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;

/// The answer for a file, or the list of a folder's files. `path` is how it was asked for.
pub(crate) fn answer(folder: &Path, path: &str, steps: &[String], pages: bool) -> Answer {
    match open(folder, steps) {
        Some(Found::File(file, length)) => Answer {
            body: Body::File(file, length),
            ..Answer::text(kind(steps, pages), Vec::new())
        },
        // Links on a list lead below it.
        Some(Found::Folder(_)) if !path.ends_with('/') => Answer::redirection(format!("{path}/")),
        Some(Found::Folder(names)) => list(&steps.join("/"), &names),
        None => Answer::refusal(Status::NotFound),
    }
}

/// What is there.
enum Found {
    /// A file and its length.
    File(File, u64),
    /// A folder and what is in it: a folder's name ends with a slash.
    Folder(Vec<String>),
}

/// Opens step by step, each beneath the one before. What is neither a file nor a folder is not there.
fn open(folder: &Path, steps: &[String]) -> Option<Found> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let start = openat(CWD, folder, flags | OFlags::DIRECTORY, Mode::empty()).ok()?;
    // A pipe would keep us waiting.
    let beneath = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut at: OwnedFd = start;
    for (number, step) in steps.iter().enumerate() {
        let last = number + 1 == steps.len();
        let flags = if last {
            beneath
        } else {
            beneath | OFlags::DIRECTORY
        };
        at = openat(&at, step.as_str(), flags, Mode::empty()).ok()?;
    }
    let about = fstat(&at).ok()?;
    match FileType::from_raw_mode(about.st_mode) {
        FileType::RegularFile => {
            let length = u64::try_from(about.st_size).ok()?;
            Some(Found::File(File::from(at), length))
        }
        FileType::Directory => Some(Found::Folder(names(at)?)),
        _ => None,
    }
}

fn names(folder: OwnedFd) -> Option<Vec<String>> {
    let entries = rustix::fs::Dir::new(folder).ok()?.filter_map(Result::ok);
    let name = |entry: rustix::fs::DirEntry| {
        let name = entry.file_name().to_str().ok()?;
        let hidden = name.starts_with('.');
        match entry.file_type() {
            _ if hidden => None,
            FileType::RegularFile => Some(name.to_string()),
            FileType::Directory => Some(format!("{name}/")),
            _ => None,
        }
    };
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort();
    Some(names)
}

fn list(title: &str, names: &[String]) -> Answer {
    let body = html! {
        div.card { ul.plain {
            @for name in names { li { a href=(gadfly_report::address_of(name)) { (name) } } }
        } }
    };
    let sections = [gadfly_report::html::section("Files", &body)];
    let page = gadfly_report::html::frame("files", title, &html! {}, &sections);
    Answer::text("text/html; charset=utf-8", page.into_bytes())
}

/// What a browser is to make of a file. What came from elsewhere is text, never a page.
fn kind(steps: &[String], pages: bool) -> &'static str {
    let name = steps.last().map_or("", String::as_str);
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" if pages && steps.len() == 1 => "text/html; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "parquet" | "gz" | "zip" | "sqlite" => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::unix::fs::symlink;

    fn text(folder: &Path, path: &str) -> Option<String> {
        let steps: Vec<String> = path.split('/').map(String::from).collect();
        match open(folder, &steps)? {
            Found::File(mut file, _) => {
                let mut text = String::new();
                file.read_to_string(&mut text).ok()?;
                Some(text)
            }
            Found::Folder(names) => Some(names.join(" ")),
        }
    }

    #[test]
    fn links_and_pipes_are_not_there() {
        let top = tempfile::tempdir().unwrap();
        let hunt = top.path().join("hunt");
        let finding = hunt.join("findings/a");
        std::fs::create_dir_all(&finding).unwrap();
        std::fs::write(top.path().join("secret"), "secret").unwrap();
        std::fs::write(finding.join("case.smt2"), "(check-sat)").unwrap();
        symlink("../../../secret", finding.join("link")).unwrap();
        symlink(top.path(), hunt.join("findings/out")).unwrap();
        symlink("case.smt2", finding.join("inside")).unwrap();
        let pipe = finding.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert_eq!(
            text(&hunt, "findings/a/case.smt2").as_deref(),
            Some("(check-sat)")
        );
        assert_eq!(text(&hunt, "findings/a").as_deref(), Some("case.smt2"));
        assert_eq!(text(&hunt, "findings").as_deref(), Some("a/"));
        for path in [
            "findings/a/link",
            "findings/a/inside",
            "findings/a/pipe",
            "findings/out/secret",
            "findings/out",
            "findings/a/case.smt2/x",
            "findings/none",
        ] {
            assert_eq!(text(&hunt, path), None, "{path}");
        }
    }

    #[test]
    fn only_a_studys_own_page_is_a_page() {
        let steps = |path: &str| -> Vec<String> { path.split('/').map(String::from).collect() };
        assert!(kind(&steps("index.html"), true).starts_with("text/html"));
        assert!(kind(&steps("examples/x.html"), true).starts_with("text/plain"));
        assert!(kind(&steps("findings/a/x.html"), false).starts_with("text/plain"));
        assert!(kind(&steps("findings/a/case.smt2"), false).starts_with("text/plain"));
    }
}
