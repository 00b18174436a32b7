"""Parsing, sorts, evaluation, formulas and reduction in the process itself."""

import signal
import threading
import time
import unittest

import gadfly

SCRIPT = """(set-logic QF_LIA)
(declare-const x Int)
(declare-fun f (Int Bool) Int)
(assert (and (> x 0) (< (+ x 1) 5)))
(check-sat)
"""


class Parsing(unittest.TestCase):
    def test_terms_have_sorts_and_arguments(self):
        script = gadfly.parse(SCRIPT)
        self.assertEqual((script.text, script.logic, script.checks), (SCRIPT, "QF_LIA", 1))
        (assertion,) = script.assertions
        self.assertEqual((assertion.name, assertion.kind, assertion.sort), ("and", "operator", "Bool"))
        left, right = assertion.args
        self.assertEqual([str(arg) for arg in right.args], ["(+ x 1)", "5"])
        self.assertEqual([term.kind for term in left.args], ["function", "literal"])
        self.assertEqual(assertion.size, 9)
        self.assertEqual(script.assertions[0], assertion)
        self.assertNotEqual(left, right)
        self.assertEqual(len(set(script.terms)), 9)

    def test_declarations(self):
        x, f = gadfly.parse(SCRIPT).functions
        self.assertEqual((x.name, x.parameters, x.sort, x.defined), ("x", [], "Int", False))
        self.assertEqual((f.name, f.parameters, f.sort), ("f", ["Int", "Bool"], "Int"))
        self.assertEqual(gadfly.parse(SCRIPT).infer_logic(), "QF_UFLIA")

    def test_errors_say_where(self):
        with self.assertRaises(gadfly.ParseError) as caught:
            gadfly.parse("(assert true)\n(assert (and 1 true))", name="a.smt2")
        self.assertEqual((caught.exception.line, caught.exception.column), (2, 9))
        self.assertTrue(str(caught.exception).startswith("a.smt2:2:9: "), caught.exception)
        self.assertIsInstance(caught.exception, gadfly.Error)
        with self.assertRaises(ValueError):
            gadfly.parse(SCRIPT, mode="strict")


class Building(unittest.TestCase):
    def test_a_panic_is_an_exception(self):
        self.assertTrue(gadfly._gadfly._unwinds, "the module was built without unwinding: `--profile module`")


class Evaluating(unittest.TestCase):
    def test_true_false_and_undetermined(self):
        model = "sat\n(model (define-fun x () Int %s))"
        self.assertIs(gadfly.evaluate(SCRIPT, model % "2").holds, True)
        self.assertIs(gadfly.evaluate(gadfly.parse(SCRIPT), model % "9").holds, False)
        script = "(declare-const x Int)(assert (= (div x 0) 1))(check-sat)"
        undetermined = gadfly.evaluate(script, model % "2")
        self.assertIsNone(undetermined.holds)
        self.assertIn("div", undetermined.reason)
        self.assertEqual([str(one.term) for one in undetermined.assertions], ["(= (div x 0) 1)"])

    def test_no_model(self):
        with self.assertRaises(gadfly.ModelError):
            gadfly.evaluate(SCRIPT, "unsat")
        with self.assertRaises(IndexError):
            gadfly.evaluate(SCRIPT, "(model)", check=0)


class Making(unittest.TestCase):
    def test_a_mutant_depends_on_seed_and_index_alone(self):
        seeds = {"a.smt2": SCRIPT}
        many = list(gadfly.mutate(seeds, "op", count=20, seed=7))
        self.assertGreater(len(many), 3)
        last = many[-1]
        (alone,) = gadfly.mutate(seeds, "op", count=1, seed=7, start=last.index)
        self.assertEqual(str(alone), str(last))
        self.assertEqual(last.parents, ["a.smt2"])
        self.assertTrue(str(last).endswith(last.text))
        gadfly.parse(last.text)

    def test_what_cannot_be_mutated_is_refused(self):
        with self.assertRaisesRegex(ValueError, "did you mean `fusion`"):
            gadfly.mutate({"a": SCRIPT}, "fusoin")
        with self.assertRaisesRegex(gadfly.Error, "nothing can be a seed"):
            gadfly.mutate({"a": "(check-sat"}, "op")
        with self.assertRaisesRegex(ValueError, "no operator `bvad`"):
            gadfly.mutate({"a": SCRIPT}, "op", ops=["bvad"])

    def test_generated_formulas_have_their_answers(self):
        formulas = list(gadfly.generate("QF_BV", count=3, seed=1, expect="sat", bits=(4, 8)))
        self.assertEqual([formula.index for formula in formulas], [0, 1, 2])
        self.assertEqual([formula.expect for formula in formulas], [["sat"]] * 3)
        self.assertEqual([formula.label for formula in formulas], ["witness"] * 3)

    def test_sizes_are_checked(self):
        with self.assertRaisesRegex(TypeError, "no size `bit`"):
            gadfly.generate("QF_BV", bit=3)
        with self.assertRaisesRegex(TypeError, "a range is a number, or a pair"):
            gadfly.generate("QF_BV", bits="3..9")
        with self.assertRaisesRegex(gadfly.Error, "--bits 9999"):
            gadfly.generate("QF_BV", bits=9999)
        with self.assertRaisesRegex(ValueError, "QF_NOPE"):
            gadfly.generate("QF_NOPE")


