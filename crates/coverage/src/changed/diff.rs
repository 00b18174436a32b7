//! A unified diff, as `git diff` and `diff -ru` write it: which files, lines and functions changed.

use super::function::{function_in, named_in_header};
use thiserror::Error;

/// Why a text is no diff that can be read. Each message says what to do.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum DiffError {
    /// There is nothing in it.
    #[error("the diff is empty: nothing changed, so there is nothing to test")]
    Empty,
    /// It is something else.
    #[error(
        "not a unified diff: no file is named in it; write one with `git diff` or `diff -ru OLD NEW`"
    )]
    NoDiff,
    /// A hunk has a line that can stand in none.
    #[error("line {0} of the diff cannot stand in a hunk: give the diff as it was written")]
    Odd(usize),
    /// It ends in the middle of a hunk.
    #[error("the diff ends in the middle of a hunk: give all of it")]
    Cut,
}

/// A file that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path, as the diff has it: after the change, or before it where the file is gone.
    pub path: String,
    /// The functions with changed lines, in their order; those of lines outside functions are left out.
    pub functions: Vec<String>,
    /// Whether lines changed that stand in no function that the diff shows.
    pub outside: bool,
    /// Lines of the file before that are gone, and those behind which new ones stand.
    pub before: Vec<u32>,
    /// How many lines are new.
    pub added: u64,
    /// How many lines are gone.
    pub removed: u64,
}

impl ChangedFile {
    fn changes(&mut self, function: Option<&str>, line: u32) {
        match function {
            None => self.outside = true,
            Some(name) if self.functions.iter().any(|known| known == name) => {}
            Some(name) => self.functions.push(name.to_string()),
        }
        if self.before.last() != Some(&line) {
            self.before.push(line);
        }
    }
}

/// What is left of a hunk, and where in it we are.
struct Hunk {
    before: u32,
    after: u32,
    line: u32,
    function: Option<String>,
}

impl Hunk {
    fn is_open(&self) -> bool {
        self.before + self.after > 0
    }
}

/// All files that a diff names.
pub fn changed_files(text: &str) -> Result<Vec<ChangedFile>, DiffError> {
    if text.trim().is_empty() {
        return Err(DiffError::Empty);
    }
    let mut found = Found::default();
    let mut hunk: Option<Hunk> = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let (Some(open), Some(file)) = (&mut hunk, found.files.last_mut()) {
            if !line.starts_with('\\') {
                step(open, file, line).ok_or(DiffError::Odd(number + 1))?;
                hunk = hunk.filter(Hunk::is_open);
            }
        } else if let Some(rest) = line.strip_prefix("@@ ") {
            hunk = header(rest).filter(Hunk::is_open);
        } else {
            found.line(line);
        }
    }
    match (hunk, found.files.is_empty()) {
        (Some(_), _) => Err(DiffError::Cut),
        (None, true) => Err(DiffError::NoDiff),
        (None, false) => Ok(found.files),
    }
}

/// One line of a hunk.
fn step(hunk: &mut Hunk, file: &mut ChangedFile, line: &str) -> Option<()> {
    let (mark, text) = match line.chars().next() {
        // Some tools cut blanks at the end of lines.
        None => (' ', ""),
        Some(mark @ (' ' | '+' | '-')) => (mark, &line[1..]),
        Some(_) => return None,
    };
    if let Some(name) = function_in(text) {
        hunk.function = Some(name);
    }
    match mark {
        '+' => {
            hunk.after = hunk.after.checked_sub(1)?;
            file.added += 1;
        }
        '-' => {
            hunk.before = hunk.before.checked_sub(1)?;
            file.removed += 1;
        }
        _ => {
            hunk.before = hunk.before.checked_sub(1)?;
            hunk.after = hunk.after.checked_sub(1)?;
        }
    }
    if mark != ' ' && !text.trim().is_empty() {
        let last = hunk.line.saturating_sub(u32::from(mark == '+')).max(1);
        file.changes(hunk.function.as_deref(), last);
    }
    hunk.line += u32::from(mark != '+');
    // A brace in the first column ends a function.
    if text.starts_with('}') {
        hunk.function = None;
    }
    Some(())
}

/// A hunk's header behind the first `@@ `: `-10,3 +10,5 @@ function`.
fn header(text: &str) -> Option<Hunk> {
    let (ranges, function) = text.split_once("@@")?;
    let mut ranges = ranges.split_whitespace();
    let (line, before) = range(ranges.next()?.strip_prefix('-')?)?;
    let (_, after) = range(ranges.next()?.strip_prefix('+')?)?;
    Some(Hunk {
        before,
        after,
        // Of no lines, the one is named behind which they would stand.
        line: line + u32::from(before == 0),
        function: named_in_header(function),
    })
}

