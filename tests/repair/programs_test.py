"""Buggy programs, each repaired end to end: the patch of the cheapest repair applies, compiles without warnings, is
proved correct, and is minimal: without any of its sections, or with one statement less in one, the bug is back.

    programs_test.py [NAME ...]"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEDDLE = os.environ.get("HEDDLE", "heddle")
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


def heddle(*args, cwd):
    return subprocess.run([HEDDLE, *args], cwd=cwd, capture_output=True, text=True, timeout=240)


def is_correct(text, cwd):
    """None: it does not compile."""
    (cwd / "trial.c").write_text(text)
    done = heddle("check", "--quiet", "--timeout", "60", "trial.c", cwd=cwd)
    return {0: True, 10: False, 2: None}[done.returncode]


def weakened(text, lock):
    """The program with less synchronization: each section dropped, or one line shorter at either end."""
    lines = text.splitlines(keepends=True)
    begins = [i for i, l in enumerate(lines) if re.search(rf"_lock\(&{lock}\)", l)]
    ends = [i for i, l in enumerate(lines) if re.search(rf"_unlock\(&{lock}\)", l)]
    if len(begins) != len(ends):  # a section with several ways out
        return
    for b, e in zip(begins, ends):
        yield "".join(l for i, l in enumerate(lines) if i not in (b, e))
        if e - b > 2 and ";" in lines[b + 1] and "int " not in lines[b + 1]:
            yield "".join(lines[:b] + [lines[b + 1], lines[b]] + lines[b + 2:])
        if e - b > 2 and ";" in lines[e - 1]:
            yield "".join(lines[:e - 1] + [lines[e], lines[e - 1]] + lines[e + 1:])


class Programs(unittest.TestCase):
    def repaired(self, name, cwd):
        source = cwd / f"{name}.c"
        source.write_text((PROGRAMS / source.name).read_text())
        done = heddle("repair", "--solutions", "1", "--json", "-", "--timeout", "120", source.name, cwd=cwd)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["outcome"], "found", result["reason"])
        diff = "".join(p["diff"] for p in result["solutions"][0]["patches"])
        (cwd / "repair.patch").write_text(diff)
        subprocess.run(["patch", "-p1", "-i", "repair.patch"], cwd=cwd, check=True, capture_output=True)
        return source

    def check(self, name):
        with tempfile.TemporaryDirectory() as folder:
            cwd = pathlib.Path(folder)
            source = self.repaired(name, cwd)
            for compiler in ("clang-19", "gcc"):
                subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", source], check=True)
            text = source.read_text()
            self.assertIs(is_correct(text, cwd), True)
            old = (PROGRAMS / source.name).read_text()
            locks = set(re.findall(r"_lock\(&(\w+)\)", text)) - set(re.findall(r"_lock\(&(\w+)\)", old))
            for lock in locks:
                for less in weakened(text, lock):
                    self.assertIsNot(is_correct(less, cwd), True, less)


for path in sorted(PROGRAMS.glob("*.c")):
    setattr(Programs, f"test_{path.stem}", lambda self, name=path.stem: self.check(name))

if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.argv[1:] = [f"Programs.test_{name}" for name in sys.argv[1:]]
    unittest.main()
