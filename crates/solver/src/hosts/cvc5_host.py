"""Speaks SMT-LIB on standard input, or from a file, with the Python module of cvc5.

Behaves as the executable of cvc5 does: options on the command line, answers on standard output,
`(error "...")` and exit code 1 where it would stop.
"""

import os
import sys
import time

from smtlib_io import commands, quote, say

# Errors after which the executable goes on: nothing to get in this state.
RECOVERABLE = (
    "cannot get model unless",
    "cannot get value unless",
    "cannot get unsat core unless in unsat mode",
    "can't get-info :reason-unknown",
    "cannot get difficulty unless",
)
SHORT = {"-i": "incremental", "-q": "quiet", "-v": "verbose", "-m": "produce-models"}


def options(argv):
    """The (name, value) pairs and files of a command line."""
    pairs, files, waiting = [], [], None
    for word in argv:
        if waiting:
            pairs.append((waiting, word))
            waiting = None
        elif word in ("--lang", "--tlimit", "--tlimit-per", "--rlimit", "--rlimit-per", "--seed"):
            waiting = word[2:]
        elif word in SHORT:
            pairs.append((SHORT[word], "true"))
        elif word.startswith("--no-") and "=" not in word:
            pairs.append((word[5:], "false"))
        elif word.startswith("--"):
            name, _, value = word[2:].partition("=")
            pairs.append((name, value or "true"))
        elif word != "-":
            files.append(word)
    return pairs, files


def watchdog(milliseconds):
    """The executable's --tlimit: a message and an abort. The library alone does not keep it."""
    if milliseconds <= 0:
        return
    me = os.getpid()
    if os.fork() == 0:
        deadline = time.monotonic() + milliseconds / 1000
        while time.monotonic() < deadline:
            time.sleep(min(0.01, max(0.0, deadline - time.monotonic())))
            if os.getppid() != me:
                os._exit(0)
        os.write(2, b"cvc5 interrupted by timeout.\n")
        os.kill(me, 6)
        os._exit(0)


class Host:
    """A solver, its symbols and its parser, renewed together."""

    def __init__(self, cvc5, pairs, sygus):
        self.cvc5, self.pairs, self.sygus = cvc5, pairs, sygus
        self.renew()

    def renew(self):
        self.solver = self.cvc5.Solver()
        for name, value in self.pairs:
            self.solver.setOption(name, value)
        self.symbols = self.cvc5.SymbolManager(self.solver)
        self.parser = self.cvc5.InputParser(self.solver, self.symbols)
        languages = self.cvc5.InputLanguage
        language = languages.SYGUS_2_1 if self.sygus else languages.SMT_LIB_2_6
        self.parser.setIncrementalStringInput(language, "<stdin>")

    def run(self, text):
        """Runs one command: (output, go on)."""
        self.parser.appendIncrementalStringInput(text)
        try:
            command = self.parser.nextCommand()
        except Exception as problem:
            return quote("Parse Error: %s" % problem), False
        if command.isNull():
            return "", True
        name = command.getCommandName()
        if name == "exit":
            return "", None
        output = command.invoke(self.solver, self.symbols)
        if name == "reset":
            self.renew()
        if output.startswith("(error") and not any(r in output.lower() for r in RECOVERABLE):
            return output, False
        return output, True


def main(argv):
    try:
        import cvc5
    except ImportError as problem:
        sys.stderr.write("gadfly host: cannot load the cvc5 module: %s\n" % problem)
        return 127
    if "--version" in argv or "-V" in argv:
        version = cvc5.Solver().getVersion()
        say("This is cvc5 version %s" % (version.decode() if isinstance(version, bytes) else version))
        return 0
    pairs, files = options(argv)
    ours = ("tlimit", "quiet", "verbose", "lang")
    limits = [int(value) for name, value in pairs if name == "tlimit"]
    sygus = any(name == "lang" and value.startswith("sygus") for name, value in pairs)
    library = [pair for pair in pairs if pair[0] not in ours]
    if sygus:
        library.append(("sygus", "true"))
    # The executable solves incrementally only when asked, unless a person types.
    if not any(name == "incremental" for name, _ in library):
        library.insert(0, ("incremental", "false"))
    try:
        host = Host(cvc5, library, sygus)
    except RuntimeError as problem:
        sys.stderr.write(quote("Error in option parsing: %s" % problem) + "\n")
        return 1
    watchdog(max(limits, default=0))
    for text in commands(files):
        try:
            output, on = host.run(text)
        except MemoryError:
            output, on = quote("std::bad_alloc"), False
        except Exception as problem:
            output, on = quote(problem), False
        say(output)
        if on is None:
            return 0
        if not on:
            return 1
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # Tearing the solver down takes time and can fail; the executable does not do it either.
    os._exit(status)
