//! A finding's proof: a file of its folder, and the command that checks it.

use std::io;
use std::path::Path;

/// The file.
pub(crate) const PROOF: &str = "proof.cpc";
/// Larger proofs are not kept: the solver prints them again.
const MOST: usize = 1 << 20;

/// The proof, where it is small enough to be kept.
pub(crate) fn kept(proof: Option<&str>) -> Option<&str> {
    proof.filter(|text| text.len() < MOST)
}

/// What the issue says of it.
pub(crate) fn section(proof: Option<&str>) -> String {
    match kept(proof) {
        Some(_) => format!(
            "\n## The proof\n\n`{PROOF}` is the proof, with the conclusion of every step. It is checked without any \
             solver:\n\n```sh\ngadfly proof check case.smt2 {PROOF}\n```\n"
        ),
        None => String::new(),
    }
}

/// An older proof is about another case.
pub(crate) fn forget(folder: &Path) -> io::Result<()> {
    match std::fs::remove_file(folder.join(PROOF)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_proof_is_kept_with_its_command() {
        let small = section(Some("((assume @p1 false))"));
        assert!(
            small.contains("gadfly proof check case.smt2 proof.cpc"),
            "{small}"
        );
        let large = "x".repeat(MOST);
        assert_eq!(section(Some(&large)), "");
        assert_eq!(section(None), "");
    }
}
