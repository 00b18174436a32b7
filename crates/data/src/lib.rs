//! The files of `catalog/` that decide what is tried and how answers are read: rules, fusions,
//! grammars, solver profiles and their transcripts, seeds, conformance cases, known bugs.
//!
//! Nothing below the program depends on this crate, so a changed seed compiles this crate and the
//! program again and nothing else. The program gives [`FILES`] to `Catalog::provide` at its start;
//! tests do it through `gadfly_testkit::catalog`.

/// Path in the catalogue and text of each file, by path.
pub static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
