"""More than a verdict: every violation, what is known of each property, and executions that are only possible."""
import json
import os
import pathlib
import re
import subprocess
import unittest

from harness import HEDDLE, INPUT, PROVED, UNKNOWN, USAGE, VIOLATION, CliTest

ROOT = pathlib.Path(__file__).resolve().parents[2]

TWO_RACES = """#include <pthread.h>
#include <assert.h>
int x, y, z;
static void *work(void *a) {
  x++;
  y++;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x = 5;
  y = 6;
  assert(z == 0);
  pthread_join(t, 0);
  assert(y == 6);
  return 0;
}
"""

# A logarithm decides.
POSSIBLE = """#include <pthread.h>
#include <math.h>
int x;
static void *work(void *a) {
  x++;
  return a;
}
int main(void) {
  pthread_t t;
  double load = log(2.5);
  pthread_create(&t, 0, work, 0);
  if (load > 7) x++;
  pthread_join(t, 0);
  return 0;
}
"""


class All(CliTest):
    def check(self, program, *options):
        self.write("a.c", program)
        done = self.run_heddle("check", "--timeout", "20", "--json", "a.json", *options, "a.c")
        return done, json.loads((self.dir / "a.json").read_text())

    def test_every_violation_is_listed(self):
        done, result = self.check(TWO_RACES, "--all")
        self.assertEqual(done.returncode, VIOLATION, done.stderr)
        self.assertEqual(result["verdict"], "false")
        places = {
            (v["violation"]["property"], *sorted(p["position"]["line"] for p in v["violation"]["pending"]))
            for v in result["violations"]
        }
        self.assertIn(("race", 5, 12), places)
        self.assertIn(("race", 6, 13), places)
        self.assertIn(("assert",), places)
        self.assertEqual(len(places), len(result["violations"]), "no two are the same")
        verdicts = {p["property"]: p["verdict"] for p in result["properties"]}
        self.assertEqual((verdicts["race"], verdicts["assert"], verdicts["deadlock"]), ("false", "false", "true"))
        self.assertEqual(done.stdout.count("violation 1 of "), 1)
        self.assertIn("deadlock: true (up to a violation of assert, race, if there is one)", done.stdout)

    def test_without_it_the_check_ends_with_the_first(self):
        done, result = self.check(TWO_RACES)
        self.assertEqual(done.returncode, VIOLATION)
        self.assertNotIn("violations", result)
        self.assertNotIn("violation 1 of", done.stdout)
        verdicts = {p["property"]: (p["verdict"], p["why"]) for p in result["properties"]}
        self.assertEqual(verdicts["deadlock"], ("unknown", "the search ended at the violation"))

    def test_nothing_to_list(self):
        done, result = self.check("int main(void) { return 0; }\n", "--all")
        self.assertEqual(done.returncode, PROVED)
        self.assertNotIn("violations", result)
        self.assertEqual({p["verdict"] for p in result["properties"]}, {"true"})

    def test_a_violation_that_depends_on_an_approximation_is_possible(self):
        done, result = self.check(POSSIBLE)
        self.assertEqual(done.returncode, UNKNOWN)
        self.assertTrue(done.stdout.startswith("possible data race: `x`"), done.stdout[:200])
        self.assertIsNone(result["violation"])
        self.assertEqual(result["steps"], [])
        self.assertEqual(result["possible"]["violation"]["property"], "race")
        self.assertEqual(result["possible"]["dependsOn"], ["the result of 'log' is arbitrary"])

    def test_one_that_depends_on_nothing_is_found_beside_it(self):
        done, result = self.check(POSSIBLE.replace("int x;", "int x, y;").replace("x++;\n  r", "x++;\n  y = 1;\n  r")
                                  .replace("  if (", "  y = 2;\n  if ("))
        self.assertEqual(done.returncode, VIOLATION, done.stdout)
        self.assertEqual(result["verdict"], "false")
        self.assertNotIn("possible", result)

    def test_a_volatile_race_offers_what_helps(self):
        program = TWO_RACES.replace("int x, y, z;", "volatile int x; int y, z;").replace("y++;", "").replace("y = 6;", "")
        done, result = self.check(program, "--property", "race")
        self.assertEqual(done.returncode, VIOLATION)
        self.assertIn("--volatile relaxed", " ".join(result["notes"]))
        done, result = self.check(program.replace("x++;", "__sync_fetch_and_add(&x, 1);"), "--property", "race")
        self.assertTrue(done.stdout.startswith("data race between an atomic and a plain access: `x`"), done.stdout[:100])
        done, result = self.check(program, "--property", "race", "--volatile", "relaxed")
        self.assertEqual(done.returncode, PROVED, done.stdout)

    def test_functions_without_a_body_are_told_together(self):
        calls = "void f(void); void g(void); int n;\nint main(void) {\n  if (n) {\n    f();\n    g();\n    f();\n  }\n}\n"
        done, _ = self.check(calls)
        self.assertEqual(done.returncode, PROVED, done.stdout)
        warnings = [line for line in done.stderr.splitlines() if "warning" in line]
        self.assertEqual(len(warnings), 1)
        self.assertIn("2 functions without a body: 'f' (a.c:4 and 1 more), 'g' (a.c:5)", warnings[0])


