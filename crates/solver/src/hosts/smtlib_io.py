"""The input and output of our hosts: SMT-LIB commands as they arrive, and their responses."""

import os
import sys


def complete(text):
    """The length of the first complete command in a text, or 0."""
    depth, at, end = 0, 0, len(text)
    while at < end:
        c = text[at]
        if c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if depth <= 0:
                return at + 1
        elif c in '"|':
            at = text.find(c, at + 1)
            if at < 0:
                return 0
        elif c == ";":
            at = text.find("\n", at)
            if at < 0:
                return 0
        at += 1
    return 0


def texts(files):
    """The pieces of the input as they arrive."""
    if files:
        with open(files[0], "rb") as file:
            yield file.read().decode("utf-8", "surrogateescape")
        return
    while True:
        piece = os.read(0, 1 << 16)
        if not piece:
            return
        yield piece.decode("utf-8", "surrogateescape")


def commands(files):
    """The commands of the input; what is left at the end, malformed, comes last."""
    rest = ""
    for piece in texts(files):
        rest += piece
        length = complete(rest)
        while length:
            yield rest[:length]
            rest = rest[length:]
            length = complete(rest)
    if any(line.strip() and not line.lstrip().startswith(";") for line in rest.split("\n")):
        yield rest


def say(text):
    sys.stdout.write(text if not text or text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def quote(message):
    return '(error "%s")' % str(message).replace('"', '""')
