"""What .ci/built-solver and .ci/coverage-small share: what bitwuzla 0.9.1 needs to be built.

It needs GMP 6.3, MPFR 4.2.1, CaDiCaL 2 and symfpu. Where this machine has none of them, the packages of newer
Debian releases are unpacked below a folder, from the mirror that apt uses here.
"""
import pathlib
import re
import subprocess
import sys

RELEASE = "0.9.1"
PACKAGES = {
    "trixie": ["libgmp-dev", "libgmp10", "libgmpxx4ldbl", "libmpfr-dev", "libmpfr6"],
    "forky": ["libcadical-dev", "libsymfpu-dev"],
}

# CaDiCaL's archive may be for a newer C library than this machine's, of which it takes one function.
SHIM = """#include <stdarg.h>
#include <stdio.h>
__attribute__((weak)) int __isoc23_fscanf(FILE *file, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int read = vfscanf(file, format, rest);
  va_end(rest);
  return read;
}
"""


def run(*command, **more):
    print("+", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **more)


def system_has_all():
    modules = ["gmp >= 6.3", "mpfr >= 4.2.1", "symfpu"]
    return subprocess.run(["pkg-config", "--exists", *modules], check=False).returncode == 0


def mirror():
    """The mirror that apt takes packages from."""
    folder = pathlib.Path("/etc/apt")
    files = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]
    for file in files:
        if file.is_file():
            found = re.search(r"(?m)^(?:URIs:|deb(?: \[[^\]]*\])?) *(\S+/debian/?)(?:\s|$)", file.read_text())
            if found:
                return found[1]
    sys.exit("no Debian mirror in /etc/apt; install GMP 6.3, MPFR 4.2.1, CaDiCaL 2 and symfpu by hand")


def libraries(work):
    """An environment in which compilers find what bitwuzla needs."""
    if system_has_all():
        return {}
    root, apt = work / "libraries", work / "apt"
    root.mkdir(exist_ok=True)
    for suite, packages in PACKAGES.items():
        state = apt / suite
        (state / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        (state / "debs").mkdir(exist_ok=True)
        signed = "/usr/share/keyrings/debian-archive-keyring.gpg"
        (state / "sources.list").write_text(f"deb [signed-by={signed}] {mirror()} {suite} main\n")
        options = [f"Dir::Etc::sourcelist={state}/sources.list", "Dir::Etc::sourceparts=-",
                   f"Dir::State::lists={state}/lists", f"Dir::Cache={state}/cache"]
        options = [word for option in options for word in ("-o", option)]
        run("apt-get", *options, "-qq", "update")
        run("apt-get", *options, "-qq", "download", *packages, cwd=state / "debs")
        for package in sorted((state / "debs").glob("*.deb")):
            run("dpkg", "-x", package, root)
    inside = root / "usr"
    machine = run("cc", "-print-multiarch", capture_output=True, text=True).stdout.strip()
    archives = inside / "lib" / machine
    (work / "shim.c").write_text(SHIM)
    run("cc", "-O2", "-c", work / "shim.c", "-o", work / "shim.o")
    run("ar", "r", archives / "libcadical.a", work / "shim.o")
    (archives / "pkgconfig" / "symfpu.pc").write_text(
        "Name: symfpu\nDescription: floating point by bit-vectors\nVersion: 0\nCflags: -I/usr/include\n")
    # Meson asks clang where libraries lie, and clang says nothing of LIBRARY_PATH.
    (archives / "pkgconfig" / "cadical.pc").write_text(
        f"Name: cadical\nDescription: SAT\nVersion: 2.1.3\nLibs: -L/usr/lib/{machine} -lcadical\nCflags: -I/usr/include\n")
    return {"PKG_CONFIG_PATH": f"{archives}/pkgconfig", "PKG_CONFIG_SYSROOT_DIR": str(root),
            "CPATH": f"{inside}/include:{inside}/include/{machine}", "LIBRARY_PATH": str(archives)}
