"""What needs a file or a default around the language crates."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Union

from . import _gadfly
from ._gadfly import Error, Evaluation, Formula, Grammar, Script

PathLike = Union[str, "os.PathLike[str]"]
Seeds = Union[PathLike, Iterable[PathLike], Mapping[str, str]]


def evaluate(script: Script | str, model: str, *, check: int = 1) -> Evaluation:
    """The truth of what a script asserts at a `check-sat`, counted from 1, under a model as a solver
    prints it. A text is read leniently, as `gadfly eval` does."""
    if isinstance(script, str):
        script = _gadfly.parse(script, mode="lenient")
    return _gadfly.evaluate(script, model, check=check)


def mutate(
    seeds: Seeds,
    strategy: str = "op",
    *,
    count: int = 1,
    seed: int = 0,
    start: int = 0,
    steps: int = 1,
    ops: Iterable[str] = (),
) -> Iterator[Formula]:
    """Mutants, as `gadfly mutate` makes them. `seeds` are files and folders, or texts by name; what
    cannot be a seed is left out."""
    pairs = list(seeds.items()) if isinstance(seeds, Mapping) else list(_read(seeds))
    return _gadfly.mutate(
        pairs, strategy, count=count, seed=seed, start=start, steps=steps, ops=list(ops)
    )


def grammars() -> list[str]:
    """The names of the grammars that gadfly has."""
    return _gadfly.grammars()


def grammar(
    name: PathLike, *, variables: int | None = None, assertions: int | None = None
) -> Grammar:
    """A grammar that gadfly has, by name, or one from a file FILE.g4."""
    if str(name).endswith(".g4"):
        text = Path(name).read_text(encoding="utf-8")
    else:
        text = _gadfly.grammar_text(str(name))
    return Grammar(text, name=str(name), variables=variables, assertions=assertions)


def _read(seeds: PathLike | Iterable[PathLike]) -> Iterator[tuple[str, str]]:
    paths = [seeds] if isinstance(seeds, (str, os.PathLike)) else seeds
    for path in map(Path, paths):
        files = _scripts(path) if path.is_dir() else [path]
        if not files:
            raise Error(f"{path}: the folder holds no *.smt2 file")
        for file in files:
            try:
                yield str(file), file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                if file == path:
                    raise Error(f"{file}: it is not UTF-8") from None


def _scripts(folder: Path) -> list[Path]:
    """All scripts below a folder, in the order of the program: folder by folder, by name."""
    found: list[Path] = []
    entries = sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name))
    if {"case.smt2", "original.smt2"} <= {entry.name for entry in entries}:
        # A finding's folder has its formula in several forms.
        entries = [folder / "case.smt2"]
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            found += _scripts(entry)
        elif entry.suffix == ".smt2":
            found.append(entry)
    return found
