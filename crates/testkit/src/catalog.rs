//! The whole catalogue, for tests: a library alone knows theories and logics only.

use gadfly_catalog::Catalog;
use std::sync::Arc;

/// The built-in catalogue with rules, grammars, solver profiles, seeds and all else that the
/// program brings. A test that needs these, or a solver, begins with this.
pub fn catalog() -> Arc<Catalog> {
    Catalog::provide(gadfly_data::FILES);
    Catalog::builtin()
}
