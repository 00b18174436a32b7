"""What a hunt or a study left behind, as tables."""

from __future__ import annotations

import csv
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _gadfly
from ._gadfly import Error
from .program import CommandError, _problem, program, run

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

PathLike = Union[str, "os.PathLike[str]"]


class Table(Mapping[str, list[Any]]):
    """Columns by name, each a list. Data frames are made from it where their library is installed."""

    def __init__(self, columns: Mapping[str, list[Any]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """How many columns there are, as of any mapping; `height` is the number of rows."""
        return len(self._columns)

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._columns.values()), []))

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, each a dictionary."""
        for cells in zip(*self._columns.values()):
            yield dict(zip(self._columns, cells))

    def to_pandas(self) -> pandas.DataFrame:
        import pandas

        return pandas.DataFrame(self._columns)

    def to_polars(self) -> polars.DataFrame:
        import polars

        return polars.DataFrame(self._columns)

    def to_arrow(self) -> pyarrow.Table:
        import pyarrow

        return pyarrow.table(self._columns)

    def __repr__(self) -> str:
        return f"<Table: {self.height} rows of {', '.join(self._columns)}>"


class Hunt:
    """A hunt's folder."""

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        if not (self.folder / "store.sqlite").is_file():
            raise Error(f"{self.folder}: there is no hunt")

    def findings(self) -> list[dict[str, Any]]:
        """The findings, as `gadfly findings --json` prints them."""
        return run("findings", self.folder)

    def runs(self) -> Table:
        """A row for each solver run, as `gadfly report --format parquet` writes them."""
        with tempfile.TemporaryDirectory(prefix="gadfly-python-") as folder:
            file = Path(folder, "runs.parquet")
            options = ["--quiet", "--format", "parquet", "--out", str(file)]
            line = [str(program()), "report", str(self.folder), *options]
            done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", check=False)
            if done.returncode != 0:
                raise CommandError(_problem(done.stderr), done.returncode)
            return Table(_gadfly.read_parquet(file))


class Study:
    """A study's folder, as `gadfly evolve` makes it."""

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        if not (self.folder / "runs").is_dir():
            raise Error(f"{self.folder}: there is no study")

    def runs(self) -> Table:
        """A row for each formula and solver."""
        columns: dict[str, list[Any]] = {}
        for part in sorted(self.folder.glob("runs/*/*.parquet")):
            for name, cells in _gadfly.read_parquet(part).items():
                columns.setdefault(name, []).extend(cells)
        return Table(columns)

    def tables(self) -> list[str]:
        """The names of the tables that stand beside the page."""
        return sorted(file.stem for file in self.folder.glob("*.csv"))

    def table(self, name: str) -> Table:
        """One of the tables, its cells as texts."""
        file = self.folder / f"{name}.csv"
        if not file.is_file():
            raise Error(f"{self.folder} has no table `{name}`: use one of {', '.join(self.tables())}")
        with file.open(newline="", encoding="utf-8") as lines:
            head, *rows = csv.reader(lines)
        return Table({name: [row[at] for row in rows] for at, name in enumerate(head)})
