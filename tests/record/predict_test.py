"""heddle predict: violations that other interleavings of one run show, and those that only seem to."""
import json
import pathlib
import unittest

from harness import RecordTest

PROVED, UNKNOWN, VIOLATION = 0, 5, 10
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


class PredictTest(RecordTest):
    def predict(self, *options, code, arguments=()):
        """Records a run of ./program and returns the prediction."""
        self.record(*arguments, code=None)
        done = self.heddle("predict", "--json", "-", *options, "run.trace", code=code)
        found = json.loads(done.stdout)
        self.assertEqual(found["notReproduced"], [])
        self.assertEqual(found["undecided"], [])
        self.assertEqual(found["notes"], [])
        return found

    def figure(self, name, *flags, code, options=()):
        self.build((PROGRAMS / f"{name}.c").read_text(), *flags)
        return self.predict(*options, code=code)

    def lines(self, found):
        return sorted([v[part]["line"] for part in ("first", "remote", "second")] for v in found["violations"])


class Figures(PredictTest):
    def test_figure_1a_data_keeps_the_block_whole(self):
        found = self.figure("figure1a", code=PROVED)
        self.assertEqual((found["potential"], found["withoutData"], found["infeasible"]), (1, 1, 1))

    def test_figure_1a_with_the_other_condition(self):
        found = self.figure("figure1a", "-DGUARD=b >= 0", code=VIOLATION)
        self.assertEqual(self.lines(found), [[11, 19, 12]])
        self.assertTrue(found["violations"][0]["reproduced"])

    def test_figure_1b_synchronization_keeps_the_block_whole(self):
        found = self.figure("figure1b", code=PROVED)
        self.assertEqual((found["withoutData"], found["infeasible"]), (1, 1))

    def test_figure_1b_without_signal_and_wait(self):
        found = self.figure("figure1b", "-DFREE", code=VIOLATION)
        self.assertEqual(self.lines(found), [[11, 31, 12]])

    def test_figure_6_is_a_prefix(self):
        found = self.figure("figure6", code=VIOLATION)
        self.assertEqual(self.lines(found), [[10, 18, 11]])

    def test_figure_6_is_missed_without_prefixes(self):
        found = self.figure("figure6", code=UNKNOWN, options=["--no-prefixes"])
        self.assertEqual((found["infeasible"], found["violations"]), (1, []))

    def test_whole_interleavings_show_what_does_not_change_the_path(self):
        found = self.figure("figure1a", "-DGUARD=b >= 0", code=VIOLATION, options=["--no-prefixes"])
        self.assertEqual(self.lines(found), [[11, 19, 12]])

    def test_figure_2_values_of_the_run_exclude_the_bogus_reports(self):
        for name in "figure1a", "figure1b":
            found = self.figure(name, code=UNKNOWN, options=["--recorded-values"])
            self.assertEqual((found["infeasible"], found["violations"]), (1, []))

    def test_figure_2_values_of_the_run_miss_real_violations(self):
        # The same two as above are found when reads may see other values.
        for name, flag in ("figure1a", "-DGUARD=b >= 0"), ("figure1b", "-DFREE"):
            found = self.figure(name, flag, code=UNKNOWN, options=["--recorded-values"])
            self.assertEqual((found["infeasible"], found["violations"]), (1, []))


INDEPENDENT = """#include <heddle.h>
#include <pthread.h>
#include <unistd.h>
static volatile int x = START;
static void *t1(void *p) {
  __heddle_atomic_begin();
  FIRST;
  SECOND;
  __heddle_atomic_end();
  return p;
}
static void *t2(void *p) {
  usleep(50000);
  REMOTE;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}
"""


