#!/usr/bin/env python3
"""Reduces the same inputs with gadfly and with ddSMT under the same check, and prints both results.

    against_ddsmt.py [--gadfly PATH] [--ddsmt PATH] [--only gadfly|ddsmt] [--jobs J]
                     [--keep DIR] [CASE.smt2 …]

A case is NAME.smt2 with an executable NAME.check beside it, which gets a candidate's path and exits
0 where it still fails. Without arguments: the cases in the folder `cases` beside this script. Checks
call solvers through the environment: Z3_4_8_5 and so on for every release below $GADFLY_HOME, and
CVC4, CVC5 as you set them. A case whose solver is missing is left out.

Bytes are those of the result without needless white space, by the same rule for both; checks are
calls of the check; CPU seconds are those of the reducer itself and of its checks, also of those that it
stopped. The newest z3 and $CVC5 read the results too: what they refuse is told, unless they refuse the
input. With --keep, results of ddSMT that are there already are taken from DIR: it needs long.
"""

import argparse
import ctypes
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


# A check as both reducers see it: it is counted.
COUNTED = """#!/bin/sh
printf . >> "$CHECK_LOG"
exec "$COUNTED_CHECK" "$1"
"""

PR_SET_CHILD_SUBREAPER = 36


def measured(command, env, log):
    """Runs a command; gives CPU seconds of it and of all that it has started, whoever waited for
    that, wall seconds, and checks."""
    log.write_text("")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = os.times().elapsed
    done = subprocess.run(command, env=env, capture_output=True, text=True, errors="replace")
    wall = os.times().elapsed - clock
    while left_behind():
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode != 0:
        print(done.stderr[-500:], file=sys.stderr)
    return {"cpu": cpu, "wall": wall, "checks": len(log.read_text())}


def left_behind():
    """Waits for a process whose parent is gone: it is our child then. False if there is none."""
    try:
        return os.wait() is not None
    except ChildProcessError:
        return False


QUESTIONS = re.compile(r"\((check-sat[^()]*|get-[^()]*|exit\s*)\)")


def refused(script, env):
    """The parsers of newest solvers that do not accept a script."""
    parsers = {"cvc5": [env["CVC5"], "--parse-only", "--lang=smt2", "-"]} if "CVC5" in env else {}
    if newest := max((name for name in env if re.fullmatch(r"Z3(_\d+)+", name)), key=numbers, default=None):
        parsers[newest] = [env[newest], "-in"]
    asked = QUESTIONS.sub("", script)
    run = lambda command: subprocess.run(command, input=asked, capture_output=True, text=True, errors="replace")
    return {name for name, command in parsers.items() if "(error" in run(command).stdout}


def numbers(name):
    return [int(number) for number in re.findall(r"\d+", name)][1:]


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
    found = measured([str(word) for word in command], env, log)
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
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
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
        accepted = refused(case.read_text(), env)
        for tool in tools:
            out = folder / f"{case.stem}.{tool}.smt2"
            for parser in sorted(refused(out.read_text(), env) - accepted if out.exists() else []):
                print(f"  {parser} refuses what {tool} made of what it accepts", flush=True)
    cells = [f(total[tool]) for tool in tools for f in (
        lambda t: t["bytes"], lambda t: t["checks"], lambda t: f"{t['cpu']:.1f}", lambda t: f"{t['wall']:.1f}")]
    print(row.format("total", "", *cells))


if __name__ == "__main__":
    main()
