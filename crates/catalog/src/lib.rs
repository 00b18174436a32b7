//! The data a user may read and extend: theories, rules, fusions, grammars, solver profiles, seeds.
