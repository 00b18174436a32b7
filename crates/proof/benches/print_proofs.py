"""Prints cvc5's proofs of unsatisfiable scripts, for `cargo bench -p gadfly-proof --bench pairs`.

    python print_proofs.py SCRIPTS OUT

SCRIPTS has a folder a logic, perhaps with `unsat/` below. OUT gets LOGIC__NAME.smt2 and
LOGIC__NAME.smt2.cpc for each script that cvc5 refutes within four seconds, and times.tsv with the
seconds to solve and to print. Needs the Python module cvc5; each script has a process of its own.
"""

import pathlib
import shutil
import subprocess
import sys
import time

OPTIONS = {
    "produce-proofs": "true",
    "tlimit-per": "4000",
    "proof-granularity": "dsl-rewrite",
    "proof-print-conclusion": "true",
}


def one(script, out):
    import cvc5

    solver = cvc5.Solver()
    for name, value in OPTIONS.items():
        solver.setOption(name, value)
    symbols = cvc5.SymbolManager(solver)
    parser = cvc5.InputParser(solver, symbols)
    text = pathlib.Path(script).read_text()
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, script)
    begun = time.time()
    while not (command := parser.nextCommand()).isNull():
        if command.getCommandName() == "exit":
            continue
        answer = command.invoke(solver, symbols)
        if command.getCommandName() == "check-sat":
            break
    solved = time.time()
    if answer.strip() != "unsat":
        sys.exit(f"{script}: {answer.strip()}")
    proof = solver.proofToString(solver.getProof()[0], cvc5.ProofFormat.CPC)
    printed = time.time()
    text = proof.decode() if isinstance(proof, bytes) else proof
    pathlib.Path(out).write_text(text)
    print(f"{solved - begun:.4f}\t{printed - solved:.4f}\t{len(text)}")


def main(scripts, out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "times.tsv", "w") as times:
        for script in sorted(pathlib.Path(scripts).rglob("*.smt2")):
            logic = script.relative_to(scripts).parts[0]
            target = out / f"{logic}__{script.name}"
            command = [sys.executable, __file__, "--one", str(script), f"{target}.cpc"]
            try:
                run = subprocess.run(command, capture_output=True, text=True, timeout=20)
            except subprocess.TimeoutExpired:
                continue
            if run.returncode == 0:
                shutil.copyfile(script, target)
                times.write(f"{target.name}\t{run.stdout}")


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        one(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
