"""What the command-line tests share: running heddle in a folder of its own, and looking at what it left there."""
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

HEDDLE = os.environ.get("HEDDLE", "heddle")
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"

# Exit codes, as the manual gives them.
PROVED, USAGE, INPUT, UNKNOWN, INTERNAL, VIOLATION = 0, 1, 2, 5, 6, 10


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.dir / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def run_heddle(self, *args, timeout=60, **options):
        start = time.monotonic()
        done = subprocess.run(
            [HEDDLE, *map(str, args)], cwd=self.dir, capture_output=True, timeout=timeout, text=True, **options
        )
        self.seconds = time.monotonic() - start
        return done

    def files(self):
        return sorted(p.name for p in self.dir.iterdir())

    def assert_refused(self, done, code, *words, lines=1):
        """Ends soon with this code, one clear message that has these words, nothing on stdout, no crash."""
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertNotIn("internal error", done.stderr)
        self.assertLessEqual(len(done.stderr.strip().splitlines()), lines, done.stderr)
        self.assertGreater(len(done.stderr), 0)
        self.assertLess(self.seconds, 10)

    def last_line(self, done):
        return done.stdout.rstrip("\n").splitlines()[-1]
