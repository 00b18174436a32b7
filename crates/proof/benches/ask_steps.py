"""Asks solvers about the steps that accepted mutants of proofs claim anew.

    python ask_steps.py GADFLY FOLDER [SPEC SPEC]

FOLDER has the scripts that `cargo bench -p gadfly-proof --bench mutants -- PAIRS --out FOLDER` wrote: each is
a step's premises with its conclusion denied, and must be unsatisfiable. GADFLY is the program; two solvers of
different families are asked. Prints how many both refute, how many one refutes, and every script that somebody
finds satisfiable; ends with 1 if there is one.
"""

import collections
import json
import subprocess
import sys


def main(gadfly, folder, *specs):
    specs = specs or ("z3@5.4.0", "cvc5@1.4.2")
    command = [gadfly, "check", folder, "--json", "--timeout", "10s", "--expect", "unknown"]
    command += [word for spec in specs for word in ("--solver", spec)]
    said = collections.defaultdict(dict)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            told = json.loads(line)
            if told["schema"] == "check-run/1":
                answers = told["answers"]
                said[told["file"]][told["solver"]] = answers[0] if answers else told["outcome"]
    counts, wrong = collections.Counter(), []
    for file, answers in sorted(said.items()):
        words = sorted(answers.values())
        if "sat" in words:
            wrong.append(f"{file}: {answers}")
        refuted = [spec for spec in specs if answers.get(spec) == "unsat"]
        counts["both" if len(refuted) == len(specs) else " and ".join(refuted) or "nobody"] += 1
        if len(refuted) < len(specs):
            print(f"{file}: {answers}")
    print(f"{len(said)} steps, refuted by: {dict(counts)}")
    print(f"{len(wrong)} found satisfiable")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
