//! Random formulas of a logic, layer by layer.
