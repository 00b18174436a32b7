//! `cargo bench -p gadfly-term --bench language`: parsing and sort-checking in MB/s, beside a bare
//! tokenizer in the same run, on the corpus (folder in `GADFLY_CORPUS`) and on generated inputs.

#[path = "language/inputs.rs"]
mod inputs;

use gadfly_catalog::Catalog;
use gadfly_syntax::Tokenizer;
use gadfly_term::{Mode, Parser};
use gadfly_testkit::thread_seconds;
use std::hint::black_box;

/// How many seconds each figure is measured, at least.
const ENOUGH: f64 = 0.5;

fn main() {
    let catalog = Catalog::builtin();
    // `-- NAME` measures only inputs whose name has NAME in it.
    let filter = std::env::args()
        .skip(1)
        .find(|a| !a.starts_with('-'))
        .unwrap_or_default();
    println!(
        "{:<28} {:>9} {:>12} {:>12} {:>7} {:>11}",
        "input", "size", "tokenizer", "parse+check", "ratio", "bytes/node"
    );
    if let Some(texts) = inputs::corpus() {
        report(
            "corpus, all files",
            &texts,
            &mut Parser::new(&catalog, Mode::Default),
        );
    }
    for (name, text) in inputs::generated()
        .into_iter()
        .filter(|(name, _)| name.contains(&filter))
    {
        report(&name, &[text], &mut Parser::new(&catalog, Mode::Default));
    }
    if filter.is_empty() {
        mutants(&catalog);
        deep(&catalog);
    }
}

/// The best rate of several rounds, in MB/s.
fn rate(bytes: usize, mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    let begin = thread_seconds();
    while thread_seconds() - begin < ENOUGH {
        let start = thread_seconds();
        work();
        best = best.min(thread_seconds() - start);
    }
    bytes as f64 / best / 1e6
}

fn report(name: &str, texts: &[String], parser: &mut Parser) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let tokenizer = rate(bytes, || {
        for text in texts {
            black_box(Tokenizer::new(text.as_bytes()).fold(0u32, |sum, t| sum.wrapping_add(t.end)));
        }
    });
    let (mut nodes, mut memory) = (0, 0);
    let mut sources = texts.to_vec();
    let parse = rate(bytes, || {
        (nodes, memory) = (0, 0);
        for source in &mut sources {
            let script = match parser.parse(std::mem::take(source)) {
                Ok(script) => script,
                Err(errors) => panic!("{name}: {}", errors[0].message),
            };
            nodes += script.len();
            memory += script.node_bytes();
            *source = parser.recycle(script);
        }
    });
    println!(
        "{name:<28} {:>7} KB {tokenizer:>7.0} MB/s {parse:>7.0} MB/s {:>6.0}% {:>11.1}",
        bytes / 1000,
        100.0 * parse / tokenizer,
        memory as f64 / nodes as f64
    );
}

/// Full re-parses of small scripts a second, as a mutator does them.
fn mutants(catalog: &std::sync::Arc<Catalog>) {
    for (name, text) in inputs::small() {
        let mut parser = Parser::new(catalog, Mode::Default);
        let mut source = text.clone();
        let rate = rate(1_000_000, || {
            for _ in 0..1000 {
                let script = parser
                    .parse(std::mem::take(&mut source))
                    .expect("well-sorted");
                source = parser.recycle(script);
            }
        });
        println!(
            "{name:<28} {:>8} B {:>35.0} parses a second",
            text.len(),
            rate * 1000.0
        );
    }
}

/// Hard shapes: time must grow with size, not faster.
fn deep(catalog: &std::sync::Arc<Catalog>) {
    for (name, text) in inputs::hard() {
        let mut parser = Parser::new(catalog, Mode::Default);
        let start = thread_seconds();
        let bytes = text.len();
        let script = parser.parse(text).expect("well-sorted");
        let seconds = thread_seconds() - start;
        println!(
            "{name:<28} {:>7} KB {:>10.3} s {:>9.0} MB/s",
            bytes / 1000,
            seconds,
            bytes as f64 / seconds / 1e6
        );
        drop(script);
    }
}
