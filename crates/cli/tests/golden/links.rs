//! Every relative link between our Markdown files leads somewhere, and so does every page that a
//! message or a comment in the sources names.

use crate::{files_below, root};
use regex_lite::Regex;
use std::path::{Path, PathBuf};

/// All our Markdown files: at the top and under `docs/`.
fn pages() -> Vec<PathBuf> {
    let mut pages = files_below(&root().join("docs"), "md");
    let top = std::fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    pages.extend(top.filter(|path| path.extension().is_some_and(|e| e == "md")));
    pages.sort();
    pages
}

/// The anchors of a page's headings, as code hosts make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let slug = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

fn broken(page: &Path, target: &str) -> Option<String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => page.to_path_buf(),
        file => page.parent().unwrap().join(file),
    };
    if !path.exists() {
        return Some("there is no such file".into());
    }
    if anchor.is_empty() {
        return None;
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let found = anchors(&text).iter().any(|known| known == anchor);
    (!found).then(|| "there is no such heading".into())
}

#[test]
fn every_link_leads_somewhere() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut wrong = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for found in link.captures_iter(&text) {
            let target = &found[1];
            let outside = ["https://", "http://", "mailto:"];
            if outside.iter().any(|scheme| target.starts_with(scheme)) {
                continue;
            }
            if let Some(why) = broken(&page, target) {
                wrong.push(format!("{}: ({target}): {why}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page that the book does not have is a dead link in it.
#[test]
fn the_book_has_every_page_once() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut listed: Vec<PathBuf> = link
        .captures_iter(&summary)
        .map(|found| docs.join(&found[1]))
        .collect();
    listed.sort();
    let mut pages = files_below(&docs, "md");
    pages.retain(|page| !page.ends_with("SUMMARY.md"));
    pages.sort();
    assert_eq!(listed, pages);
}

#[test]
fn sources_name_pages_that_exist() {
    let name = Regex::new(r"docs/[a-z0-9/_-]+\.(md|json)").unwrap();
    let folders = ["crates", "catalog", ".ci"];
    let kinds = ["rs", "toml", "py", "rule", "sh"];
    let mut wrong = Vec::new();
    for (folder, kind) in folders.iter().flat_map(|f| kinds.map(|k| (f, k))) {
        let folder = root().join(folder);
        for file in files_below(&folder, kind)
            .iter()
            .filter(|_| folder.is_dir())
        {
            let Ok(text) = std::fs::read_to_string(file) else {
                continue;
            };
            let lost = name
                .find_iter(&text)
                .filter(|at| !root().join(at.as_str()).exists());
            wrong.extend(lost.map(|at| format!("{}: {}", file.display(), at.as_str())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
