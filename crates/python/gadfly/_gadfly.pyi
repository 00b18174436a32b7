from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, Literal, Optional, Union

__version__: str
_unwinds: bool

class Error(Exception):
    """Something could not be done."""

class ParseError(Error):
    """A text is not well-formed; `line` and `column` say where, both from 1."""

    line: int
    column: int

class ModelError(Error):
    """A text is no model."""

class Term:
    """A term, where it stands in its script."""

    @property
    def text(self) -> str: ...
    @property
    def sort(self) -> str: ...
    @property
    def kind(self) -> str:
        """"operator", "function", "variable", "literal", "let", "forall", "exists", "lambda", "match",
        "annotation", "apply", "update" or "opaque"."""
    @property
    def name(self) -> Optional[str]:
        """The name of its operator, function or variable."""
    @property
    def args(self) -> list[Term]: ...
    @property
    def size(self) -> int:
        """How many terms stand in it, itself among them."""

class Function:
    """A function or constant that a script declares or defines."""

    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> list[str]:
        """The sorts of its parameters."""
    @property
    def sort(self) -> str:
        """The sort of its result."""
    @property
    def defined(self) -> bool: ...

class Script:
    """A script that is well-formed."""

    @property
    def text(self) -> str: ...
    @property
    def logic(self) -> Optional[str]:
        """The logic that it sets, if it does."""
    @property
    def assertions(self) -> list[Term]: ...
    @property
    def terms(self) -> list[Term]:
        """All terms, subterms before the terms that they stand in."""
    @property
    def checks(self) -> int:
        """How many `check-sat` there are."""
    @property
    def functions(self) -> list[Function]: ...
    def infer_logic(self) -> str:
        """The smallest logic of SMT-LIB that has all that the script uses."""

def parse(
    text: str, *, mode: Literal["default", "standard", "lenient"] = "default", name: str = "script"
) -> Script:
    """Parses and sort-checks a script; raises `ParseError`."""

class Assertion:
    @property
    def term(self) -> Term: ...
    @property
    def holds(self) -> Optional[bool]: ...
    @property
    def reason(self) -> Optional[str]: ...

class Evaluation:
    """What a model makes of a script."""

    @property
    def holds(self) -> Optional[bool]:
        """`None` where it is undetermined; `reason` says why."""
    @property
    def reason(self) -> Optional[str]: ...
    @property
    def completed(self) -> bool:
        """Whether values were filled in that the model leaves out."""
    @property
    def assertions(self) -> list[Assertion]: ...

def evaluate(script: Script, model: str, *, check: int = 1) -> Evaluation: ...

class Formula:
    """A formula that gadfly made; `str` is what the program writes, with the header."""

    @property
    def text(self) -> str:
        """The script without its header."""
    @property
    def index(self) -> int: ...
    @property
    def strategy(self) -> str: ...
    @property
    def expect(self) -> list[str]:
        """What the answer of each `check-sat` must be: "sat", "unsat" or "unknown"."""
    @property
    def label(self) -> str:
        """How that is known: "none", "claimed", "confirmed", "construction" or "witness"."""
    @property
    def parents(self) -> list[str]: ...
    @property
    def trace(self) -> list[str]: ...

class Mutants(Iterator[Formula]):
    def __next__(self) -> Formula: ...

def mutate(
    seeds: list[tuple[str, str]],
    strategy: str,
    *,
    count: int,
    seed: int,
    start: int,
    steps: int,
    ops: list[str],
) -> Mutants: ...

class Generated(Iterator[Formula]):
    def __next__(self) -> Formula: ...

def generate(
    logic: str,
    *,
    count: int = 1,
    seed: int = 0,
    start: int = 0,
    preset: Literal["small", "normal", "deep", "wide", "stress"] = "normal",
    expect: Optional[Literal["sat", "unsat"]] = None,
    **sizes: Any,
) -> Generated:
    """Random formulas, as `gadfly generate` makes them. `sizes` are the command's options, with `_` for
    `-`; a range is a number or a pair: `variables=(2, 5), literal=20, division="free"`."""

class Enumerated(Iterator[str]):
    def __next__(self) -> str: ...

class Grammar:
    """All formulas of a grammar in order of size: a sequence that may have no end."""

    def __init__(
        self,
        text: str,
        *,
        name: str = "grammar",
        variables: Optional[int] = None,
        assertions: Optional[int] = None,
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def total(self) -> Optional[int]:
        """How many formulas there are; `None` where there is no end of them."""
    def count(self, size: int) -> int:
        """How many formulas have this size."""
    def count_up_to(self, size: int) -> int: ...
    def rank(self, formula: str) -> Optional[int]:
        """The index of a formula; `None` where the grammar does not derive it."""
    def sample(self, least: int, most: int, *, seed: int = 0, number: int = 0) -> str:
        """The `number`-th even choice among all formulas of these sizes."""
    def formulas(self, start: int = 0, count: Optional[int] = None) -> Enumerated: ...
    def __getitem__(self, index: int) -> str: ...
    def __iter__(self) -> Enumerated: ...

def grammars() -> list[str]: ...
def grammar_text(name: str) -> str: ...

class Reduction:
    """What came of a reduction."""

    @property
    def text(self) -> str:
        """The smallest script that fails."""
    @property
    def pretty(self) -> str:
        """The same, laid out for people."""
    @property
    def checks(self) -> int:
        """How often the predicate was asked."""
    @property
    def fixpoint(self) -> bool:
        """Whether nothing more can be simplified."""

def reduce(
    text: str,
    fails: Callable[[str], object],
    *,
    jobs: int = 1,
    time: Optional[float] = None,
    checks: Optional[int] = None,
) -> Reduction:
    """Makes a script small as long as `fails(script)` is true, with the passes of `gadfly reduce`. With
    several `jobs` it is called from several threads, with the same result; `time` is in seconds."""

def read_parquet(path: Union[str, PathLike[str]]) -> dict[str, list[Any]]:
    """The columns of a Parquet file that gadfly wrote, by name."""
