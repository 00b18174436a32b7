//! Faults on demand: the scriptable fake solver, and helpers that tests share.
