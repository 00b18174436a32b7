//! The same formulas over many releases of a solver: studies and the watch for CI.
