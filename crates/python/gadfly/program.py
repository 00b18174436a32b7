"""The program `gadfly`: whatever runs solvers is done by it, in processes of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ._gadfly import Error, Script

_PROGRAM = "GADFLY_PROGRAM"
_FOUND = (0, 10)
# Up to Python 3.11 `sysconfig` shows other threads its variables before all of them are there.
_LOOKING = threading.Lock()


class CommandError(Error):
    """A command could not do its work; the message says why and what to do."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        #: The exit code: 1 could not do it, 2 usage, 101 a bug of gadfly's, 130 interrupted.
        self.code = code


def program() -> Path:
    """The program: what GADFLY_PROGRAM names, else the one that was installed with this module, else
    the one on PATH."""
    named = os.environ.get(_PROGRAM)
    if named:
        return Path(named)
    with _LOOKING:
        schemes = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
        if hasattr(sysconfig, "get_preferred_scheme"):
            schemes.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    found = shutil.which("gadfly", path=os.pathsep.join(schemes)) or shutil.which("gadfly")
    if not found:
        raise Error(f"the program `gadfly` is not there: install the wheel, or name it in {_PROGRAM}")
    return Path(found)


def run(command: str, *words: Union[str, "os.PathLike[str]"], **options: Any) -> list[dict[str, Any]]:
    """Runs a command of the program and gives the JSON objects that it prints.

    Options are those of the command, with `_` for `-`; a list repeats an option:
    `run("hunt", "seeds", solver=["z3", "cvc5"], time="1m", out="hunt")`. That something was found is no
    error. Every object names its schema.
    """
    paths = [os.fspath(word) for word in words]
    line = [str(program()), *command.split(), "--json", "--quiet", *_options(options), *paths]
    done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode not in _FOUND:
        raise CommandError(_problem(done.stderr) or f"{command} ended with {done.returncode}", done.returncode)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _options(options: dict[str, Any]) -> Iterable[str]:
    for name, value in options.items():
        option = f"--{name.rstrip('_').replace('_', '-')}"
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            if one is True:
                yield option
            elif one is not False and one is not None:
                yield f"{option}={one}"


def _problem(said: str) -> str:
    lines = [line for line in said.splitlines() if line.startswith("error: ")]
    return "\n".join(line.removeprefix("error: ") for line in lines)


@dataclass(frozen=True)
class Checked:
    """What solvers said to a script, and what that means."""

    #: A run of each solver: `solver`, `answers`, `outcome`, `cpu`, `memory` …
    runs: list[dict[str, Any]]
    #: What is wrong with the answers: `verdict`, `solver`, `sentence`, `evidence` …
    verdicts: list[dict[str, Any]]

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The verdicts that are confirmed bugs, and none that is known already."""
        return [
            verdict
            for verdict in self.verdicts
            if verdict["status"] != "doubt" and not verdict["known"] and verdict["verdict"] != "rejected"
        ]


def check(script: Script | str, solver: str | Iterable[str] = (), **options: Any) -> Checked:
    """Runs solvers on a script and says what their answers mean, as `gadfly check` does. `solver` is a
    spec or several: "z3", "z3@4.8.7", "./my-solver --flag"; the options are the command's."""
    solvers = [solver] if isinstance(solver, str) else list(solver)
    with tempfile.TemporaryDirectory(prefix="gadfly-python-") as folder:
        file = Path(folder, "script.smt2")
        file.write_text(str(script), encoding="utf-8")
        lines = run("check", file, solver=solvers, **options)
    return Checked(
        [line for line in lines if line["schema"].startswith("check-run/")],
        [line for line in lines if line["schema"].startswith("check-verdict/")],
    )
