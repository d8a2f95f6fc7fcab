#!/usr/bin/env python3
"""heddle run --guard: sections of a policy are free from other threads, whatever the source does."""
import json
import unittest

from harness import RecordTest

COUNTER = """
#include <pthread.h>
#include <stdio.h>
static int counter, seen;
static void* work(void* rounds) {
  for (int i = 0; i < *(int*)rounds; i++) {
    counter++;
    seen = counter;
  }
  return 0;
}
int main(void) {
  int rounds = 30;
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, &rounds);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  printf("%d\\n", counter);
  return counter != 90;
}
"""

# What the section calls is in it; it is left by a return, and by the end of a thread.
EXITS = """
#include <pthread.h>
#include <stdio.h>
static int x, y, bad;
static void set(int* p, int v) { *p = v; }
static int change(int i) {
  set(&x, x + 1);
  if (i % 3 == 0) { set(&y, x); return i; }
  if (i == 50) { set(&y, x); pthread_exit(0); }
  set(&y, x);
  return x;
}
static void* work(void* p) {
  for (int i = 1; i < 60; i++) change(i);
  return p;
}
static void* watch(void* p) {
  for (int i = 0; i < 100; i++) {
    int a = x, b = y;
    if (a != b) bad++;
  }
  return p;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_create(&v, 0, watch, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  printf("%d %d %d\\n", x, y, bad);
  return bad != 0 || x != 100 || y != 100;
}
"""

WAITS = """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* work(void* p) {
  x++;
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  return x == 4 ? 0 : 1;
}
"""


# A thread is cancelled where the program says so, and nowhere else.
CANCEL = """
#include <pthread.h>
#include <unistd.h>
static int x, y;
static void* work(void* p) {
  for (;;) {
    x++;
    y++;
    pthread_testcancel();
  }
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++) {
    usleep(5000);
    pthread_cancel(t[i]);
    pthread_join(t[i], 0);
  }
  return x != y;
}
"""


class Guard(RecordTest):
    def policy(self, *sections):
        """Sections: function, the text that it begins with, the text that it ends with."""
        text = (self.dir / "program.c").read_text()
        found = []
        for function, first, last in sections:
            begin = text.index(first)
            found.append({"file": "program.c", "function": function, "bytes": [begin, text.index(last, begin) + len(last)]})
        self.write("policy.json", json.dumps({"schema": "heddle-policy", "schemaVersion": 1, "sections": found}))

    def guarded(self, *options, code=0):
        return self.heddle("run", "--guard", "policy.json", *options, "--", "./program", code=code)

    def failures(self, runs, *options):
        return sum(self.heddle("run", *options, "--delays", "4", "--", "./program", code=None).returncode != 0 for _ in range(runs))

    def test_a_lost_update(self):
        self.build(COUNTER, "-O0")
        self.policy(("work", "counter++", "seen = counter;"))
        self.assertGreater(self.failures(10), 0)
        self.assertEqual(self.failures(40, "--guard", "policy.json"), 0)

    def test_ways_out(self):
        self.build(EXITS, "-O0")
        self.policy(("change", "set(&x", "return x;"), ("watch", "int a = x", "b = y;"))
        self.assertGreater(self.failures(10), 0)
        self.assertEqual(self.failures(20, "--guard", "policy.json"), 0)

    # Only one side has a section: others are kept out of it all the same.
    def test_others_need_no_section(self):
        self.build(EXITS.replace("int a = x, b = y;", "int a = x, b = a;").replace("x != 100 || y != 100", "x != y"), "-O0")
        self.policy(("change", "set(&x", "return x;"))
        self.assertEqual(self.failures(20, "--guard", "policy.json"), 0)

    def test_cancellation(self):
        self.build(CANCEL, "-O0")
        self.policy(("work", "x++", "y++;"))
        self.assertEqual(self.failures(20, "--guard", "policy.json"), 0)

    def test_a_call_that_waits(self):
        self.build(WAITS, "-O0")
        self.policy(("work", "x++", "pthread_mutex_unlock(&m);"))
        self.assertIn("may wait", self.guarded(code=2).stderr)
        for _ in range(10):
            self.guarded("--split", "--delays", "2")

    def test_bad_policies(self):
        self.build(COUNTER, "-O2")
        self.policy(("work", "counter++", "seen = counter;"))
        self.assertIn("-O0", self.guarded(code=2).stderr)
        self.build(COUNTER, "-O0")
        self.policy(("work", "for (int", "for (int"))
        self.assertIn("nothing at a section", self.guarded(code=2).stderr)
        self.write("policy.json", "{}")
        self.assertIn("not a valid policy", self.guarded(code=2).stderr)
        self.write("policy.json", json.dumps({"schema": "heddle-policy", "schemaVersion": 1, "sections": [
            {"file": "program.c", "function": "work", "begin": {"line": 9, "column": 1}, "end": {"line": 8, "column": 1}}]}))
        self.assertIn("ends before it begins", self.guarded(code=2).stderr)
        self.assertIn("after `--`", self.heddle("run", "--guard", "policy.json", code=1).stderr)

    def test_without_sections(self):
        self.build("int main(void) { return 3; }\n", "-O0")
        self.assertEqual(self.heddle("run", "--", "./program", code=3).stderr, "")


if __name__ == "__main__":
    unittest.main()
