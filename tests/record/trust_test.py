"""What a witness may run, what `record` may replace, and that nothing is left when Heddle is ended."""
import json
import os
import signal
import stat
import subprocess
import time
import unittest

from harness import HEDDLE, RecordTest

SLEEPER = """
#include <unistd.h>
int x;
int main(void) { x = 1; sleep(600); return x; }
"""


def witness(command, module="00000000000000ff"):
    step = {"thread": 1, "module": module, "site": 1, "occurrence": 1000}
    return json.dumps({"schema": "heddle-witness", "schemaVersion": 1, "command": command, "steps": [step]})


def plans():
    return [f for f in os.listdir("/tmp") if f.startswith("heddle-plan")]


class Trust(RecordTest):
    def test_another_program_is_not_run(self):
        self.write("w.json", witness(["/bin/sh", "-c", "touch ran"]))
        done = self.heddle("replay", "w.json", code=1)
        self.assertIn("running /bin/sh -c touch ran", done.stderr)
        self.assertIn("--trust", done.stderr)
        self.assertFalse((self.dir / "ran").exists())

    def test_unless_it_is_trusted(self):
        self.write("w.json", witness(["/bin/sh", "-c", "touch ran"]))
        self.heddle("replay", "--trust", "w.json", code=5)
        self.assertTrue((self.dir / "ran").exists())

    def test_or_typed(self):
        self.write("w.json", witness(["/bin/sh", "-c", "touch ran"]))
        self.heddle("replay", "w.json", "--", "/bin/sh", "-c", "touch typed", code=5)
        self.assertFalse((self.dir / "ran").exists())
        self.assertTrue((self.dir / "typed").exists())


class Replaced(RecordTest):
    def refuse(self, *arguments, told):
        self.assertIn(told, self.heddle("record", "-o", *arguments, code=1).stderr)

    def test_a_program_that_cant_start_replaces_nothing(self):
        self.write("old", "precious")
        self.refuse("old", "--", "./nowhere", told="can't execute")
        self.assertEqual((self.dir / "old").read_text(), "precious")
        self.assertEqual(os.listdir(self.dir), ["old"])

    def test_nor_does_one_that_records_nothing(self):
        self.write("old", "precious")
        self.heddle("record", "-o", "old", "--", "/bin/true", code=2)
        self.assertEqual((self.dir / "old").read_text(), "precious")
        self.assertEqual(os.listdir(self.dir), ["old"])

    def test_links_and_devices(self):
        self.write("old", "precious")
        os.symlink("old", self.dir / "link")
        os.mkfifo(self.dir / "fifo")
        for name in ["link", "fifo", "/dev/null"]:
            self.refuse(name, "--", "/bin/true", told="not a regular file")
        self.assertEqual(sorted(os.listdir(self.dir)), ["fifo", "link", "old"])
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_the_program_itself(self):
        self.build("int main(void) { return 0; }\n")
        before = (self.dir / "program").read_bytes()
        self.refuse("program", "--", "./program", told="would be overwritten")
        self.assertEqual((self.dir / "program").read_bytes(), before)

    def test_an_old_trace_is_replaced(self):
        self.build("int main(void) { return 0; }\n")
        self.record()
        self.record()
        self.assertEqual(sorted(os.listdir(self.dir)), ["program", "program.c", "run.trace"])


class Ended(RecordTest):
    def running(self):
        """Processes whose program is ours."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{pid}/exe") == str(self.dir / "program"):
                    found.append(int(pid))
            except OSError:
                pass
        return found

    def end(self, s, *arguments):
        process = subprocess.Popen([HEDDLE, *arguments], cwd=self.dir, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not self.running() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertTrue(self.running(), "the program was not started")
        process.send_signal(s)
        process.wait(timeout=20)
        deadline = time.monotonic() + 5
        while self.running() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(self.running(), [], s)

    def test_record(self):
        self.build(SLEEPER)
        for s in [signal.SIGTERM, signal.SIGKILL]:
            self.end(s, "record", "-o", "run.trace", "--", "./program")
            self.assertEqual(sorted(os.listdir(self.dir)), ["program", "program.c", "run.trace"])

    def test_replay(self):
        self.build(SLEEPER)
        self.write("w.json", witness(["./program"]))
        before = plans()
        for s in [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]:
            self.end(s, "replay", "--trust", "--patience", "600", "w.json")
            self.assertEqual(plans(), before)


if __name__ == "__main__":
    unittest.main()