class Enumerating(unittest.TestCase):
    def test_any_index_and_back(self):
        grammar = gadfly.grammar("ints")
        index = 10**1700 + 1
        formula = grammar[index]
        self.assertEqual(grammar.rank(formula), index)
        self.assertEqual(next(grammar.formulas(index)), formula)
        self.assertIsNone(grammar.total)
        self.assertIsNone(grammar.rank("(assert nonsense)"))

    def test_formulas_go_on_across_batches(self):
        grammar = gadfly.grammar("Core")
        formulas = list(grammar.formulas(3, 600))
        self.assertEqual(len(formulas), 600)
        self.assertEqual(formulas[299], grammar[302])

    def test_a_finite_grammar_ends(self):
        grammar = gadfly.Grammar("grammar T; start : '(assert' t ')' ; t : 'a' | 'b' ;", name="T.g4")
        self.assertEqual((grammar.total, list(grammar)), (2, ["(assert a )", "(assert b )"]))
        with self.assertRaises(IndexError):
            grammar[2]
        with self.assertRaises(ValueError):
            grammar[-1]
        with self.assertRaisesRegex(gadfly.Error, "bad.g4"):
            gadfly.Grammar("grammar T; start : nothing ;", name="bad.g4")
        with self.assertRaisesRegex(ValueError, "there is no grammar"):
            gadfly.grammar("Intz")


class Reducing(unittest.TestCase):
    INPUT = "(declare-const x Int)(assert (> x 1))(assert (= (mod x 0) 2))(check-sat)"

    @staticmethod
    def fails(script):
        return "mod" in script and "0)" in script

    def test_as_small_as_the_predicate_allows(self):
        reduced = gadfly.reduce(self.INPUT, self.fails)
        self.assertEqual(reduced.text, "(assert(=(mod 0 0)0))\n")
        self.assertTrue(reduced.fixpoint)
        self.assertEqual(gadfly.reduce(self.INPUT, self.fails, jobs=3).text, reduced.text)
        few = gadfly.reduce(self.INPUT, self.fails, checks=3)
        self.assertFalse(few.fixpoint)

    def test_a_time_that_no_clock_shows(self):
        reduced = gadfly.reduce(self.INPUT, self.fails, time=1.8e19)
        self.assertTrue(reduced.fixpoint)

    def test_an_input_that_does_not_fail(self):
        with self.assertRaisesRegex(gadfly.Error, "the input does not fail"):
            gadfly.reduce(self.INPUT, lambda script: False)

    def test_the_predicates_own_exception_comes_through(self):
        asked = []

        def fails(script):
            asked.append(script)
            if len(asked) == 5:
                raise LookupError("the solver is gone")
            return self.fails(script)

        with self.assertRaisesRegex(LookupError, "the solver is gone"):
            gadfly.reduce(self.INPUT, fails)

    def test_ctrl_c_ends_it(self):
        asked = []

        def fails(script):
            if not asked:
                signal.raise_signal(signal.SIGINT)
            asked.append(script)
            time.sleep(0.2)
            return self.fails(script)

        # A shell has what it starts in the background ignore Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with self.assertRaises(KeyboardInterrupt):
            gadfly.reduce(self.INPUT, fails)

    def test_other_threads_go_on(self):
        seen = []
        other = threading.Thread(target=lambda: seen.append(gadfly.parse(SCRIPT)))

        def fails(script):
            if not seen:
                if not other.is_alive():
                    other.start()
                other.join()
            return self.fails(script)

        gadfly.reduce(self.INPUT, fails)
        self.assertEqual(len(seen), 1)


if __name__ == "__main__":
    unittest.main()
