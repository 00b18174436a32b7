//! Every file of the corpus is accepted, and printed as it stands.

use gadfly_catalog::Catalog;
use gadfly_term::{Edits, Mode, Parser};
use std::path::Path;

#[test]
fn all_files_are_accepted_and_kept() {
    let Some(corpus) = std::env::var_os("GADFLY_CORPUS") else {
        return;
    };
    let paths = gadfly_testkit::scripts_below(Path::new(&corpus));
    let mut parser = Parser::new(&Catalog::builtin(), Mode::Default);
    let mut refused = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        match parser.parse(text.clone()) {
            Ok(script) => {
                assert_eq!(Edits::new(&script).apply(), text);
                parser.recycle(script);
            }
            Err(errors) => {
                refused.push(errors[0].render(&path.display().to_string(), text.as_bytes()))
            }
        }
    }
    assert!(
        refused.is_empty(),
        "{} of {} refused:\n{}",
        refused.len(),
        paths.len(),
        refused[..refused.len().min(20)].join("\n")
    );
}
