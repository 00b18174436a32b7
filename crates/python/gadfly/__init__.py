"""A workbench for testing SMT solvers.

Formulas are parsed, evaluated, made and reduced in this process. Whatever runs solvers is done by the
program `gadfly`, which the same wheel brings: `check`, `run`, `Hunt`, `Study`.

The n-th formula depends on the seeds, the options, the random seed and n alone, here as on the command
line: both print the same bytes.
"""

from ._gadfly import (
    Assertion,
    Error,
    Evaluation,
    Formula,
    Function,
    Grammar,
    ModelError,
    ParseError,
    Reduction,
    Script,
    Term,
    __version__,
    generate,
    parse,
    reduce,
)
from .language import evaluate, grammar, grammars, mutate
from .program import CommandError, Checked, check, program, run
from .tables import Hunt, Study, Table

__all__ = [
    "Assertion", "Checked", "CommandError", "Error", "Evaluation", "Formula", "Function", "Grammar",
    "Hunt", "ModelError", "ParseError", "Reduction", "Script", "Study", "Table", "Term", "__version__",
    "check", "evaluate", "generate", "grammar", "grammars", "mutate", "parse", "program", "reduce", "run",
]
