//! The examples of `docs/guide`, run as they stand there, one page after the other in a folder of its
//! own.
//!
//! - A block ```` ```console ```` is run: lines that start with `$ ` are commands (a backslash at the
//!   end goes on), what follows is what they print. A line `…` stands for any number of lines, and
//!   `…` in a line for any text.
//! - A block with `file=NAME` behind its language is a file in that folder.
//! - Commands of all other blocks are not run (they take long, or install something), but the options
//!   that they name must exist.
//!
//! The solvers are those under `GADFLY_HOME`; without any, pages are passed over, unless
//! `GADFLY_REQUIRE_SOLVERS` is set. `BLESS=1` rewrites outputs that have no `…`.

use crate::shell::Shell;
use crate::{bless, files_below, filters, help, in_parallel, root};
use std::path::{Path, PathBuf};

/// A block of a page: its first line's words, the number of that line, and its lines.
struct Block<'a> {
    info: Vec<&'a str>,
    at: usize,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let inside = lines.by_ref().map(|(_, line)| line);
            blocks.push(Block {
                info: info.split_whitespace().collect(),
                at: at + 1,
                lines: inside.take_while(|line| *line != "```").collect(),
            });
        }
    }
    blocks
}

/// A command of a block, with what it is said to print and on which lines that stands.
struct Example {
    command: String,
    expected: Vec<String>,
    from: usize,
}

fn examples(block: &Block<'_>) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut goes_on = false;
    for (at, line) in block.lines.iter().enumerate() {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (None, Some(example)) if goes_on => {
                example.command = format!("{} {}", example.command, line.trim());
                example.from = block.at + at + 1;
            }
            (None, Some(example)) => {
                example.expected.push(line.to_string());
                continue;
            }
            (None, None) => panic!("line {}: no command before this", block.at + at + 1),
            (Some(command), _) => examples.push(Example {
                command: command.to_string(),
                expected: Vec::new(),
                from: block.at + at + 1,
            }),
        }
        goes_on = line.ends_with('\\');
        let command = &mut examples.last_mut().unwrap().command;
        *command = command.trim_end_matches('\\').trim().to_string();
    }
    examples
}

/// Blanks between words and what varies do not count.
fn plain(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    filters::apply(&words.join(" "))
}

/// Whether lines are as expected; `…` stands for any number of them.
fn fits(expected: &[String], printed: &[String]) -> bool {
    match expected.first() {
        None => printed.is_empty(),
        Some(line) if line.trim() == "…" => {
            (0..=printed.len()).any(|n| fits(&expected[1..], &printed[n..]))
        }
        Some(line) => {
            printed.first().is_some_and(|first| line_fits(line, first))
                && fits(&expected[1..], &printed[1..])
        }
    }
}

/// Whether a line is as expected; `…` inside stands for any text.
fn line_fits(expected: &str, printed: &str) -> bool {
    let (expected, printed) = (plain(expected), plain(printed));
    let Some((first, others)) = expected.split_once('…') else {
        return expected == printed;
    };
    let Some(mut rest) = printed.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = others.split('…').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Runs the examples of a page; what is wrong.
fn run(page: &Path, home: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let shell = Shell::with_releases(home);
    let mut wrong = Vec::new();
    let mut new: Vec<String> = text.lines().map(str::to_string).collect();
    // Rewritten from the end, so that the numbers of lines stay true.
    let mut rewritten: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for block in blocks(&text) {
        let file = block
            .info
            .iter()
            .find_map(|word| word.strip_prefix("file="));
        if let Some(name) = file {
            let path = shell.folder().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, block.lines.join("\n") + "\n").unwrap();
        }
        if block.info.first() != Some(&"console") {
            continue;
        }
        for example in examples(&block) {
            let command = &example.command;
            let installs = ["solvers install", "solvers remove"];
            assert!(
                !installs.iter().any(|word| command.contains(word)),
                "{}: {command}: write it as ```sh",
                page.display()
            );
            let done = shell.run(command);
            let out = format!("{}{}", done.stdout, done.stderr);
            let printed: Vec<String> = out.lines().map(str::to_string).collect();
            let place = format!("{}:{}: $ {command}", page.display(), example.from);
            if matches!(done.code, 2 | 101 | 127) {
                wrong.push(format!("{place}\nexit {}\n{out}", done.code));
            } else if !fits(&example.expected, &printed) {
                let open = example.expected.iter().any(|line| line.contains('…'));
                match bless() && !open {
                    true => rewritten.push((example.from, example.expected.len(), printed)),
                    false => wrong.push(format!("{place}\nprints\n{out}")),
                }
            }
        }
    }
    for (from, count, lines) in rewritten.into_iter().rev() {
        new.splice(from..from + count, lines);
    }
    let new = new.join("\n") + "\n";
    if new != text {
        std::fs::write(page, new).unwrap();
    }
    wrong
}

#[test]
fn examples_of_the_guide_print_what_stands_there() {
    let home = std::env::var_os("GADFLY_HOME").map(PathBuf::from);
    let home = home.filter(|home| home.join("solvers").is_dir());
    let Some(home) = gadfly_testkit::installed(home.ok_or("no solvers under GADFLY_HOME")) else {
        return;
    };
    let pages = files_below(&root().join("docs/guide"), "md");
    let wrong = in_parallel(&pages, |page| run(page, &home)).concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_name_options_that_exist() {
    let mut pages = files_below(&root().join("docs/guide"), "md");
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    let mut wrong = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for block in blocks(&text) {
            let joined = block.lines.join("\n").replace("\\\n", " ");
            for line in joined.lines() {
                let unknown = help::unknown_options(line);
                wrong.extend(unknown.map(|why| format!("{}: {line}: {why}", page.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_ellipsis_stands_for_any_lines() {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    let fits = |a: &str, b: &str| fits(&lines(a), &lines(b));
    assert!(fits("a\n…\nd", "a\nb\nc\nd"));
    assert!(fits("a\n…", "a"));
    assert!(fits("x   0.1s  2.0MB", "x 0.25s  31.5MB"));
    assert!(!fits("a\n…\nd", "a\nb"));
    assert!(!fits("a", "a\nb"));
    assert!(fits("runs …/z3 -in", "runs /some/where/z3 -in"));
    assert!(fits("a … b …", "a 1 b 2"));
    assert!(!fits("a … b", "a 1 c"));
}
