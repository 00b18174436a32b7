//! Making a failing script small. Knows no solver, only a predicate.
