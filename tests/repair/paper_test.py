"""The figures of Vechev, Yahav and Yorsh 2012: the atomicity formulas, by what their minimal models are."""
import itertools
import json
import os
import pathlib
import subprocess
import unittest

HEDDLE = os.environ.get("HEDDLE", "heddle")
PAPER = pathlib.Path(__file__).resolve().parent / "paper"


def predicate(section):
    return "; ".join(s.rstrip(";") for s in section["statements"])


def models(formula):
    """The minimal ones of a positive formula."""
    every = {frozenset(choice) for choice in itertools.product(*formula)}
    return {m for m in every if not any(o < m for o in every)}


class Paper(unittest.TestCase):
    def formula(self, program, *options):
        done = subprocess.run(
            [HEDDLE, "repair", "--granularity", "statement", "--refine", "off", "--property", "assert", "--json", "-",
             "--timeout", "60", *options, program],
            cwd=PAPER, capture_output=True, text=True, timeout=120,
        )
        self.assertIn(done.returncode, (0, 5), done.stderr)
        return [{predicate(s) for s in clause} for clause in json.loads(done.stdout)["formula"]]

    def assert_equivalent(self, formula, *expected):
        self.assertEqual(models(formula), models(expected))

    X, Z, Y = "x += z; x += z", "z++; z++", "y1 = x == 1 ? 3 : x == 2 ? 6 : 5; y2 = x"

    def test_figure1_parity(self):
        self.assert_equivalent(self.formula("figure1.c", "--domain", "parity", "--exact", "x,z"), {self.X}, {self.Z})

    def test_figure1_intervals(self):
        formula = self.formula("figure1.c", "--domain", "intervals", "--exact", "x,z")
        self.assert_equivalent(formula, {self.X, self.Z}, {self.X, self.Y, self.Z})

    def test_figure1_exact(self):
        self.assert_equivalent(self.formula("figure1.c"), {self.X, self.Y, self.Z})

    def test_figure1_all_tracked(self):
        formula = self.formula("figure1.c", "--domain", "product", "--exact", "x,z,y1,y2")
        self.assert_equivalent(formula, {self.X, self.Y, self.Z})

    def test_figure4_parity(self):
        self.assert_equivalent(self.formula("figure4.c", "--domain", "parity"), {"x++; x++"})

    def test_figure6_parity(self):
        formula = self.formula("figure6.c", "--domain", "parity", "--exact", "y")
        self.assert_equivalent(formula, {"y = 2; __VERIFIER_atomic_increment()"})


if __name__ == "__main__":
    unittest.main()
