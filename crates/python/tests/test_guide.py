"""The examples of docs/guide/python.md run, one block after another, and print what stands there."""

import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

import gadfly

GUIDE = pathlib.Path(__file__).resolve().parents[3] / "docs/guide/python.md"
CASE = '(set-logic QF_S)\n(declare-const s String)\n(assert (str.< "a" "aa"))\n(check-sat)\n'
# What the examples take as there.
PRELUDE = {"my_solver": lambda script: "unsat" if "aa" in script else "sat", "text": CASE}


def blocks():
    text = GUIDE.read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.S)


class Guide(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        os.mkdir("seeds")
        for file in "seeds/a.smt2", "seeds/b.smt2", "bug.smt2":
            pathlib.Path(file).write_text(CASE)

    def test_examples_do_what_they_say(self):
        names = dict(PRELUDE)
        checked = 0
        for block in blocks():
            if "to_pandas" in block:
                for library in "pandas", "polars", "pyarrow":
                    try:
                        __import__(library)
                    except ImportError:
                        self.skipTest(f"{library} is not installed")
                gadfly.run("evolve", grammar="Ints", count=5, solver=["z3@4.8.7"], reference="cvc5", jobs=1, out="study")
            # Minutes are for people.
            block = block.replace('"10m"', '"5s"').replace("count=1000", "count=10")
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, str(GUIDE), "exec"), names)
            for line in block.splitlines():
                said = re.fullmatch(r"(\S.*?)  +# (['\[{TF].*)", line)
                if said:
                    checked += 1
                    self.assertEqual(eval(said[1], names), eval(said[2]), line)
        self.assertGreater(checked, 3)


if __name__ == "__main__":
    unittest.main()