/// The first line, and how many there are.
fn range(text: &str) -> Option<(u32, u32)> {
    match text.split_once(',') {
        Some((first, count)) => Some((first.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}

/// The files that were named so far.
#[derive(Default)]
struct Found {
    files: Vec<ChangedFile>,
    /// Whether git named the last one already, in its line `diff`, which other programs do not write.
    by_git: bool,
}

impl Found {
    /// Takes in a line between hunks.
    fn line(&mut self, line: &str) {
        if let Some(both) = line.strip_prefix("diff --git ") {
            // What follows says it better, but for files without lines: binary ones, and those that moved.
            self.file(both.rsplit_once(" b/").map_or(both, |(_, path)| path));
            self.by_git = true;
        } else if let Some(path) = line.strip_prefix("--- ") {
            if !std::mem::take(&mut self.by_git)
                && let Some(path) = plain(path)
            {
                self.file(&path);
            }
        } else if let Some(path) = line.strip_prefix("+++ ").and_then(plain) {
            self.rename(&path);
        } else if let Some(path) = line.strip_prefix("rename to ") {
            self.rename(path);
        } else if let Some(place) = line.strip_prefix("Only in ") {
            // As `diff -r` says what one of two folders lacks.
            if let Some((folder, name)) = place.split_once(": ") {
                self.file(&format!("{folder}/{name}"));
            }
        }
    }

    fn file(&mut self, path: &str) {
        self.files.push(ChangedFile {
            path: path.trim_matches('"').to_string(),
            ..ChangedFile::default()
        });
    }

    fn rename(&mut self, path: &str) {
        if let Some(last) = self.files.last_mut() {
            last.path = path.to_string();
        }
    }
}

/// The path of a line `---` or `+++`: without git's `a/` and `b/`, and without a time behind it.
fn plain(text: &str) -> Option<String> {
    let path = text.split('\t').next().unwrap_or(text).trim();
    let path = path.trim_matches('"');
    let path = ["a/", "b/"]
        .iter()
        .find_map(|prefix| path.strip_prefix(prefix))
        .unwrap_or(path);
    (path != "/dev/null").then(|| path.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIT: &str = "\
diff --git a/src/ast/rewriter/seq_rewriter.cpp b/src/ast/rewriter/seq_rewriter.cpp
index 1..2 100644
--- a/src/ast/rewriter/seq_rewriter.cpp
+++ b/src/ast/rewriter/seq_rewriter.cpp
@@ -10,5 +10,6 @@ br_status seq_rewriter::mk_seq_at(expr* a, expr* b, expr_ref& result) {
     one();
-    two();
+    three();
+    --- four();
     five();
 }
 
@@ -40,3 +41,2 @@ br_status seq_rewriter::mk_seq_at(expr* a, expr* b, expr_ref& result) {
 }
 br_status seq_rewriter::mk_seq_len(expr* a, expr_ref& result) {
-    six();
diff --git a/doc/x.png b/doc/x.png
index 3..4 100644
Binary files a/doc/x.png and b/doc/x.png differ
diff --git a/old.h b/src/new.h
similarity index 100%
rename from old.h
rename to src/new.h
diff --git a/gone.cpp b/gone.cpp
deleted file mode 100644
--- a/gone.cpp
+++ /dev/null
@@ -1 +0,0 @@
-int x;
\\ No newline at end of file
";

    #[test]
    fn what_git_writes_is_read() {
        let files = changed_files(GIT).unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "src/ast/rewriter/seq_rewriter.cpp",
                "doc/x.png",
                "src/new.h",
                "gone.cpp"
            ]
        );
        let first = &files[0];
        assert_eq!(
            first.functions,
            ["seq_rewriter::mk_seq_at", "seq_rewriter::mk_seq_len"]
        );
        assert_eq!((first.added, first.removed, first.outside), (2, 2, false));
        assert_eq!(first.before, [11, 42]);
        assert_eq!((files[3].removed, files[3].outside), (1, true));
    }

    #[test]
    fn what_diff_writes_is_read() {
        let text = "diff -ru z3-1/src/a.cpp z3-2/src/a.cpp\n\
            --- z3-1/src/a.cpp\t2020-01-01 00:00:00\n+++ z3-2/src/a.cpp\t2020-02-01 00:00:00\n\
            @@ -1 +1 @@\n-a\n+b\nOnly in z3-2/src/smt: new.cpp\n\
            --- z3-1/src/b.cpp\t2020\n+++ z3-2/src/b.cpp\t2020\n@@ -3,0 +4 @@\n+int b(\n";
        let files = changed_files(text).unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            paths,
            ["z3-2/src/a.cpp", "z3-2/src/smt/new.cpp", "z3-2/src/b.cpp"]
        );
        assert_eq!(files[2].before, [3]);
    }

    #[test]
    fn what_is_no_diff_is_refused() {
        assert_eq!(changed_files(" \n"), Err(DiffError::Empty));
        assert_eq!(
            changed_files("(assert true)\n(check-sat)\n"),
            Err(DiffError::NoDiff)
        );
        let head = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n";
        assert_eq!(changed_files(&format!("{head}?\n")), Err(DiffError::Odd(4)));
        assert_eq!(changed_files(&format!("{head}-one\n")), Err(DiffError::Cut));
    }
}
