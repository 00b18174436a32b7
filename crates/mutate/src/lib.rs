//! Strategies that make new formulas from seeds.
