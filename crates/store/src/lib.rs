//! What a hunt keeps: formulas, runs, verdicts and findings in SQLite.
