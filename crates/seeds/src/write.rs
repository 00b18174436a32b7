//! A seed's file: comment lines that say where it came from, its status, and the script.

use crate::error::SeedsError;
use crate::index::Entry;
use gadfly_formula::{ContentHash, Expect, LabelSource};
use std::io::Write as _;
use std::path::Path;

/// The longest part of a name that comes from the file.
const STEM: usize = 60;

/// The name of a seed: its file's, with what tells it from others of that name.
pub(crate) fn name(from: &str, body: &str) -> String {
    let file = from.rsplit('/').next().unwrap_or(from);
    let stem = file.split(".smt").next().unwrap_or(file);
    let stem = stem.trim_end_matches(".gz").trim_end_matches(".md");
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '-'
        }
    };
    let stem: String = stem.chars().map(plain).take(STEM).collect();
    let digest = ContentHash::of(body.as_bytes()).short();
    format!("{}-{}", stem.trim_matches(['.', '-']), &digest[..8])
}

/// The whole file of a seed.
pub(crate) fn text(entry: &Entry, body: &str) -> String {
    let mut text = format!("; a seed of gadfly {}\n", env!("CARGO_PKG_VERSION"));
    let part = if entry.part.is_empty() {
        String::new()
    } else {
        format!(", {}", entry.part)
    };
    text.push_str(&comment(
        "from",
        &format!("{}#{}{part}", entry.from, entry.digest),
    ));
    if !entry.changes.is_empty() {
        text.push_str(&comment("changed", &entry.changes.join("; ")));
    }
    if let [answer] = entry.answers[..]
        && answer != Expect::Unknown
    {
        text.push_str(&comment("status", how(entry.label)));
        text.push_str(&format!("(set-info :status {answer})\n"));
    }
    text.push_str(body);
    text
}

/// The script of a seed's file.
pub(crate) fn body(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n') {
        if !line.starts_with("; ") {
            break;
        }
        rest = after;
        if line.starts_with("; status:") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
            break;
        }
    }
    rest
}

fn how(label: LabelSource) -> &'static str {
    match label {
        LabelSource::Witness => "by a model that our evaluator found true",
        LabelSource::Confirmed => "two families of solvers agree",
        _ => "as the file claims",
    }
}

/// One comment line, whatever is in it.
fn comment(key: &str, value: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let value: String = value.chars().map(plain).collect();
    format!("; {key}: {value}\n")
}

/// Writes a file, whole or not at all.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<(), SeedsError> {
    let cannot = || SeedsError::file("write", path);
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(cannot())?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(cannot())?;
    file.write_all(bytes).map_err(cannot())?;
    // Temporary files are private; seeds are for everybody who may read the folder.
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    file.as_file()
        .set_permissions(permissions)
        .map_err(cannot())?;
    file.persist(path).map_err(|error| cannot()(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        let name = name("x/a b/e\u{e9} (1).smt2.gz", "(check-sat)");
        let (stem, digest) = name.rsplit_once('-').unwrap();
        assert_eq!((stem, digest.len()), ("e---1", 8));
    }

    #[test]
    fn a_file_gives_its_script_back() {
        let script = "(set-logic ALL)\n(assert true)\n(check-sat)\n";
        let mut entry = Entry {
            name: "a".into(),
            file: "a.smt2".into(),
            from: "x/a\n.smt2".into(),
            part: "script 2".into(),
            digest: "0".into(),
            changes: vec!["check-sat put in".into()],
            answers: vec![Expect::Sat],
            label: LabelSource::Witness,
            wrong_claim: None,
            asked: true,
            hash: "0".into(),
        };
        assert!(text(&entry, script).contains("(set-info :status sat)\n(set-logic ALL)"));
        assert!(text(&entry, script).contains("; from: x/a?.smt2#0, script 2\n"));
        assert_eq!(body(&text(&entry, script)), script);
        entry.answers = vec![Expect::Unknown];
        assert!(!text(&entry, script).contains(":status"));
        assert_eq!(body(&text(&entry, script)), script);
    }
}