class GuardedIndependence(PredictTest):
    """Wang et al. 2010, section 3: accesses that are in conflict but commute because of their values break no block."""

    def triple(self, start, first, remote, second, code):
        self.build(INDEPENDENT, f"-DSTART={start}", f"-DFIRST={first}", f"-DREMOTE={remote}", f"-DSECOND={second}")
        return self.predict(code=code)

    def test_write_of_the_value_that_is_there(self):
        self.triple(7, "(void)x", "x = 7", "(void)x", PROVED)
        self.triple(7, "(void)x", "x = 8", "(void)x", VIOLATION)

    def test_writes_of_the_same_value(self):
        self.triple(0, "x = 1", "x = 1", "x = 2", PROVED)
        self.triple(0, "x = 1", "x = 2", "x = 2", PROVED)
        self.triple(0, "x = 1", "x = 2", "x = 3", VIOLATION)

    def test_a_read_between_writes(self):
        self.triple(1, "x = 1", "(void)x", "x = 2", PROVED)
        self.triple(0, "x = 1", "(void)x", "x = 1", PROVED)
        self.triple(0, "x = 1", "(void)x", "x = 2", VIOLATION)

    def test_memory_that_was_never_written_before(self):
        """What the first write overwrites is compared with what it writes, though nobody knows what it is."""
        text = INDEPENDENT.replace("static volatile int x = START;", "static volatile int *where;\n#define x (*where)")
        text = text.replace("  pthread_t a, b;", "  pthread_t a, b; int local; where = &local;")
        for remote, told in ("x = 2", r": 1 -> 2\b"), ("(void)x", r"reads \S+ = 1\b"):
            self.build(text, "-DFIRST=x = 1", f"-DREMOTE={remote}", "-DSECOND=x = 3")
            found = self.predict(code=VIOLATION)
            self.assertTrue(found["violations"][0]["reproduced"])
            done = self.heddle("predict", "run.trace", code=VIOLATION)
            self.assertRegex(done.stdout, told)
            self.assertRegex(done.stdout, r": \? -> 1\b")

    def test_a_value_that_depends_on_the_interleaving(self):
        # The remote write is silent unless the block has begun, and then it is not.
        self.triple(0, "x = 1", "x = x == 1 ? 5 : 0", "(void)x", VIOLATION)


TWO_CLIENTS = """int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  return pthread_join(b, 0);
}
"""

WITHDRAWALS = """#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static int get(void) {
  pthread_mutex_lock(&m);
  int b = balance;
  pthread_mutex_unlock(&m);
  return b;
}
static void set(int b) {
  pthread_mutex_lock(&m);
  balance = b;
  pthread_mutex_unlock(&m);
}
static HEDDLE_ATOMIC __attribute__((noinline)) void withdraw(int amount) {
  int b = get();
  if (b >= amount) set(b - amount);
}
static void *client(void *arg) {
  withdraw(30);
  return arg;
}
""" + TWO_CLIENTS


class Walks(PredictTest):
    def test_a_thread_that_begins_in_a_function_without_events(self):
        self.build(WITHDRAWALS, "-O1")
        found = self.predict(code=VIOLATION)
        self.assertEqual(self.lines(found), [[7, 13, 13], [7, 13, 13]])


STRUCTURES = """#include <heddle.h>
#include <pthread.h>
struct point { int x, y; short tags[3]; };
static struct point shared = {1, 2, {3, 4, 5}};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static __attribute__((noinline)) int sum(void) {
  pthread_mutex_lock(&m);
  struct point mine = shared;
  pthread_mutex_unlock(&m);
  int total = 0;
  for (int i = 0; i < 3; ++i) // a loop that a value decides
    if (mine.tags[(mine.x + i) % 3] > 3) total += mine.tags[i];
  return total + mine.x + mine.y;
}
static void *client(void *arg) {
  __heddle_atomic_begin();
  int s = sum();
  pthread_mutex_lock(&m);
  shared.y = s;
  pthread_mutex_unlock(&m);
  __heddle_atomic_end();
  return arg;
}
""" + TWO_CLIENTS


class Copies(PredictTest):
    def test_values_are_followed_through_structures(self):
        for level in "-O0", "-O1", "-O2":
            self.build(STRUCTURES, level)
            found = self.predict(code=VIOLATION)
            self.assertEqual({tuple(v) for v in self.lines(found)}, {(8, 19, 19)})


