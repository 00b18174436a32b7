#!/usr/bin/env python3
"""A call from Python beside the same call from Rust, on the corpus' file of median size.

    cargo build --release -p gadfly-term --example calls
    calls.py target/release/examples/calls      (GADFLY_CORPUS, or the built-in seeds)

Both parse and sort-check the file in turns, and forget it again; of each turn the median counts, of all
turns the best. Ends with 1 where Python takes more than twice as long.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import time

import gadfly

ROOT = pathlib.Path(__file__).resolve().parents[3]
TURNS, CALLS, MOST = 9, 400, 2.0


def median_file():
    corpus = pathlib.Path(os.environ.get("GADFLY_CORPUS") or ROOT / "catalog/seeds")
    files = sorted(corpus.rglob("*.smt2"), key=lambda file: (file.stat().st_size, file))
    return files[len(files) // 2]


def python(text):
    times = []
    for _ in range(CALLS):
        started = time.perf_counter_ns()
        gadfly.parse(text)
        times.append(time.perf_counter_ns() - started)
    return statistics.median(times)


def main():
    file = median_file()
    text = file.read_text()
    rust = lambda: int(subprocess.check_output([sys.argv[1], file, str(CALLS)]))
    turns = [(python(text), rust()) for _ in range(TURNS)]
    ours, theirs = (min(times) / 1000 for times in zip(*turns))
    print(f"parse of {len(text)} bytes: Python {ours:.1f} µs, Rust {theirs:.1f} µs, {ours / theirs:.2f} times as long")
    return int(ours > MOST * theirs)


if __name__ == "__main__":
    sys.exit(main())
