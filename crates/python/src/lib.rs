//! `import gadfly` from Python: the language crates, converted and nothing more.
//!
//! Whatever runs solvers is done by the program, which stands beside this module in the wheel: it
//! guards its processes with a process of its own, and takes orphans for its own, which a Python
//! interpreter must not.

mod errors;
mod evaluation;
mod formula;
mod generated;
mod grammar;
mod mutants;
mod number;
mod reduction;
mod script;
mod table;
mod term;

use pyo3::prelude::*;

/// What the package `gadfly` re-exports.
#[pymodule]
mod _gadfly {
    use super::*;

    #[pymodule_export]
    use errors::{Error, ModelError, ParseError};
    #[pymodule_export]
    use evaluation::{Assertion, Evaluation, evaluate};
    #[pymodule_export]
    use formula::Formula;
    #[pymodule_export]
    use generated::{Generated, generate};
    #[pymodule_export]
    use grammar::{Enumerated, Grammar, grammar_text, grammars};
    #[pymodule_export]
    use mutants::{Mutants, mutate};
    #[pymodule_export]
    use reduction::{Reduction, reduce};
    #[pymodule_export]
    use script::{Function, Script, parse};
    #[pymodule_export]
    use table::read_parquet;
    #[pymodule_export]
    use term::Term;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        gadfly_catalog::Catalog::provide(gadfly_data::FILES);
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // Else a panic would be the interpreter's end, and no exception.
        module.add("_unwinds", cfg!(panic = "unwind"))
    }
}
