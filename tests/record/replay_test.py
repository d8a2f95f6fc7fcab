"""heddle replay: orders that witnesses ask for are forced on the real program."""
import collections
import json
import shutil
import unittest

from harness import RecordTest

INPUT, UNKNOWN, VIOLATION = 2, 5, 10

# Each thread increments twice, with a lock for each access: every access is ordered, the block is not atomic.
BANK = """
#include <heddle.h>
#include <pthread.h>
static int balance;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *deposit(void *p) {
  __heddle_atomic_begin();
  pthread_mutex_lock(&m);
  int old = balance;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  balance = old + 10;
  pthread_mutex_unlock(&m);
  __heddle_atomic_end();
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, deposit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return balance;
}
"""

# The consumer's test and its use of the flag are two critical sections with a wait in between.
WAIT = """
#include <pthread.h>
static int ready, data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *producer(void *p) {
  pthread_mutex_lock(&m);
  data = 1;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  data = 2;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  int seen = data;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return seen;
}
"""


class Replay(RecordTest):
    def steps(self, *wanted):
        """Steps from the recorded run: (thread, kind, name, occurrence of these) or (..., role)."""
        events = self.events()
        out = []
        for thread, kind, name, nth, *role in wanted:
            counts = collections.Counter()
            found = []
            for e in events:
                if e["thread"] != thread:
                    continue
                site = (e["site"]["module"], e["site"]["index"])
                counts[site] += 1
                if e["kind"] == kind and e["site"]["name"] == name:
                    found.append((e, counts[site]))
            e, occurrence = found[nth - 1]
            step = {"thread": thread, "module": e["site"]["module"], "site": e["site"]["index"],
                    "occurrence": occurrence, "where": f"line {e['site']['line']}", "what": f"{kind} {name}"}
            if role:
                step |= {"violation": role[0], "bytes": e["site"]["bytes"]}
            out.append(step)
        return out

    def witness(self, steps, command=("./program",)):
        self.write("w.json", json.dumps({"schema": "heddle-witness", "schemaVersion": 1, "command": command,
                                         "steps": steps}))

    def lost_update(self):
        self.build(BANK)
        self.assertIn(20, (self.record(code=None).returncode for _ in range(20)), "the run itself always lost one")
        return self.steps((2, "lock", "m", 1), (2, "read", "balance", 1, "first"), (2, "unlock", "m", 1),
                          (3, "lock", "m", 1), (3, "read", "balance", 1), (3, "unlock", "m", 1), (3, "lock", "m", 2),
                          (3, "write", "balance", 1, "remote"), (3, "unlock", "m", 2), (2, "lock", "m", 2),
                          (2, "write", "balance", 1, "second"))

    def test_twenty_of_twenty(self):
        self.witness(self.lost_update())
        for _ in range(20):
            done = self.heddle("replay", "w.json", code=VIOLATION)
            self.assertEqual(done.stdout, "reproduced: all 11 steps were made in the witness's order; then the program "
                                          "ended with exit code 10\nverdict: false(atomicity)\n")

    def test_serial_orders_too(self):
        """What the replay forces is the plan's order, not any bad one."""
        self.build(BANK)
        self.assertIn(20, (self.record(code=None).returncode for _ in range(20)), "the run itself always lost one")
        for first, second in [(2, 3), (3, 2)]:
            self.witness(self.steps((first, "write", "balance", 1), (second, "lock", "m", 1)))
            for _ in range(5):
                self.assertIn("exit code 20", self.heddle("replay", "w.json", code=VIOLATION).stdout)

    def test_waits(self):
        self.build(WAIT)
        # Until the main thread is seen to wait: with the producer first it does not.
        for _ in range(50):
            done = self.record(code=None)
            self.assertIn(done.returncode, (1, 2))
            if any(e["kind"] == "wait-release" for e in self.events()):
                break
        else:
            self.skipTest("the main thread never waited")
        lock, wait, wake = (1, "lock", "m", 1), (1, "wait-release", "m", 1), (1, "wait-acquire", "m", 1)
        locked, signal = (2, "lock", "m", 1), (2, "signal", "c", 1)
        again, second = (2, "lock", "m", 2), (2, "write", "data", 2)
        for order, seen in [((lock, wait, locked, signal, wake, (1, "read", "data", 1), again, second), 1),
                            ((lock, wait, locked, signal, again, second, wake, (1, "read", "data", 1)), 2)]:
            self.witness(self.steps(*order))
            for _ in range(10):
                self.assertIn(f"exit code {seen}\n", self.heddle("replay", "w.json", code=VIOLATION).stdout)

    def test_divergence_and_timeout(self):
        steps = self.lost_update()
        steps[-1]["occurrence"] = 2
        self.witness(steps)
        done = self.heddle("replay", "w.json", code=UNKNOWN)
        self.assertIn("diverged: thread 2 ended without step 11 of 11 (thread 2, line 12: write balance)", done.stdout)
        # Thread 3 can't have the lock while thread 2 holds it.
        self.witness(self.steps((2, "lock", "m", 1), (3, "lock", "m", 1), (2, "unlock", "m", 1)))
        done = self.heddle("replay", "--patience", "1", "w.json", code=UNKNOWN)
        self.assertIn("timed out: step 2 of 3 (thread 3, line 8: lock m) was not made; the thread began it", done.stdout)

    def test_other_memory_is_a_divergence(self):
        steps = self.lost_update()
        steps[0] |= {"violation": "first", "bytes": 4}
        self.witness(steps)
        self.assertIn("touches different memory", self.heddle("replay", "w.json", code=UNKNOWN).stdout)

    def test_program_on_the_command_line(self):
        self.witness(self.lost_update(), command=[])
        self.assertIn("names no program", self.heddle("replay", "w.json", code=1).stderr)
        self.heddle("replay", "w.json", "--", "./program", code=VIOLATION)

    @unittest.skipUnless(shutil.which("gdb"), "no gdb here")
    def test_gdb_stops_at_the_violation(self):
        self.witness(self.lost_update())
        done = self.heddle("replay", "--gdb", "w.json", input="kill\nquit\n", code=0)
        self.assertIn("__heddle_violation", done.stdout)
        self.assertIn("program.c:12", done.stdout)

    def test_bad_witnesses(self):
        self.write("text", "hello")
        self.write("other", '{"schema": "heddle-schedule"}')
        self.write("version", '{"schema": "heddle-witness", "schemaVersion": 2}')
        self.write("steps", '{"schema": "heddle-witness", "schemaVersion": 1, "command": ["x"], "steps": [{}]}')
        self.write("none", '{"schema": "heddle-witness", "schemaVersion": 1, "command": ["x"], "steps": []}')
        for file, told in [("text", "not valid JSON"), ("other", "not a witness"), ("version", "schema version is not 1"),
                           ("steps", "not a valid witness"), ("none", "it has no steps"), ("missing", "missing")]:
            done = self.heddle("replay", file, code=INPUT)
            self.assertIn(told, done.stderr)


if __name__ == "__main__":
    unittest.main()