class Reports(PredictTest):
    def test_text_and_witness(self):
        self.build((PROGRAMS / "figure1a.c").read_text(), "-DGUARD=b >= 0")
        self.record()
        done = self.heddle("predict", "--witness", "w.json", "run.trace", code=VIOLATION)
        for part in ["thread 2 (t1) reads x at line 11, in the block\n", "thread 3 (t2) writes x at line 19\n",
                     "thread 2 (t1) writes x at line 12, in the block\n", "R-W-W: ", "reproduced: all",
                     "potential violations: 1, left after thread create/join ordering: 1, "
                     "if only locks are considered: 1"]:
            self.assertIn(part, done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "verdict: false(atomicity)")
        for _ in range(20):
            self.assertIn("reproduced", self.heddle("replay", "w.json", code=VIOLATION).stdout)

    def test_no_blocks(self):
        self.build("int main(void) { return 0; }")
        self.record()
        self.assertIn("no block is marked as atomic", self.heddle("predict", "run.trace", code=UNKNOWN).stdout)

    def test_functions_by_name_and_by_annotation(self):
        text = (PROGRAMS / "figure1a.c").read_text().replace("__heddle_atomic_begin();", "")
        text = text.replace("__heddle_atomic_end();", "")
        self.build(text, "-DGUARD=b >= 0")
        self.assertEqual(len(self.predict("--atomic", "t1", code=VIOLATION)["violations"]), 1)
        for level in "-O0", "-O2":
            self.build(text.replace("static void *t1", "static HEDDLE_ATOMIC void *t1"), "-DGUARD=b >= 0", level)
            self.assertEqual(len(self.predict(code=VIOLATION)["violations"]), 1)

    def test_model_can_be_checked_by_itself(self):
        self.build((PROGRAMS / "figure1a.c").read_text(), "-DGUARD=b >= 0")
        self.record()
        self.heddle("predict", "--model", "m.ccfg", "run.trace", code=VIOLATION)
        done = self.heddle("check", "--property", "atomicity", "m.ccfg", code=VIOLATION)
        self.assertIn("verdict: false(atomicity)", done.stdout)


class OtherProperties(PredictTest):
    def other(self, name, *flags, properties, code):
        self.build((PROGRAMS / f"{name}.c").read_text(), *flags)
        found = self.predict("--property", properties, code=code)
        for violation in found["violations"]:
            self.assertTrue(violation["reproduced"])
            self.write("w.json", json.dumps(violation["witness"]))
            for _ in range(5):
                self.assertIn("reproduced", self.heddle("replay", "w.json", code=VIOLATION).stdout)
        return [v["property"] for v in found["violations"]], found

    def test_a_race_that_locks_hide_in_the_run(self):
        kinds, found = self.other("race", properties="race", code=VIOLATION)
        self.assertEqual(kinds, ["race"])
        race = found["violations"][0]
        self.assertEqual({race["first"]["line"], race["second"]["line"]}, {12, 20})

    def test_no_race_where_data_decide(self):
        kinds, found = self.other("race", "-DORDERED", properties="race", code=PROVED)
        self.assertEqual((kinds, found["others"], found["infeasible"]), ([], 1, 1))

    def test_a_deadlock_of_two_threads(self):
        kinds, found = self.other("deadlock", properties="deadlock", code=VIOLATION)
        self.assertEqual(kinds, ["deadlock"])
        self.assertEqual({found["violations"][0][f"waits{n}"]["line"] for n in (1, 2)}, {16, 36})

    def test_no_deadlock_under_a_common_lock_or_by_order(self):
        for flag in "-DGATE", "-DWAIT":
            kinds, _ = self.other("deadlock", flag, properties="deadlock", code=PROVED)
            self.assertEqual(kinds, [])

    def test_an_assertion_that_fails_otherwise(self):
        for level in "-O0", "-O1":
            kinds, found = self.other("assertion", level, properties="assert", code=VIOLATION)
            self.assertEqual(kinds, ["assert"])
            self.assertIn("assertion `seen <= 1` fails", found["violations"][0]["text"])

    def test_an_assertion_that_always_holds(self):
        kinds, _ = self.other("assertion", "-DLOCKED", properties="assert", code=PROVED)
        self.assertEqual(kinds, [])

    def test_a_lock_that_is_destroyed_too_early(self):
        kinds, _ = self.other("destroy", properties="lock-misuse", code=VIOLATION)
        self.assertEqual(kinds, ["lock-misuse"])
        kinds, _ = self.other("destroy", "-DJOINED", properties="lock-misuse", code=PROVED)
        self.assertEqual(kinds, [])

    def test_locks_that_are_unlocked_by_others_or_locked_again(self):
        for way in "OTHER", "TWICE", "AGAIN":
            kinds, _ = self.other("misuse", "-D" + way, properties="lock-misuse", code=VIOLATION)
            self.assertEqual(kinds, ["lock-misuse"], way)
        kinds, _ = self.other("misuse", properties="lock-misuse", code=PROVED)
        self.assertEqual(kinds, [])

    def test_all_at_once(self):
        kinds, _ = self.other("race", properties="race,assert,deadlock,lock-misuse", code=VIOLATION)
        self.assertEqual(kinds, ["race"])


