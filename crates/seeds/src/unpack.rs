//! From a file's bytes to texts: gzip, zip, Markdown with fenced scripts, or a script as it is.

use crate::index::Reason;
use gadfly_syntax::{Decoded, loose};
use std::io::{Cursor, Read};

/// The most bytes of one file, unpacked: what is packed may be endless.
const MOST: u64 = 64 << 20;
/// The most members of an archive.
const MOST_MEMBERS: usize = 100_000;

/// A text that may hold scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// Which part of the file it is; empty where it is the file.
    pub(crate) part: String,
    /// The text.
    pub(crate) text: String,
    /// How many lines of the file stand before it.
    pub(crate) lines_before: usize,
}

/// Why nothing can be read, and of which part.
pub(crate) type Closed = (String, Reason, String);

/// All texts of a file, and the parts of it that cannot be opened.
pub(crate) fn unpack(name: &str, bytes: Vec<u8>) -> (Vec<Text>, Vec<Closed>) {
    let (mut texts, mut closed) = (Vec::new(), Vec::new());
    let mut open = vec![(String::new(), name.to_string(), bytes)];
    while let Some((part, name, bytes)) = open.pop() {
        let opened = if bytes.starts_with(&[0x1f, 0x8b]) {
            let inner = name.strip_suffix(".gz").unwrap_or(&name).to_string();
            bounded(flate2::read::GzDecoder::new(&bytes[..]))
                .map(|bytes| open.push((part.clone(), inner, bytes)))
        } else if bytes.starts_with(b"PK\x03\x04") && part.is_empty() {
            // An archive within an archive stays shut.
            members(bytes).map(|members| open.extend(members))
        } else if bytes.contains(&0) {
            Err("it is no text".to_string())
        } else {
            let decoded = Decoded::new(bytes);
            texts.extend(scripts(&part, &name, decoded.text));
            Ok(())
        };
        if let Err(problem) = opened {
            closed.push((part, Reason::Unreadable, problem));
        }
    }
    (texts, closed)
}

fn bounded(input: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut input = input.take(MOST + 1);
    input.read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > MOST {
        return Err(format!("it is larger than {} MB, unpacked", MOST >> 20));
    }
    Ok(bytes)
}

/// The scripts and Markdown files of an archive: part, name and bytes, the last first.
fn members(bytes: Vec<u8>) -> Result<Vec<(String, String, Vec<u8>)>, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for number in 0..archive.len().min(MOST_MEMBERS) {
        let member = archive.by_index(number).map_err(|e| e.to_string())?;
        let name = member.name().map_err(|e| e.to_string())?.to_string();
        let wanted = [".smt2", ".smt", ".gz", ".md"];
        if member.is_file() && wanted.iter().any(|ending| name.ends_with(ending)) {
            let bytes = bounded(member).map_err(|problem| format!("{name}: {problem}"))?;
            found.push((name.clone(), name, bytes));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0));
    Ok(found)
}

fn scripts(part: &str, name: &str, text: String) -> Vec<Text> {
    if name.ends_with(".md") || name.ends_with(".markdown") {
        return fenced(part, &text);
    }
    vec![Text {
        part: part.to_string(),
        text,
        lines_before: 0,
    }]
}

/// The fenced blocks of a Markdown text that hold scripts.
fn fenced(part: &str, text: &str) -> Vec<Text> {
    let mut blocks: Vec<Text> = Vec::new();
    // The fence that is open, and where its block began: line and text.
    let mut open: Option<(&str, usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let bare = line.trim_start_matches([' ', '>']);
        match &mut open {
            None => {
                let fence = ["```", "~~~"].into_iter().find(|f| bare.starts_with(*f));
                open = fence.map(|fence| (fence, number + 1, String::new()));
            }
            Some((fence, first, block)) if bare.starts_with(*fence) => {
                if asks(block) {
                    let comma = if part.is_empty() { "" } else { ", " };
                    blocks.push(Text {
                        part: format!("{part}{comma}line {first}"),
                        text: std::mem::take(block),
                        lines_before: *first,
                    });
                }
                open = None;
            }
            Some((_, _, block)) => {
                block.push_str(line.strip_prefix("> ").unwrap_or(line));
                block.push('\n');
            }
        }
    }
    blocks
}

/// Whether a block is a script: it asserts or asks something.
fn asks(block: &str) -> bool {
    loose::commands(block).any(|command| command.is_check() || command.name() == "assert")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn gzip(text: &str) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    }

    fn parts(name: &str, bytes: &[u8]) -> Vec<(String, String)> {
        let (texts, closed) = unpack(name, bytes.to_vec());
        assert_eq!(closed, []);
        texts.into_iter().map(|t| (t.part, t.text)).collect()
    }

    #[test]
    fn packed_files_are_opened() {
        let whole = [(String::new(), "(check-sat)".to_string())];
        assert_eq!(parts("a.smt2", b"(check-sat)"), whole);
        assert_eq!(parts("a.smt2.gz", &gzip("(check-sat)")), whole);
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        for (name, bytes) in [
            ("b.smt2", gzip("(b)")),
            ("a.smt2", b"(a)".to_vec()),
            ("c.txt", vec![]),
        ] {
            zip.start_file(name, options).unwrap();
            zip.write_all(&bytes).unwrap();
        }
        let zip = zip.finish().unwrap().into_inner();
        let said = parts("x.zip", &zip);
        assert_eq!(
            said,
            [("a.smt2", "(a)"), ("b.smt2", "(b)")].map(|(p, t)| (p.into(), t.into()))
        );
        for cut in [&zip[..40], &gzip("(a)")[..15], b"\0\0"] {
            let (texts, closed) = unpack("x", cut.to_vec());
            assert!(
                texts.is_empty() && closed[0].1 == Reason::Unreadable,
                "{closed:?}"
            );
        }
    }

    #[test]
    fn scripts_are_taken_out_of_markdown() {
        let text = "Wrong:\n```smt2\n(assert false)\n(check-sat)\n```\n```\nsat\n```\n~~~\n(check-sat)\n~~~\n";
        let blocks = unpack("issue.md", text.as_bytes().to_vec()).0;
        let found: Vec<_> = blocks
            .iter()
            .map(|b| (&*b.part, &*b.text, b.lines_before))
            .collect();
        assert_eq!(
            found,
            [
                ("line 2", "(assert false)\n(check-sat)\n", 2),
                ("line 9", "(check-sat)\n", 9),
            ]
        );
    }
}
