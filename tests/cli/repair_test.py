"""`heddle repair` as a user meets it: how it ends, and what it writes."""
import json
import os
import stat
import unittest

from harness import INPUT, PROVED, UNKNOWN, USAGE, VIOLATION, CliTest

LOST = """#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
"""
ALONE = "#include <assert.h>\nint main(void) {\n  int x = 1;\n  assert(x == 2);\n  return 0;\n}\n"
CORRECT = "int main(void) {\n  return 0;\n}\n"
SELF = """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
"""


class Repair(CliTest):
    def test_found(self):
        self.write("lost.c", LOST)
        done = self.run_heddle("repair", "lost.c")
        self.assertEqual(done.returncode, PROVED, done.stderr)
        self.assertEqual(done.stdout.splitlines()[-1], "repair: found (1)")
        self.assertIn("+  pthread_mutex_lock(&", done.stdout)
        self.assertIn("checked: the patched source", done.stdout)
        self.assertEqual((self.dir / "lost.c").read_text(), LOST)

    def test_correct_needs_none(self):
        self.write("correct.c", CORRECT)
        done = self.run_heddle("repair", "--in-place", "correct.c")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (PROVED, "repair: not needed"))
        self.assertEqual(self.files(), ["correct.c"])

    def test_sequential_failure(self):
        self.write("alone.c", ALONE)
        done = self.run_heddle("repair", "alone.c")
        self.assertEqual(done.returncode, VIOLATION)
        self.assertIn("assertion `x == 2` fails", done.stdout)
        self.assertIn("repair: impossible (it fails without a single interruption", done.stdout)

    def test_deadlock_of_one_thread(self):
        self.write("self.c", SELF)
        done = self.run_heddle("repair", "--property", "deadlock", "self.c")
        self.assertEqual(done.returncode, VIOLATION, done.stdout)

    def test_in_place_keeps_the_old_text(self):
        self.write("lost.c", LOST)
        done = self.run_heddle("repair", "--in-place", "lost.c")
        self.assertEqual(done.returncode, PROVED, done.stderr)
        self.assertEqual((self.dir / "lost.c.orig").read_text(), LOST)
        self.assertEqual(self.run_heddle("check", "--quiet", "lost.c").returncode, PROVED)

    def test_output_and_json(self):
        self.write("lost.c", LOST)
        self.run_heddle("repair", "--output", "fix.patch", "--json", "fix.json", "lost.c")
        result = json.loads((self.dir / "fix.json").read_text())
        self.assertEqual(result["outcome"], "found")
        diff = "".join(p["diff"] for p in result["solutions"][0]["patches"])
        self.assertEqual((self.dir / "fix.patch").read_text(), diff)

    def test_markers(self):
        self.write("lost.c", LOST)
        done = self.run_heddle("repair", "--markers", "--property", "assert", "lost.c")
        self.assertEqual(done.returncode, PROVED, done.stdout)
        self.assertIn("__VERIFIER_atomic_begin()", done.stdout)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_read_only_source(self):
        self.write("lost.c", LOST)
        os.chmod(self.dir / "lost.c", stat.S_IRUSR)
        self.assertEqual(self.run_heddle("repair", "--in-place", "lost.c").returncode, INPUT)
        self.assertEqual((self.dir / "lost.c").read_text(), LOST)

    def test_macro_body(self):
        self.write("macro.c", LOST.replace("  counter++;", "  UP;").replace("static int", "#define UP counter++\nstatic int"))
        done = self.run_heddle("repair", "macro.c")
        self.assertIn(done.returncode, (PROVED, UNKNOWN))
        self.assertNotIn("internal", done.stderr)

    def test_bad_input(self):
        self.write("broken.c", "int main(void) { return x; }\n")
        self.assertEqual(self.run_heddle("repair", "broken.c").returncode, INPUT)
        self.assertEqual(self.run_heddle("repair").returncode, USAGE)
        self.assertEqual(self.run_heddle("repair", "gone.c").returncode, INPUT)
        self.assertEqual(self.run_heddle("repair", "--domain", "colours", "broken.c").returncode, USAGE)
        self.assertEqual(self.run_heddle("repair", "--in-place", "--output", "broken.c", "broken.c").returncode, USAGE)

    def test_model_without_source(self):
        self.write("lost.c", LOST)
        self.run_heddle("model", "lost.c", "-o", "lost.ccfg")
        done = self.run_heddle("repair", "lost.ccfg")
        self.assertEqual(done.returncode, PROVED, done.stdout)
        self.assertIn("a new lock is held in", done.stdout)

    def test_out_of_time(self):
        self.write("lost.c", LOST)
        done = self.run_heddle("repair", "--timeout", "0.001", "lost.c")
        self.assertEqual(done.returncode, UNKNOWN, done.stdout)
        self.assertIn("repair: unknown (out of time", done.stdout)


if __name__ == "__main__":
    unittest.main()
