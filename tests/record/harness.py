"""What the tests of recording share: programs that are built with `heddle cc` in a folder of their own."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

HEDDLE = os.environ.get("HEDDLE", "heddle")


class RecordTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.dir / name).write_text(text)

    def run_in(self, *command, code=0, timeout=120, **options):
        done = subprocess.run([str(c) for c in command], cwd=self.dir, capture_output=True, text=True, timeout=timeout,
                              **options)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}\n{done.stderr}")
        return done

    def heddle(self, *arguments, **options):
        return self.run_in(HEDDLE, *arguments, **options)

    def build(self, text, *flags, name="program"):
        self.write(name + ".c", text)
        done = self.heddle("cc", "-Wall", "-Wextra", "-Werror", name + ".c", "-o", name, *flags)
        self.assertEqual(done.stderr, "")

    def record(self, *arguments, code=0, name="program", **options):
        return self.heddle("record", "-o", "run.trace", "--", "./" + name, *arguments, code=code, **options)

    def events(self, file="run.trace"):
        """The events in order, each with its site."""
        trace = json.loads(self.heddle("trace", "--json", "-", file).stdout)
        self.ended = trace["ended"]
        for event in trace["events"]:
            event["site"] = trace["sites"][event.get("site", 0)]
        return trace["events"]
