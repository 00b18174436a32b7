"""Who accepts what: our parser, z3 and cvc5 (strict), over good and mangled scripts.

    python agreement.py ACCEPT Z3 FOLDER...

ACCEPT is the built example `accept`, Z3 a z3 binary; the module cvc5 must be importable. Commands
that solve or print are taken out first, so that only reading is compared. Prints one line for each
file on which the three do not agree, and a table at the end.
"""

import collections
import multiprocessing
import pathlib
import re
import subprocess
import sys

import cvc5

SOLVING = re.compile(r"\((check-sat|get-model|get-proof|get-unsat-core|get-assignment|get-assertions|exit)\s*\)|\((get-value|get-info|get-option|check-sat-assuming|set-option)\b[^()]*(\([^()]*\)[^()]*)*\)")


def ours(accept, path):
    line = subprocess.run([accept, path], capture_output=True, text=True).stdout.strip()
    verdict = line.split("\t", 1)[1] if "\t" in line else "panic"
    return (verdict == "ok", verdict)


def z3(binary, path):
    out = subprocess.run([binary, "-T:20", path], capture_output=True, text=True, errors="replace").stdout
    errors = [l for l in out.splitlines() if l.startswith("(error")]
    return (not errors, errors[0] if errors else "ok")


def strict(path):
    """In a child process: what cvc5 thinks of a mangled script may be a crash."""
    ours, theirs = multiprocessing.Pipe(False)
    child = multiprocessing.Process(target=lambda: theirs.send(strict_here(path)))
    child.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return (False, "crash")
    finally:
        child.join()


def strict_here(path):
    solver = cvc5.Solver()
    solver.setOption("strict-parsing", "true")
    manager = cvc5.SymbolManager(solver.getTermManager())
    parser = cvc5.InputParser(solver, manager)
    try:
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
        while True:
            command = parser.nextCommand()
            if command.isNull():
                return (True, "ok")
            out = command.invoke(solver, manager)
            if out.startswith("(error"):
                return (False, out.strip())
    except RuntimeError as error:
        return (False, str(error).strip())


def main():
    accept, binary, *folders = sys.argv[1:]
    table = collections.Counter()
    for folder in folders:
        for source in sorted(pathlib.Path(folder).glob("*.smt2")):
            path = pathlib.Path("/tmp/gadfly-agreement.smt2")
            path.write_text(SOLVING.sub("", source.read_text()))
            answers = ours(accept, path), z3(binary, path), strict(str(path))
            verdict = tuple(a[0] for a in answers)
            table[folder, verdict] += 1
            if len(set(verdict)) > 1:
                print(source, "\n  ours: ", answers[0][1], "\n  z3:   ", answers[1][1], "\n  cvc5: ", answers[2][1].replace("\n", " ")[:300])
    print("folder, (ours, z3, cvc5) accept: files")
    for (folder, verdict), count in sorted(table.items()):
        print(f"{folder} {verdict}: {count}")


main()
