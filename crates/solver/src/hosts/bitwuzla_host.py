"""Speaks SMT-LIB on standard input, or from a file, with the Python module of bitwuzla.

Behaves as the executable of bitwuzla does: options on the command line, answers on standard
output. An error is printed as `(error "...")` and ends it with exit code 1.
"""

import os
import re
import sys

from smtlib_io import commands, quote, say


class Host:
    """A parser with its solver, renewed together."""

    def __init__(self, bitwuzla, args):
        self.bitwuzla, self.args = bitwuzla, args
        self.renew()

    def renew(self):
        self.terms = self.bitwuzla.TermManager()
        options = self.bitwuzla.Options()
        if self.args:
            options.set_args(*self.args)
        self.parser = self.bitwuzla.Parser(self.terms, options)

    def run(self, text):
        head = re.match(r"(?:\s|;[^\n]*\n)*\(\s*([\w-]+)", text)
        name = head.group(1) if head else ""
        if name == "reset":
            self.renew()
        elif name == "exit":
            return False
        else:
            self.parser.parse(text, False, False)
        return True


def main(argv):
    try:
        import bitwuzla
    except ImportError as problem:
        sys.stderr.write("gadfly host: cannot load the bitwuzla module: %s\n" % problem)
        return 127
    if "--version" in argv or "-V" in argv:
        say("bitwuzla %s" % bitwuzla.version())
        return 0
    args = [word for word in argv if word.startswith("-") and word != "-"]
    files = [word for word in argv if not word.startswith("-")]
    try:
        host = Host(bitwuzla, args)
    except Exception as problem:
        sys.stderr.write(quote("Error in option parsing: %s" % problem) + "\n")
        return 1
    for text in commands(files):
        try:
            on = host.run(text)
        except MemoryError:
            say(quote("std::bad_alloc"))
            return 1
        except Exception as problem:
            say(quote(str(problem).replace("<string>:", "<stdin>:")))
            return 1
        if not on:
            break
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