LIBRARY = """#include <pthread.h>
#include <stdlib.h>
struct counter { pthread_mutex_t lock; int value; };
struct counter *counter_create(int start) {
  struct counter *c = malloc(sizeof *c);
  if (!c) return 0;
  pthread_mutex_init(&c->lock, 0);
  c->value = start;
  return c;
}
static int helper(struct counter *c) { return c->value; }
void counter_add(struct counter *c, int n) {
  pthread_mutex_lock(&c->lock);
  c->value += n;
  pthread_mutex_unlock(&c->lock);
}
int counter_get(struct counter *c) { return helper(c); }
void counter_each(struct counter *c, void (*visit)(int, void *), void *data) {
  pthread_mutex_lock(&c->lock);
  visit(c->value, data);
  pthread_mutex_unlock(&c->lock);
}
void counter_destroy(struct counter *c) {
  pthread_mutex_destroy(&c->lock);
  free(c);
}
int unrelated(int a) { return a + 1; }
"""

GLOBALS = """#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;
void set_level(int n) {
  pthread_mutex_lock(&lock);
  level = n;
  pthread_mutex_unlock(&lock);
}
int get_level(void) {
  pthread_mutex_lock(&lock);
  int n = level;
  pthread_mutex_unlock(&lock);
  return n;
}
"""


class Harness(CliTest):
    def write_harness(self, program, *options):
        self.write("lib.c", program)
        done = self.run_heddle("harness", "lib.c", "-o", "h.c", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return (self.dir / "h.c").read_text()

    def test_of_a_structure(self):
        text = self.write_harness(LIBRARY)
        self.assertNotIn("unrelated", text)
        self.assertNotIn("helper", text)
        self.assertLess(text.index("  call_counter_create();"), text.index("  call_counter_destroy();"))
        done = self.run_heddle("check", "--timeout", "20", "lib.c", "h.c")
        self.assertEqual(done.returncode, VIOLATION, done.stdout + done.stderr)  # counter_get takes no lock
        self.assertIn("`c->value`", done.stdout)
        fixed = LIBRARY.replace("return helper(c);", "pthread_mutex_lock(&c->lock); int n = helper(c); pthread_mutex_unlock(&c->lock); return n;")
        self.write("lib.c", fixed)
        done = self.run_heddle("check", "--timeout", "50", "lib.c", "h.c")
        self.assertEqual(done.returncode, PROVED, done.stdout + done.stderr)

    def test_of_variables(self):
        self.write_harness(GLOBALS)
        done = self.run_heddle("check", "--timeout", "20", "lib.c", "h.c")
        self.assertEqual(done.returncode, PROVED, done.stdout + done.stderr)

    def test_of_some_functions(self):
        text = self.write_harness(LIBRARY, "--functions", "counter_create,counter_add")
        self.assertNotIn("counter_get(", text)
        self.assertIn("counter_add(shared, any())", text)

    def test_errors(self):
        self.write("lib.c", LIBRARY)
        refused = self.run_heddle("harness", "lib.c", "--functions", "nobody")
        self.assert_refused(refused, INPUT, "nobody", "counter_add")
        self.write("m.c", "int main(void) { return 0; }\n")
        self.assert_refused(self.run_heddle("harness", "m.c"), INPUT, "has a main")
        self.write("e.c", "static int x;\nstatic int f(void) { return x; }\nint (*p)(void) = f;\n")
        self.assert_refused(self.run_heddle("harness", "e.c"), INPUT, "no functions")
        self.write("h.c", "mine\n")
        self.assert_refused(self.run_heddle("harness", "lib.c", "-o", "h.c"), USAGE, "exists")
        self.assertEqual((self.dir / "h.c").read_text(), "mine\n")


class Page(CliTest):
    def test_the_page_shows_what_is_printed(self):
        page = (ROOT / "docs/counterexamples.md").read_text()
        shown = re.findall(r"```\nheddle (check \S+)\n```\n\n```\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(shown), 3)
        for command, output in shown:
            # What others have found out by then depends on the time.
            done = subprocess.run([HEDDLE, *command.split(), "-j", "1", "--color", "never"], cwd=ROOT, text=True,
                                  capture_output=True, check=False, env={**os.environ, "COLUMNS": "100"})
            self.assertEqual(done.stdout, output, command)


if __name__ == "__main__":
    unittest.main()
