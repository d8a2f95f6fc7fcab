"""--timeout, --memory and ctrl-C hold everywhere, in the compiler too: some programs of bench/limits."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from harness import HEDDLE, UNKNOWN, CliTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/limits.d"))
import programs  # noqa: E402

CALL_TREE = programs.call_tree(25)


class Limits(CliTest):
    def test_programs(self):
        names = ["macros, expression", "call tree", "includes a pipe", "1000 threads", "parentheses"]
        only = [word for name in names for word in ("--only", name)]
        done = subprocess.run([ROOT / "bench/limits", "--timeout", "3", *only, HEDDLE], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("5 of 5", done.stdout)

    def test_out_of_memory_in_translation(self):
        self.write("a.c", CALL_TREE)
        done = self.run_heddle("check", "--memory", "200M", "--json", "out.json", "a.c")
        self.assertEqual(done.returncode, UNKNOWN, done.stderr)
        self.assertEqual(self.last_line(done), "verdict: unknown (out of memory (200 MB) in translation)")
        result = json.loads((self.dir / "out.json").read_text())
        self.assertEqual((result["verdict"], result["why"]), ("unknown", "out of memory (200 MB) in translation"))
        self.assertEqual(self.files(), ["a.c", "out.json"])

    def test_out_of_time_in_the_compiler(self):
        os.mkfifo(self.dir / "fifo.h")
        self.write("a.c", '#include "fifo.h"\nint main(void) { return 0; }\n')
        done = self.run_heddle("check", "--timeout", "1", "a.c")
        self.assertEqual(self.last_line(done), "verdict: unknown (out of time (1 s) in translation)")
        for command in ["model", "check"]:
            self.assertEqual(self.run_heddle(command, "--timeout", "1", "a.c").returncode, UNKNOWN)

    def test_interrupted_in_the_compiler(self):
        os.mkfifo(self.dir / "fifo.h")
        self.write("a.c", '#include "fifo.h"\nint main(void) { return 0; }\n')
        for s in [signal.SIGINT, signal.SIGTERM]:
            process = subprocess.Popen([HEDDLE, "check", "a.c"], cwd=self.dir, stdout=subprocess.PIPE, text=True)
            time.sleep(1)
            process.send_signal(s)
            out, _ = process.communicate(timeout=20)
            self.assertEqual(process.returncode, UNKNOWN)
            self.assertEqual(out, "verdict: unknown (interrupted in translation)\n")


class FullDisk(CliTest):
    def test_the_verdict_is_printed(self):
        source = ROOT / "examples/lost_update.c"
        for option in ["--json", "--witness", "--html", "--sarif"]:
            done = self.run_heddle("check", option, "/dev/full", source)
            self.assertEqual(self.last_line(done), "verdict: false(assert)")
            self.assertEqual(done.returncode, 30)
            self.assertIn("can't write /dev/full", done.stderr)
        done = self.run_heddle("check", "--json", "/dev/full", ROOT / "examples/fixed_update.c")
        self.assertEqual((self.last_line(done), done.returncode), ("verdict: true", 20))


if __name__ == "__main__":
    unittest.main()
