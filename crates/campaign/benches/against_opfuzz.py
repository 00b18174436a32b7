#!/usr/bin/env python3
"""Tests per CPU second: `gadfly hunt` beside opfuzz, on the same seeds, solver and limit.

    against_opfuzz.py --gadfly target/release/gadfly --seeds CORPUS [--solver z3@5.4.0] [--seconds 20]
                      [--limit 3] [--logics QF_LRA,QF_BV,QF_NRA] [--opfuzz PATH] [--mutants 3]

CORPUS has one folder a logic. opfuzz is `pip install yinyang`; where it is not on the PATH it is
installed into a virtual environment of its own (`--install`), and without it only gadfly is measured.
CPU time is that of the tool and all its children, as the kernel counts it. gadfly runs as a study
does: one worker, the operator strategy, no options, nothing made small.
"""
import argparse, os, re, resource, shutil, signal, subprocess, sys, tempfile, time


def measured(command, seconds, env):
    """Runs a command for so many seconds; its output, wall and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             env=env, start_new_session=True)
    try:
        out, _ = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGINT)
        try:
            out, _ = child.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            out, _ = child.communicate()
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return out, wall, cpu


def gadfly(ask, logic, folder, jobs=1):
    import json
    out = os.path.join(folder, f"hunt-{logic}-{jobs}")
    command = [ask.gadfly, "hunt", os.path.join(ask.seeds, logic), "--solver", ask.solver,
               "--reference", ask.solver, "--strategy", "op", "--time", f"{ask.seconds}s",
               "--timeout", f"{ask.limit}s", "--jobs", str(jobs), "--no-options", "--no-reduce",
               "--json", "--out", out]
    text, wall, cpu = measured(command, ask.seconds + 120, dict(os.environ))
    ended = [json.loads(line) for line in text.splitlines() if line.startswith("{")
             and '"event":"ended"' in line.replace(" ", "")]
    if not ended:
        sys.exit(f"gadfly said nothing of its end:\n{text[-2000:]}")
    end = ended[-1]
    own, solvers = end["own_cpu"], end["solver_cpu"]
    return end["tests"], end["seconds"], own + solvers, own / max(own + solvers, 1e-9)


def opfuzz(ask, logic, folder):
    binary = ask.binary or shutil.which("z3")
    if not binary:
        sys.exit("say where the solver's binary is: --binary PATH")
    work = os.path.join(folder, f"opfuzz-{logic}")
    os.makedirs(work)
    command = [ask.opfuzz, f"{binary};{binary}", os.path.join(ask.seeds, logic), "-t", str(ask.limit),
               "-b", os.path.join(work, "bugs"), "-s", os.path.join(work, "scratch"),
               "-l", os.path.join(work, "logs")]
    if ask.mutants:
        command += ["-i", str(ask.mutants)]
    text, wall, cpu = measured(command, ask.seconds, dict(os.environ))
    calls = [int(n) for n in re.findall(r"Performed (\d+) solver calls", text)]
    if not calls:
        sys.exit(f"opfuzz said nothing of its calls:\n{text[-2000:]}")
    return calls[-1], wall, cpu


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--gadfly", default="target/release/gadfly")
    ask.add_argument("--seeds", required=True)
    ask.add_argument("--solver", default="z3@5.4.0")
    ask.add_argument("--binary", help="the same solver's binary, for opfuzz")
    ask.add_argument("--seconds", type=int, default=20)
    ask.add_argument("--limit", type=int, default=3)
    ask.add_argument("--logics", default="QF_LRA,QF_BV,QF_NRA,QF_SLIA,QF_S")
    ask.add_argument("--opfuzz", default=shutil.which("opfuzz"))
    ask.add_argument("--mutants", type=int, help="opfuzz's mutants a seed; few, so that it comes to "
                     "many seeds in the time, where some only time out [its default: 300]")
    ask.add_argument("--install", action="store_true", help="install opfuzz where there is none")
    ask.add_argument("--jobs", action="store_true", help="two workers beside one as well")
    ask = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not ask.opfuzz and ask.install:
            venv = os.path.join(folder, "venv")
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([f"{venv}/bin/pip", "-q", "install", "yinyang"], check=True)
            ask.opfuzz = f"{venv}/bin/opfuzz"
        print(f"{'logic':<9}{'gadfly: tests':>14}{'/s':>8}{'/CPU s':>8}{'own':>7}"
              f"{'opfuzz: calls':>16}{'/s':>8}{'/CPU s':>8}{'ratio':>8}{'(/s)':>8}")
        for logic in ask.logics.split(","):
            tests, wall, cpu, own = gadfly(ask, logic, folder)
            line = f"{logic:<9}{tests:>14}{tests / wall:>8.1f}{tests / cpu:>8.1f}{own:>7.1%}"
            if ask.opfuzz:
                calls, their_wall, their_cpu = opfuzz(ask, logic, folder)
                line += (f"{calls:>16}{calls / their_wall:>8.1f}{calls / their_cpu:>8.1f}"
                         f"{tests / cpu / (calls / their_cpu):>8.2f}"
                         f"{tests / wall / (calls / their_wall):>8.2f}")
            if ask.jobs:
                two, wall2, _, _ = gadfly(ask, logic, folder, jobs=2)
                line += f"   two workers: {two / wall2 / (tests / wall):.2f} times"
            print(line, flush=True)


main()
