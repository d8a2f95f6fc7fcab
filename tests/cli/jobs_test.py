"""Engines in processes of their own (-j N): what becomes of them when one is killed, when the user stops, when the parent
is killed, and when one takes too much."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from harness import EXAMPLES, HEDDLE, PROVED, UNKNOWN, VIOLATION, CliTest

# No engine comes to an end in a few seconds: there are very many states, and to see whether the assertion holds one must
# find the factors of a large number.
HARD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
unsigned __VERIFIER_nondet_uint(void);
atomic_uint x, y;
static void *worker(void *arg) {
  for (;;) {
    atomic_fetch_add(&x, atomic_load(&y) | 1);
    unsigned long p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
    assert(p < 2 || q < 2 || p * q != 4294967028017944339ul);
  }
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (;;) atomic_store(&y, atomic_load(&x) * 3 + 1);
}
"""


def status(process):
    """Its state and its parent; nothing if there is none."""
    try:
        state, parent = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return None
    return state, int(parent)


def children(process):
    """Those that are alive, by number."""
    numbers = [int(path.name) for path in pathlib.Path("/proc").iterdir() if path.name.isdigit()]
    return [n for n in numbers if (s := status(n)) and s[1] == process and s[0] not in "ZX"]


def is_alive(process):
    found = status(process)
    return found is not None and found[0] not in "ZX"


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Jobs(CliTest):
    def start(self, *args):
        self.write("hard.c", HARD)
        process = subprocess.Popen([HEDDLE, "check", "-j", "2", *args, "hard.c"], cwd=self.dir, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertTrue(wait_for(lambda: len(children(process.pid)) == 2), "two workers")
        return process

    def test_same_answers(self):
        for name, code in (("lost_update.c", VIOLATION), ("fixed_update.c", PROVED), ("endless.c", PROVED)):
            for jobs in "1", "2":
                done = self.run_heddle("check", "-j", jobs, EXAMPLES / name)
                self.assertEqual(done.returncode, code, (name, jobs, done.stdout, done.stderr))

    def test_a_killed_worker_costs_only_itself(self):
        process = self.start("--timeout", "5", "--stats", "--log", "auto")
        victim = children(process.pid)[0]
        os.kill(victim, signal.SIGKILL)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, UNKNOWN, out + err)
        self.assertIn("signal 9", out + err)
        self.assertIn("auto.failed", out)
        self.assertTrue(out.rstrip().splitlines()[-1].startswith("verdict: unknown"))

    def test_interrupted(self):
        process = self.start()
        workers = children(process.pid)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(process.returncode, UNKNOWN)
        self.assertIn("interrupted", out.splitlines()[-1])
        self.assertFalse(any(is_alive(w) for w in workers))
        self.assertEqual(self.files(), ["hard.c"])

    def test_a_killed_parent_takes_its_workers_along(self):
        process = self.start()
        workers = children(process.pid)
        process.kill()
        process.wait()
        self.assertTrue(wait_for(lambda: not any(is_alive(w) for w in workers)), "workers outlive their parent")

    def test_memory(self):
        process = self.start("--timeout", "20", "--memory", "160M")
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, UNKNOWN, out + err)
        self.assertIn("out of memory (80 MB)", out)


if __name__ == "__main__":
    unittest.main()
