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

    def test_setup_says_the_command_when_it_may_not_install(self):
        with tempfile.TemporaryDirectory() as folder:
            fakes = {"dpkg-query": "exit 1", "id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 1"}
            for name, body in fakes.items():
                fake = pathlib.Path(folder) / name
                fake.write_text(f"#!/bin/sh\n{body}\n")
                fake.chmod(0o755)
            done = subprocess.run(
                [ROOT / "scripts/setup"], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                env={"PATH": f"{folder}:/usr/bin:/bin"},
            )
        self.assertEqual(done.returncode, 2)
        self.assertIn("apt-get install", done.stderr)
        self.assertIn("llvm-19-dev", done.stderr)


if __name__ == "__main__":
    unittest.main()
