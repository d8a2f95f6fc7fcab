"""The launchers at the root: paths are those of the caller, and nothing is said when nothing is to be done."""
import pathlib
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Launcher(unittest.TestCase):
    def test_setup_has_nothing_to_say(self):
        start = time.monotonic()
        done = subprocess.run([ROOT / "scripts/setup"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertLess(time.monotonic() - start, 2)

    def packages(self, *args):
        """What setup asks for where nothing is installed and nothing may be."""
        with tempfile.TemporaryDirectory() as folder:
            fakes = {"dpkg-query": "exit 1", "id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 1"}
            for name, body in fakes.items():
                fake = pathlib.Path(folder) / name
                fake.write_text(f"#!/bin/sh\n{body}\n")
                fake.chmod(0o755)
            done = subprocess.run(
                [ROOT / "scripts/setup", *args], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                env={"PATH": f"{folder}:/usr/bin:/bin"},
            )
        self.assertEqual(done.returncode, 2)
        self.assertIn("apt-get install", done.stderr)
        return done.stderr.split()

    def test_what_only_tests_need_is_not_installed_for_the_program(self):
        program, tests = self.packages(), self.packages("--tests")
        self.assertLess(set(program), set(tests))
        for package in ("libgtest-dev", "clang-tidy-19", "spin"):
            self.assertNotIn(package, program)
            self.assertIn(package, tests)

    def test_progress_says_what_is_left(self):
        script = f'source {ROOT}/scripts/progress.sh; begun=$((SECONDS - 60)); progress "$1"'

        def progress(text):
            return subprocess.run(["bash", "-c", script, "-", text], capture_output=True, text=True, check=True).stdout

        self.assertEqual(progress("50 100"), ": 50 of 100 steps, about 70 seconds left")
        self.assertEqual(progress("20 100"), ": 20 of 100 steps, about 4 minutes left")
        self.assertEqual(progress("1 100"), ": 1 of 100 steps")  # too early to tell
        self.assertEqual(progress(""), "")

    def test_setup_says_the_command_when_it_may_not_install(self):
        self.assertIn("llvm-19-dev", self.packages())


if __name__ == "__main__":
    unittest.main()
