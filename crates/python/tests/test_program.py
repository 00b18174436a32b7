"""What the program does for Python: solvers, hunts, studies. Needs z3@4.8.7, z3@5.4.0 and cvc5."""

import os
import sysconfig
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import gadfly

CASE = '(set-logic QF_S)\n(declare-const s String)\n(assert (str.< "a" "aa"))\n(check-sat)\n'


class Finding(unittest.TestCase):
    def test_threads_look_for_the_program_one_after_another(self):
        inside, beside = [], []

        def path(*_):
            beside.append(len(inside))
            inside.append(True)
            time.sleep(0.01)
            inside.pop()
            return "/nowhere"

        with mock.patch.dict(os.environ), mock.patch.object(sysconfig, "get_path", path):
            os.environ.pop("GADFLY_PROGRAM", None)
            with mock.patch("shutil.which", lambda name, path=None: name), ThreadPoolExecutor(4) as workers:
                found = list(workers.map(lambda _: gadfly.program(), range(8)))
        self.assertEqual((set(found), max(beside)), ({Path("gadfly")}, 0))


class Checking(unittest.TestCase):
    def test_a_wrong_answer_is_a_finding(self):
        checked = gadfly.check(CASE, ["z3@4.8.7", "cvc5"])
        self.assertEqual([run["answers"] for run in checked.runs], [["unsat"], ["sat"]])
        (finding,) = checked.findings
        self.assertEqual((finding["verdict"], finding["solver"]), ("soundness", "z3@4.8.7"))

    def test_right_answers_are_none(self):
        checked = gadfly.check(gadfly.parse(CASE), "z3@5.4.0", reference=["cvc5"])
        self.assertEqual((checked.runs[0]["answers"], checked.findings), (["sat"], []))

    def test_a_refusal_has_the_commands_words(self):
        with self.assertRaisesRegex(gadfly.CommandError, "z3@0.0.1") as caught:
            gadfly.check(CASE, "z3@0.0.1")
        self.assertEqual(caught.exception.code, 1)
        with self.assertRaises(gadfly.CommandError) as caught:
            gadfly.run("check", nonsense=True)
        self.assertEqual(caught.exception.code, 2)

    def test_a_program_that_is_not_there(self):
        with mock.patch.dict(os.environ, {"GADFLY_PROGRAM": "/nowhere/gadfly"}):
            with self.assertRaises(FileNotFoundError):
                gadfly.check(CASE, "z3")


class Reading(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "case.smt2").write_text(CASE)

    def test_a_hunt(self):
        out = self.folder / "hunt"
        gadfly.run(
            "hunt", self.folder / "case.smt2", solver="z3@4.8.7", reference="cvc5", strategy="op",
            tests=12, jobs=1, seed=1, out=out,
        )
        hunt = gadfly.Hunt(out)
        runs = hunt.runs()
        self.assertGreater(runs.height, 5)
        self.assertLessEqual(set(runs["strategy"]), {"op"})
        self.assertTrue(all(isinstance(cpu, int) for cpu in runs["cpu_us"]))
        first = next(runs.rows())
        self.assertEqual(first["index"], runs["index"][0])
        self.assertTrue(all("sentence" in finding for finding in hunt.findings()))

    def test_a_study(self):
        out = self.folder / "study"
        gadfly.run(
            "evolve", grammar="Ints", count=10, solver=["z3@4.8.7", "z3@5.4.0"], reference="cvc5",
            timeout="1s", jobs=1, out=out,
        )
        study = gadfly.Study(out)
        runs = study.runs()
        self.assertEqual(sorted(set(runs["release"])), ["4.8.7", "5.4.0"])
        self.assertEqual(runs.height % 10, 0)
        self.assertEqual(sorted(set(runs["formula"])), list(range(10)))
        self.assertIn("correctness", study.tables())
        self.assertGreater(study.table("correctness").height, 0)

    def test_folders_that_are_none(self):
        for kind in (gadfly.Hunt, gadfly.Study):
            with self.assertRaises(gadfly.Error):
                kind(self.folder)

    def test_frames(self):
        table = gadfly.Table({"a": [1, 2], "b": ["x", None]})
        self.assertEqual(list(table.rows()), [{"a": 1, "b": "x"}, {"a": 2, "b": None}])
        for library, convert, height in (
            ("pandas", table.to_pandas, len),
            ("polars", table.to_polars, len),
            ("pyarrow", table.to_arrow, len),
        ):
            with self.subTest(library):
                try:
                    __import__(library)
                except ImportError:
                    self.skipTest(f"{library} is not installed")
                self.assertEqual(height(convert()), 2)


if __name__ == "__main__":
    unittest.main()
