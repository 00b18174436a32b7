//! For the tests of passes: what a pass makes of a script, and what it leaves alone.

use crate::edit::Taken;
use crate::pass::Pass;
use crate::squeeze::squeeze;
use crate::subject::{Reader, Subject};

/// The well-formed candidates that single moves of a pass make.
pub(crate) fn candidates(pass: &dyn Pass, script: &str) -> Vec<String> {
    let reader = Reader::for_input(script).unwrap();
    let script = &squeeze(script);
    let moves = pass.moves(&Subject::new(&reader, script));
    let made = moves.iter().map(|one| {
        let taken = Taken::default().with_free(std::slice::from_ref(one));
        let candidate = taken.apply(script);
        assert_eq!(
            candidate,
            squeeze(&candidate),
            "{} of {script}",
            pass.name()
        );
        candidate.replace('\n', "")
    });
    made.filter(|candidate| reader.accepts(candidate)).collect()
}

/// A single move makes this candidate.
pub(crate) fn makes(pass: &dyn Pass, script: &str, candidate: &str) {
    let all = candidates(pass, script);
    assert!(
        all.iter().any(|one| one == candidate),
        "{}: {all:#?}",
        pass.name()
    );
}

/// There is nothing to do.
pub(crate) fn leaves(pass: &dyn Pass, script: &str) {
    assert_eq!(
        candidates(pass, script),
        Vec::<String>::new(),
        "{}",
        pass.name()
    );
}
