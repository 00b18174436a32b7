#!/usr/bin/env python3
"""Builds wheels: the program with its manual pages and completions, and the Python module beside it.

    .ci/wheel_backend.py x86_64 aarch64     wheels for these, from Linux's glibc 2.17 on (needs maturin,
                                            ziglang and rustup's targets), in target/wheels
    pip wheel .                             one for this machine, with the linker that it has

pip and other front ends call the functions below (PEP 517).
"""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "target/wheel/gadfly_smt.data"
# What a glibc from 2014 on has; the module and the program need no more.
GLIBC, TAG = "2.17", "manylinux2014"
COMPLETIONS = {
    "bash": "share/bash-completion/completions/gadfly",
    "zsh": "share/zsh/site-functions/_gadfly",
    "fish": "share/fish/vendor_completions.d/gadfly.fish",
}


def stage(program, speaker):
    """Puts the program where maturin takes it from, with what `speaker`, the same program for this
    machine, says of itself."""
    shutil.rmtree(DATA, ignore_errors=True)
    scripts, shared = DATA / "scripts", DATA / "data"
    scripts.mkdir(parents=True)
    shutil.copy2(program, scripts / "gadfly")
    call(speaker, "man", "--quiet", "--out", shared / "share/man/man1")
    for shell, path in COMPLETIONS.items():
        file = shared / path
        file.parent.mkdir(parents=True)
        file.write_bytes(subprocess.check_output([speaker, "completions", shell]))


def call(*words, **options):
    subprocess.run(list(map(str, words)), check=True, cwd=ROOT, **options)


def build_for(machine):
    """A wheel for a kind of machine, linked by zig against an old glibc."""
    target = f"{machine}-unknown-linux-gnu"
    call("cargo", "zigbuild", "--release", "--locked", "--target", f"{target}.{GLIBC}", "-p", "gadfly", "--bin", "gadfly")
    built = ROOT / "target" / target / "release/gadfly"
    own = ROOT / f"target/{os.uname().machine}-unknown-linux-gnu/release/gadfly"
    stage(built, own)
    call("maturin", "build", "--profile", "module", "--locked", "--zig", "--target", target, "--compatibility", TAG)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    import maturin

    call("cargo", "build", "--release", "--locked", "-p", "gadfly", "--bin", "gadfly")
    program = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"), "release/gadfly")
    stage(program, program)
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return without_program("build_editable", wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return without_program("prepare_metadata_for_build_wheel", metadata_directory, config_settings)


def without_program(hook, *arguments):
    """One of maturin's own steps, which wants the folder to be there."""
    import maturin

    DATA.mkdir(parents=True, exist_ok=True)
    return getattr(maturin, hook)(*arguments)


def __getattr__(name):
    """Everything else is maturin's own."""
    import maturin

    return getattr(maturin, name)


if __name__ == "__main__":
    for machine in sys.argv[1:]:
        build_for(machine)
