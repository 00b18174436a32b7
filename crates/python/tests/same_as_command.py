#!/usr/bin/env python3
"""Python and the command make the same bytes: mutants, generated formulas and reductions.

    same_as_command.py [SEEDS]      random seeds 0 … SEEDS-1 (1,000)

The command's path is `gadfly.program()`; mutants are of GADFLY_CORPUS's files or the built-in seeds.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import gadfly

ROOT = pathlib.Path(__file__).resolve().parents[3]
STRATEGIES = ["op", "type", "swap", "fusion", "concat", "weaken"]
LOGICS = ["QF_LIA", "QF_BV", "QF_SLIA", "AUFLIRA", "QF_UFDT", "QF_FP", "QF_ABV", "NRA", "UF", "ALL"]
# What a reduction is to keep: the first of these words that stands in the formula.
WORDS = ["forall", "exists", "ite", "let", "xor", "=>", "or", "and", "not", "="]
CHECKS = 60


def command(*words):
    line = [gadfly.program(), *words, "--quiet"]
    return subprocess.run(line, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout


def mutants(seed, seeds):
    strategy = STRATEGIES[seed % len(STRATEGIES)]
    theirs = command("mutate", "--strategy", strategy, "--seed", str(seed), "--count", "3", *seeds)
    ours = gadfly.mutate(seeds, strategy, seed=seed, count=3)
    return "".join(f"{mutant}\n" for mutant in ours), theirs


def generated(seed):
    logic = LOGICS[seed % len(LOGICS)]
    theirs = command("generate", "--logic", logic, "--seed", str(seed), "--count", "2")
    return "".join(map(str, gadfly.generate(logic, seed=seed, count=2))), theirs


def reductions(seed):
    logic = LOGICS[seed % len(LOGICS)]
    (formula,) = gadfly.generate(logic, seed=seed, preset="small")
    word = next((word for word in WORDS if word in formula.text), "assert")
    ours = gadfly.reduce(formula.text, lambda script: word in script, checks=CHECKS)
    with tempfile.TemporaryDirectory() as folder:
        file, small = pathlib.Path(folder, "a.smt2"), pathlib.Path(folder, "small.smt2")
        file.write_text(formula.text)
        check = f"grep -qF -- '{word}'"
        command("reduce", file, "--check", check, "--checks", str(CHECKS), "-o", small)
        return ours.text, small.read_text()


def seeds():
    """A few small files of every logic."""
    corpus = pathlib.Path(os.environ.get("GADFLY_CORPUS") or ROOT / "catalog/seeds")
    small = lambda folder: sorted(folder.rglob("*.smt2"), key=lambda file: (file.stat().st_size, file))[:4]
    folders = sorted(folder for folder in corpus.iterdir() if folder.is_dir())
    return [str(file) for folder in folders[:12] for file in small(folder)]


def main():
    number = int(sys.argv[1]) if sys.argv[1:] else 1000
    chosen = seeds()
    kinds = {"mutants": lambda seed: mutants(seed, chosen), "generated formulas": generated, "reductions": reductions}
    failed = False
    for name, make in kinds.items():
        size = 0
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            for seed, (ours, theirs) in enumerate(workers.map(make, range(number))):
                size += len(ours)
                if ours != theirs:
                    failed = True
                    print(f"{name}: random seed {seed} differs\n--- Python\n{ours}\n--- command\n{theirs}")
        print(f"{name}: {number} random seeds, {size} bytes the same" if not failed else f"{name}: they differ")
        failed |= size == 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
