//! `accept [--standard|--lenient] FILES-OR-FOLDERS…`: a line for each file, `ok` or the first error. For studies over many files
//! where the full command would be slow to build.

use gadfly_catalog::Catalog;
use gadfly_syntax::Decoded;
use gadfly_term::{Edits, Mode, Parser};
use std::path::Path;

fn main() {
    let mut mode = Mode::Default;
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--standard" => mode = Mode::Standard,
            "--lenient" => mode = Mode::Lenient,
            path => paths.extend(gadfly_testkit::scripts_below(Path::new(path))),
        }
    }
    let mut parser = Parser::new(&Catalog::builtin(), mode);
    let mut refused = 0;
    for path in &paths {
        let Ok(bytes) = std::fs::read(path) else {
            continue;
        };
        let decoded = Decoded::new(bytes);
        let text = decoded.text.clone();
        match parser.parse(decoded.text) {
            Ok(script) => {
                assert_eq!(Edits::new(&script).apply(), text);
                parser.recycle(script);
                println!("{}\tok", path.display());
            }
            Err(errors) => {
                refused += 1;
                let shown = if paths.len() == 1 { errors.len() } else { 1 };
                for error in &errors[..shown] {
                    let at =
                        gadfly_syntax::Position::of(text.as_bytes(), error.span.start as usize);
                    println!(
                        "{}\t{}:{}: {}",
                        path.display(),
                        at.line,
                        at.column,
                        error.message
                    );
                }
            }
        }
    }
    eprintln!("{refused} of {} refused", paths.len());
}
