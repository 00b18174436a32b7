"""Speaks SMT-LIB on standard input, or from a file, with the library of Boolector's Python package.

Behaves as the executable of Boolector does: options on the command line by their long names, answers on
standard output. Where the executable says on standard error what is no formula, this prints
`(error "...")`; both end with exit code 1.
"""

import ctypes
import glob
import os
import sys

from smtlib_io import quote, say

POINTER = ctypes.c_void_p


def load():
    """The library of the package, which stands beside its module."""
    for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep):
        for path in sorted(glob.glob(os.path.join(folder, "*boolector.libs", "libboolector*"))):
            return ctypes.CDLL(path)
    raise OSError("no libboolector below PYTHONPATH")


def declared(library):
    """The library with the types of the functions that are called."""
    option = ctypes.c_int
    for name, result, arguments in (
        ("boolector_new", POINTER, []),
        ("boolector_version", ctypes.c_char_p, [POINTER]),
        ("boolector_set_opt", None, [POINTER, option, ctypes.c_uint32]),
        ("boolector_first_opt", option, [POINTER]),
        ("boolector_has_opt", ctypes.c_bool, [POINTER, option]),
        ("boolector_next_opt", option, [POINTER, option]),
        ("boolector_get_opt_lng", ctypes.c_char_p, [POINTER, option]),
        ("boolector_parse_smt2", option, [
            POINTER, POINTER, ctypes.c_char_p, POINTER,
            ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_int)]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def numbers(library, solver):
    """The options by their long names."""
    found, number = {}, library.boolector_first_opt(solver)
    while library.boolector_has_opt(solver, number):
        found[library.boolector_get_opt_lng(solver, number).decode()] = number
        number = library.boolector_next_opt(solver, number)
    return found


def set_options(library, solver, words):
    known = numbers(library, solver)
    for word in words:
        name, _, value = word.lstrip("-").partition("=")
        off = name.startswith("no-") and not value
        number = known.get(name[3:] if off else name)
        if number is None or not (value or "1").isdigit():
            return "invalid option '%s'" % word
        library.boolector_set_opt(solver, number, 0 if off else int(value or "1"))
    return None


def main(argv):
    try:
        library = declared(load())
    except (OSError, AttributeError) as problem:
        sys.stderr.write("gadfly host: cannot load the library of boolector: %s\n" % problem)
        return 127
    solver = library.boolector_new()
    if "--version" in argv:
        say(library.boolector_version(solver).decode())
        return 0
    files = [word for word in argv if not word.startswith("-")]
    problem = set_options(library, solver, [word for word in argv if word.startswith("-") and word != "--smt2"])
    if problem:
        sys.stderr.write("boolector: %s\n" % problem)
        return 1
    system = ctypes.CDLL(None)
    system.fdopen.restype = system.fopen.restype = POINTER
    name = files[0].encode() if files else b"<stdin>"
    script = system.fopen(name, b"r") if files else system.fdopen(0, b"r")
    if not script:
        say(quote("cannot open file %s" % name.decode()))
        return 1
    said, status = ctypes.c_char_p(), ctypes.c_int()
    out = POINTER.in_dll(system, "stdout")
    library.boolector_parse_smt2(
        solver, POINTER(script), name, out, ctypes.byref(said), ctypes.byref(status))
    system.fflush(None)
    if said.value:
        say(quote(said.value.decode("utf-8", "replace")))
        return 1
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
