"""Every script of bench/ still runs: each once, on the least that it measures. What the figures are is not looked at."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parent.parent.parent / "bench"
# Name what a script needs from elsewhere: it has to say so when it is unset.
ELSEWHERE = ["WATTS", "HEDDLE_SVCOMP", "HEDDLE_GCC_TORTURE", "HEDDLE_POSIX_SUITE", "HEDDLE_LIBRARIES"]

sys.path.insert(0, str(BENCH / "limits.d"))


# In place of a library: a stack with a lock.
LSTACK = """
#include <stddef.h>
typedef struct { pthread_mutex_t lock; void *held[2]; size_t count; } lstack_t;
static int lstack_init(lstack_t *s, size_t most) { s->count = 0; return pthread_mutex_init(&s->lock, 0); }
static int lstack_push(lstack_t *s, void *v) {
  pthread_mutex_lock(&s->lock);
  s->held[s->count++] = v;
  pthread_mutex_unlock(&s->lock);
  return 0;
}
static void *lstack_pop(lstack_t *s) {
  pthread_mutex_lock(&s->lock);
  void *v = s->held[--s->count];
  pthread_mutex_unlock(&s->lock);
  return v;
}
static size_t lstack_size(lstack_t *s) { return s->count; }
static void lstack_free(lstack_t *s) {}
"""


class Smoke(unittest.TestCase):
    def run_script(self, name, *arguments, codes=(0,)):
        environment = {k: v for k, v in os.environ.items() if k not in ELSEWHERE}
        done = subprocess.run([BENCH / name, *arguments], capture_output=True, text=True, timeout=120, env=environment)
        self.assertIn(done.returncode, codes, f"{name}\n{done.stdout}\n{done.stderr}")
        self.assertNotIn("Traceback", done.stderr)
        return done.stdout + done.stderr

    def test_each_script_has_a_test(self):
        scripts = {f.name for f in BENCH.iterdir() if f.is_file() and os.access(f, os.X_OK)}
        tested = {name.removeprefix("test_").replace("_", "-") for name in dir(self) if name.startswith("test_")}
        self.assertLessEqual(scripts, tested)
        self.assertGreater(len(scripts), 8)
        table = (BENCH / "README.md").read_text()
        for script in scripts:
            self.assertIn(f"| `bench/{script}` ", table)

    def test_explore(self):
        if not shutil.which("spin"):
            self.assertIn("spin is missing", self.run_script("explore", "--small", codes=[1]))
            return
        out = self.run_script("explore", "--small", "--runs", "1", "peterson")
        self.assertRegex(out, r"peterson N=3 +heddle +yes +true +\d+")
        self.assertRegex(out, r"peterson N=3 +spin +yes +true +\d+")

    def test_paper_000(self):
        out = self.run_script("paper-000", "--small", "--timeout", "30")
        self.assertIn("REF solves 2 of 2 rows, full instantiation 2", out)

    def test_paper_001(self):
        out = self.run_script("paper-001", "--timeout", "30", "--rows", "peterson", "sober")
        self.assertIn("dpor+fc solves 1 of 1, 1 with no more nodes than the paper", out)
        self.assertIn("5 of 5 rows right", out)

    def test_paper_002(self):
        out = self.run_script("paper-002")
        self.assertRegex(out, r"(?m)^double_buffering +- .*\(\[fill:\d+-\d+\] \| \[render:\d+-\d+\]\)$")
        self.assertRegex(out, r"(?m)^double_buffering +filled,rendered .* true$")

    def test_paper_003(self):
        out = self.run_script("paper-003", "--repeat", "1", "--timeout", "5", "wdog_one")
        self.assertIn("WATTS names no folder: the paper's own programs are left out", out)
        self.assertRegex(out, r"(?m)^wdog_one ")
        self.assertRegex(out, r"(?m)^total ")

    def test_paper_004(self):
        out = self.run_script("paper-004", "--rows", "bank-av-2", "--replays", "1", "--of", "1")
        self.assertRegex(out, r"(?m)^bank-av-2 .* 1/1 *$")

    def test_record(self):
        out = self.run_script("record", "--only", "counter", "--runs", "1", codes=[0, 1])
        self.assertRegex(out, r"(?m)^geometric mean of time on the wall: |ThreadSanitizer is missing")

    def test_scaling_bounded(self):
        out = self.run_script("scaling-bounded", "--timeout", "0.1", "fib_bench")
        self.assertRegex(out, r"(?m)^fib_bench +N=2 ")

    def test_limits(self):
        import programs
        name = programs.REPORTED[0][0]
        out = self.run_script("limits", "--timeout", "1", "--only", name)
        self.assertIn(f"\n{name} ", out)
        self.assertIn("1 of 1 within", out)

    def test_peers(self):
        self.assertIn("HEDDLE_SVCOMP is not set: name folders", self.run_script("peers", codes=[1]))

    def test_libraries(self):
        self.assertIn("HEDDLE_LIBRARIES is not set: name a folder", self.run_script("libraries", codes=[1]))
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "lstack")
            source.mkdir()
            (source / "lstack.h").write_text(LSTACK)
            (source / "lstack.c").write_text("typedef int lstack_file;\n")
            environment = {**os.environ, "HEDDLE_LIBRARIES": folder}
            done = subprocess.run([BENCH / "libraries", "--timeout", "20", "lstack", "log"], capture_output=True, text=True,
                                  timeout=120, env=environment)
        self.assertRegex(done.stdout, r"(?m)^lstack +true +\d", done.stderr)
        self.assertRegex(done.stdout, r"(?m)^log +- +- +not in the folder: ")
        self.assertIn("1 of 1 answered: 1 true, 0 false", done.stdout)

    def test_conformance(self):
        with tempfile.TemporaryDirectory() as folder:
            out = self.run_script("conformance", "--cache", folder + "/cache.json")
        for variable in "HEDDLE_GCC_TORTURE", "HEDDLE_POSIX_SUITE":
            self.assertRegex(out, rf"left out, {variable} does not name the folder")


if __name__ == "__main__":
    unittest.main()
