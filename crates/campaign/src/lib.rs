//! The hunt: seeds, strategies, solvers, verdicts, confirmation and reduction, tied together.
