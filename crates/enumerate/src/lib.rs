//! All formulas of a grammar in order of size, with random access.
