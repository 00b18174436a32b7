#!/usr/bin/env python3
"""Runs repro.sh of every finding of a hunt in an empty environment, and prints a table.

usage: tests/repro-table.py HUNT SPEC 'COMMAND LINE OF SPEC' ['COMMAND LINE OF THE BAD RELEASE' 'OF A JUDGE']

Each script runs twice: as it is, with the release that showed the bug, from pip; and with SOLVER= the other
release. With the last two nothing is taken from pip. The column in the middle is what the hunt's own table says of that release. Exits with 1 where
something is not as it should be.
"""

import json
import os
import subprocess
import sys
import tempfile

WANTED = {True: 1, False: 0, None: 125}


def run(script, **more):
    """The exit code and last line of a script, in an environment with nothing in it."""
    with tempfile.TemporaryDirectory() as home:
        env = {"PATH": "/usr/bin:/bin", "HOME": home, **more}
        ran = subprocess.run(["sh", script], env=env, cwd=home, capture_output=True, text=True)
    lines = ran.stdout.strip().splitlines() or [""]
    return ran.returncode, lines[-1]


def main(hunt, spec, command, bad_command=None, judge=None):
    bad_run = {"SOLVER": bad_command, "JUDGE": judge} if bad_command else {}
    other_run = {"SOLVER": command, **({"JUDGE": judge} if judge else {})}
    listed = ["gadfly", "findings", hunt, "--json"]
    findings = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    faults = 0
    print(f"| finding | title | as it is | release table: {spec} | SOLVER={spec} |\n|---|---|---|---|---|")
    for line in findings.splitlines():
        finding = json.loads(line)
        script = os.path.abspath(os.path.join(hunt, "findings", finding["id"], "repro.sh"))
        shown = {release["spec"].split(" ")[0]: release["bad"] for release in finding["releases"]}
        bad, why = run(script, **bad_run)
        other, other_why = run(script, **other_run)
        told = shown.get(spec, "not reduced")
        good = bad == 1 and (other == WANTED[told] if told in (True, False, None) else other in (0, 1))
        faults += not good
        words = {True: "shows it", False: "does not", None: "cannot be told"}.get(told, told)
        title = finding["title"].replace("|", "\\|")
        print(f"| {finding['id']} | {title} | {bad} | {words} | {other} |", flush=True)
        if not good:
            print(f"{finding['id']}: {why} / {other_why}", file=sys.stderr)
    print(f"\n{len(findings.splitlines())} findings, {faults} not as they should be")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
