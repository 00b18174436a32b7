//! What is kept of a doubt: all that a person needs to find out who is wrong.

use gadfly_store::Doubt;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// What goes into a doubt's folder.
pub struct DoubtFiles<'a> {
    /// What is known about it.
    pub doubt: &'a Doubt,
    /// The formula, with its header.
    pub original: &'a str,
    /// The model that it is about.
    pub model: Option<&'a str>,
    /// The script with the model put in.
    pub question: Option<&'a str>,
}

/// Writes the folder of a doubt, under `doubts/`.
pub fn write_doubt_folder(hunt: &Path, files: &DoubtFiles) -> io::Result<()> {
    let folder = hunt.join("doubts").join(&files.doubt.id);
    std::fs::create_dir_all(&folder)?;
    let optional = [
        ("model.txt", files.model),
        ("question.smt2", files.question),
    ];
    for (name, text) in optional {
        if let Some(text) = text {
            std::fs::write(folder.join(name), text)?;
        }
    }
    std::fs::write(folder.join("original.smt2"), files.original)?;
    std::fs::write(folder.join("report.md"), doubt_text(files.doubt))
}

fn doubt_text(doubt: &Doubt) -> String {
    let Doubt {
        kind,
        solver,
        sentence,
        why,
        ..
    } = doubt;
    let mut text =
        format!("# Doubt: {kind}, {solver}\n\n{sentence}\n\nThis is no finding: {why}.\n\n");
    for said in &doubt.said {
        let _ = writeln!(text, "- {said}");
    }
    text.push_str(
        "\n`original.smt2` is the formula, `model.txt` the model, `question.smt2` the formula with \
         the model put in as definitions: a right model makes it satisfiable. Either our evaluator \
         is wrong, or the solvers that were asked are.\n",
    );
    text
}
