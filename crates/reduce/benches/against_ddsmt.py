#!/usr/bin/env python3
"""Reduces the same inputs with gadfly and with ddSMT under the same check, and prints both results.

    against_ddsmt.py [--gadfly PATH] [--ddsmt PATH] [--only gadfly|ddsmt] [--jobs J]
                     [--keep DIR] [CASE.smt2 …]

A case is NAME.smt2 with an executable NAME.check beside it, which gets a candidate's path and exits
0 where it still fails. Without arguments: the cases in the folder `cases` beside this script. Checks
call solvers through the environment: Z3_4_8_5 and so on for every release below $GADFLY_HOME, and
CVC4, CVC5 as you set them. A case whose solver is missing is left out.

Bytes are those of the result without needless white space, by the same rule for both; checks are
calls of the check; CPU seconds are those of the reducer itself and of its checks. With --keep, results
of ddSMT that are there already are taken from DIR: it needs long.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

TOKEN = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()";|]+')


def squeezed_bytes(text):
    """The size without comments and needless white space, a line a command."""
    size, depth, last = 0, 0, "("
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        depth += (token == "(") - (token == ")")
        size += len(token.encode()) + (last not in "()\n" and token not in "()")
        last = token
        if depth == 0:
            size, last = size + 1, "\n"
    return size


def environment():
    """Every installed release of z3 as Z3_<version>."""
    env = dict(os.environ)
    home = Path(env.get("GADFLY_HOME", "."))
    for release in sorted((home / "solvers" / "z3").glob("*")):
        programs = [*release.glob("*.data/data/bin/z3"), *release.glob("bin/z3")]
        if programs:
            env["Z3_" + release.name.replace(".", "_")] = str(programs[0])
    return env


def missing_solvers(check, env):
    names = re.findall(r"\$((?:Z3_|CVC)\w+)", check.read_text())
    return [name for name in names if name not in env]


# A check as both reducers see it: it notes its CPU time, the solvers' included.
COUNTED = """#!/bin/sh
"$COUNTED_CHECK" "$1"
code=$?
times >> "$CHECK_LOG"
exit $code
"""


def check_seconds(log):
    """Calls of the check, and CPU seconds of all of them: `times` prints two lines a call."""
    times = re.findall(r"(\d+)m([\d.]+)s", log.read_text())
    return len(times) // 4, sum(60 * int(minutes) + float(seconds) for minutes, seconds in times)


def measured(command, env, log, waits):
    """Runs a command; gives CPU seconds, wall seconds and checks. `waits`: it waits for its checks
    itself, so that their time is among its own."""
    log.write_text("")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = os.times().elapsed
    done = subprocess.run(command, env=env, capture_output=True, text=True, errors="replace")
    wall = os.times().elapsed - clock
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode != 0:
        print(done.stderr[-500:], file=sys.stderr)
    checks, seconds = check_seconds(log)
    return {"cpu": own if waits else own + seconds, "wall": wall, "checks": checks}


def reduce(tool, case, options, env, folder):
    """One reducer on one case."""
    check, out = case.with_suffix(".check").resolve(), folder / f"{case.stem}.{tool}.smt2"
    note = out.with_suffix(".json")
    if tool == "ddsmt" and note.exists():
        return json.loads(note.read_text())
    log, counted = folder / f"{case.stem}.{tool}.log", folder / "counted.sh"
    counted.write_text(COUNTED)
    counted.chmod(0o755)
    env = dict(env, CHECK_LOG=str(log.resolve()), COUNTED_CHECK=str(check))
    if tool == "ddsmt":
        command = [options.ddsmt, "-j", str(options.jobs), "--timeout", "60", case, out, counted.resolve()]
    else:
        command = [options.gadfly, "reduce", case, "--check", counted.resolve(), "-o", out, "-q"]
        command += ["--jobs", str(options.jobs)]
    found = measured([str(word) for word in command], env, log, waits=tool == "ddsmt")
    found["bytes"] = squeezed_bytes(out.read_text()) if out.exists() else None
    note.write_text(json.dumps(found))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--gadfly", default="gadfly")
    parser.add_argument("--ddsmt", default="ddsmt")
    parser.add_argument("--only", choices=["gadfly", "ddsmt"])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    cases = options.cases or sorted((Path(__file__).parent / "cases").glob("*.smt2"))
    env = environment()
    folder = options.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    tools = [options.only] if options.only else ["gadfly", "ddsmt"]
    total = {tool: {"bytes": 0, "checks": 0, "cpu": 0.0, "wall": 0.0} for tool in tools}
    row = "{:<26}{:>7}" + "{:>9}{:>8}{:>9}{:>9}" * len(tools)
    heads = [word for tool in tools for word in (tool, "checks", "CPU s", "wall s")]
    print(row.format("case", "input", *heads))
    for case in cases:
        if missing := missing_solvers(case.with_suffix(".check"), env):
            print(f"{case.stem:<26} left out: no {', '.join(missing)}")
            continue
        cells = []
        for tool in tools:
            found = reduce(tool, case, options, env, folder)
            for key in total[tool]:
                total[tool][key] += found[key] or 0
            cells += [found["bytes"] or "-", found["checks"], f"{found['cpu']:.1f}", f"{found['wall']:.1f}"]
        print(row.format(case.stem, squeezed_bytes(case.read_text()), *cells), flush=True)
    cells = [f(total[tool]) for tool in tools for f in (
        lambda t: t["bytes"], lambda t: t["checks"], lambda t: f"{t['cpu']:.1f}", lambda t: f"{t['wall']:.1f}")]
    print(row.format("total", "", *cells))


if __name__ == "__main__":
    main()