class Inference(PredictTest):
    def test_functions_that_take_a_lock_twice(self):
        text = WITHDRAWALS.replace("HEDDLE_ATOMIC ", "")
        self.build(text, "-O0")
        found = self.predict("--infer-atomic", code=VIOLATION)
        self.assertEqual(found["inferred"], ["2 calls of withdraw"])
        self.assertEqual(self.lines(found), [[7, 13, 13], [7, 13, 13]])

    def test_critical_sections(self):
        text = (PROGRAMS / "figure1a.c").read_text()
        text = text.replace("__heddle_atomic_begin();", "pthread_mutex_lock(&m);")
        text = text.replace("__heddle_atomic_end();", "pthread_mutex_unlock(&m);")
        text = text.replace("static int x;", "static int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;")
        self.build(text, "-DGUARD=b >= 0")
        found = self.predict("--infer-atomic", code=VIOLATION)
        self.assertEqual(found["inferred"], ["1 sections of m"])
        self.assertEqual(self.lines(found), [[11, 19, 12]])


class Joins(PredictTest):
    def test_a_thread_that_is_joined_comes_to_its_end(self):
        """Between its last step and its end the worker does what no other thread sees."""
        self.build("""
#include <heddle.h>
#include <pthread.h>
static int x, scratch[8];
static void *work(void *p) {
  x = 2;
  for (int k = 0; k < 8; ++k) scratch[k] = k;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  __heddle_atomic_begin();
  x = 1;
  pthread_join(t, NULL);
  int r = x;
  __heddle_atomic_end();
  return r != 1 && r != 2;
}
""")
        found = self.predict(code=VIOLATION)
        self.assertEqual(self.lines(found), [[14, 6, 16]])
        self.assertTrue(found["violations"][0]["reproduced"])


class Windows(PredictTest):
    def test_a_planted_violation_is_found_in_its_window(self):
        self.build((PROGRAMS / "long.c").read_text(), "-DN=1000")
        found = self.predict("--window", "1000", code=VIOLATION)
        self.assertTrue(found["windowed"])
        self.assertGreater(found["events"], 16000)
        self.assertLess(found["modelEvents"], 1001)
        self.assertEqual(self.lines(found), [[18, 24, 24], [18, 24, 24]])
        self.assertTrue(all(v["reproduced"] for v in found["violations"]))

    def test_what_one_thread_does_alone_needs_no_window(self):
        """Far apart in the run, but few events that threads share."""
        self.build("""
#include <heddle.h>
#include <pthread.h>
static int balance;
static long own[2][64];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int get(void) { pthread_mutex_lock(&m); int v = balance; pthread_mutex_unlock(&m); return v; }
static void set(int v) { pthread_mutex_lock(&m); balance = v; pthread_mutex_unlock(&m); }
static void *work(void *p) {
  for (int i = 0; i < 200; ++i) {
    for (int k = 0; k < 64; ++k) own[(long)p][k] += i * k;
    if (i != 100) continue;
    __heddle_atomic_begin();
    set(get() + 1);
    __heddle_atomic_end();
  }
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  return 0;
}
""")
        found = self.predict(code=VIOLATION)
        self.assertGreater(found["events"], 50000)
        self.assertFalse(found["windowed"])
        self.assertEqual(self.lines(found), [[7, 8, 8], [7, 8, 8]])
        self.assertTrue(all(v["reproduced"] for v in found["violations"]))

    def test_what_windows_can_not_see_is_said(self):
        text = (PROGRAMS / "long.c").read_text().replace("pthread_barrier_wait(&half);", "")
        text = text.replace("pthread_create(&t[i], NULL, work, NULL);",
                            "pthread_create(&t[i], NULL, work, NULL), usleep(100000);")
        self.build("#include <unistd.h>\n" + text, "-DN=1000")
        found = self.predict("--window", "1000", code=UNKNOWN)
        self.assertEqual((found["windows"], found["beyondWindows"]), (0, 2))


if __name__ == "__main__":
    unittest.main()
