"""What prediction does not see: it is said, and neither called infeasible nor called a violation."""
import json
import pathlib
import unittest

from harness import RecordTest

PROVED, UNKNOWN, VIOLATION = 0, 5, 10
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


class SightTest(RecordTest):
    def predict(self, *options, code, arguments=(), name="program"):
        """Records a run and returns the prediction."""
        self.record(*arguments, name=name, code=None)
        return json.loads(self.heddle("predict", "--json", "-", *options, "run.trace", code=code).stdout)

    def program(self, name, *flags):
        self.build((PROGRAMS / f"{name}.c").read_text(), *flags)

    def lines(self, found, *parts):
        return sorted([v[part]["line"] for part in parts] for v in found["violations"])

    def assert_clean(self, found):
        self.assertEqual((found["notReproduced"], found["undecided"]), ([], []))


class Paths(SightTest):
    def test_floating_point_numbers_that_are_known_are_followed(self):
        for level in "-O0", "-O1":
            self.program("float_branch", "-DPATH=0", level)
            found = self.predict("--atomic", "add", code=VIOLATION)
            self.assertEqual(self.lines(found, "first", "remote", "second"), [[13, 18, 18], [13, 18, 18]])
            self.assertEqual(found["notes"], [])
            self.program("float_branch", "-DPATH=0", "-DWHOLE", level)
            self.assertEqual(self.predict("--atomic", "add", code=PROVED)["infeasible"], 2)

    def test_ways_that_meet_again_need_not_be_known(self):
        self.program("float_branch", "-DPATH=1", "-O0")
        found = self.predict("--atomic", "add", code=VIOLATION, arguments=["0.5"])
        self.assert_clean(found)
        self.assertEqual(len(found["violations"]), 2)
        self.program("float_branch", "-DPATH=1", "-DWHOLE", "-O0")
        found = self.predict("--atomic", "add", code=PROVED, arguments=["0.5"])
        self.assertEqual(found["infeasible"], 2)

    def test_behind_a_path_that_is_lost_violations_are_found_and_nothing_is_infeasible(self):
        self.program("float_branch", "-DPATH=2", "-O0")
        found = self.predict("--atomic", "add", code=VIOLATION, arguments=["0.5"])
        self.assertEqual(len(found["violations"]), 2)
        self.assertTrue(all(v["reproduced"] for v in found["violations"]))
        self.program("float_branch", "-DPATH=2", "-DWHOLE", "-O0")
        found = self.predict("--atomic", "add", code=UNKNOWN, arguments=["0.5"])
        self.assertEqual((found["infeasible"], len(found["undecided"])), (0, 2))
        self.assertRegex(found["undecided"][0]["why"],
                         "the path of thread 1 could not be followed beyond .*program.c:[0-9]+ .*unknown")


class Values(SightTest):
    def test_variables_that_the_optimizer_narrowed_have_their_first_values(self):
        for level in "-O0", "-O1", "-O2":
            for kind in "-DSTATIC", "-DARRAY", "-DSTRUCT":
                self.program("narrowed", "-DORDERED", kind, level)
                found = self.predict("--property", "assert", code=PROVED)
                self.assertEqual((found["infeasible"], found["notReproduced"]), (1, []))
                self.program("narrowed", kind, level)
                self.assertEqual(len(self.predict("--property", "assert", code=VIOLATION)["violations"]), 1)

    def test_a_flag_that_the_optimizer_narrowed_hands_over(self):
        for level in "-O0", "-O1":
            for storage in "static", "":
                self.program("handed_over", "-DN=100", f"-DSTORAGE={storage}", level)
                found = self.predict("--property", "race", code=VIOLATION)
                self.assert_clean(found)
                self.assertEqual({v["first"]["variable"] for v in found["violations"]}, {"races"})
                self.assertGreater(found["infeasible"], 0)

    def test_a_number_that_becomes_a_float_may_be_another_one(self):
        """The race needs that the reader comes first, and sees another number than in the run."""
        self.build("""
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
double half;
static void *writer(void *p) {
  y = 2;
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return p;
}
static void *reader(void *p) {
  usleep(20000);
  pthread_mutex_lock(&m);
  int v = x;
  pthread_mutex_unlock(&m);
  half = v * 0.5;
  y = 1;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  return pthread_join(b, 0);
}
""", "-O1")
        found = self.predict("--property", "race", code=VIOLATION)
        self.assertEqual(self.lines(found, "first", "second"), [[8, 20]])


class Guards(SightTest):
    """A counter that is guarded is no race. What is not seen may guard it, so that such a race is not reported
    unless both threads came to their accesses at the same time."""

    def race(self, *flags, code):
        self.program("guarded", "-O1", *flags)
        return self.predict("--property", "race", "--patience", "1", code=code)

    def not_seen(self, what, *flags):
        found = self.race(*flags, code=UNKNOWN)
        self.assertEqual((found["violations"], found["infeasible"]), ([], 0))
        self.assertGreater(len(found["notReproduced"]), 0)
        for candidate in found["notReproduced"]:
            self.assertRegex(candidate["why"], f"possible unless one of these unseen calls synchronizes: .*{what} at .*:[0-9]+")
        self.assertIn("write", self.heddle("trace", "run.trace").stdout)
        # Without the program there is nothing that shows it.
        (self.dir / "program").rename(self.dir / "moved")
        done = self.heddle("predict", "--json", "-", "--property", "race", "--no-confirm", "run.trace", "--", "./moved",
                           code=UNKNOWN)
        self.assertEqual(json.loads(done.stdout)["violations"], [])

    def unguarded(self, *flags):
        found = self.race("-DUNGUARDED", *flags, code=VIOLATION)
        self.assertTrue(all(v["reproduced"] for v in found["violations"]))

    def seen(self, *flags):
        found = self.race(*flags, code=PROVED)
        self.assert_clean(found)
        self.unguarded(*flags)

    def test_assembler(self):
        self.not_seen("assembler", "-DASSEMBLER")
        self.unguarded("-DASSEMBLER")

    def test_a_library_that_is_built_without_heddle(self):
        self.write("lock.c", """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void LOCK(void) { pthread_mutex_lock(&m); }
void UNLOCK(void) { pthread_mutex_unlock(&m); }
""")
        self.run_in("cc", "-shared", "-fPIC", "lock.c", "-o", "liblock.so")
        flags = ["-DLIBRARY", "-L.", "-llock", f"-Wl,-rpath,{self.dir}"]
        self.not_seen("LOCK\\(\\)", *flags)
        self.unguarded(*flags)

    def test_pipes(self):
        self.not_seen("read\\(\\)", "-DPIPE")
        self.unguarded("-DPIPE")

    def test_what_is_seen(self):
        for kind in "BUILTIN", "STREAM", "POINTERS", "RECURSIVE":
            self.seen("-D" + kind)

    def test_named_semaphores(self):
        name = f'"/heddle-{self.dir.name}"'
        self.seen(f"-DNAMED={name}", "-DCOUNT=1")
        self.assertEqual(len(self.race(f"-DNAMED={name}", "-DCOUNT=2", code=VIOLATION)["notReproduced"]), 0)


class Others(SightTest):
    def test_deadlocks_of_rwlocks(self):
        ways = {("rdlock", "wrlock"): VIOLATION, ("wrlock", "wrlock"): VIOLATION, ("wrlock", "rdlock"): VIOLATION,
                ("rdlock", "rdlock"): PROVED}
        for (held, wanted), code in ways.items():
            self.program("crosswise", f"-Dpthread_rwlock_HELD=pthread_rwlock_{held}",
                         f"-Dpthread_rwlock_WANTED=pthread_rwlock_{wanted}")
            found = self.predict("--property", "deadlock", code=code)
            self.assert_clean(found)
            self.assertEqual(len(found["violations"]), 1 if code == VIOLATION else 0, (held, wanted))

    def test_many_threads_under_one_lock(self):
        self.build("""
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *w(void *p) {
  for (int i = 0; i < 50; i++) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[300];
  for (int i = 0; i < 300; i++) pthread_create(&t[i], 0, w, 0);
  for (int i = 0; i < 300; i++) pthread_join(t[i], 0);
  return n != 15000;
}
""")
        found = self.predict("--property", "race", code=PROVED)
        self.assertEqual((found["threads"], found["others"], found["complete"]), (301, 0, True))

    def test_waiting_and_not_waiting(self):
        """Whether or not the thread came to wait in the run."""
        for pause in 0, 20000:
            self.build("""
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, races;
static void *w(void *p) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  races++;
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  usleep(PAUSE);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  races++;
  pthread_join(a, 0);
  return 0;
}
""", f"-DPAUSE={pause}", "-O1")
            found = self.predict("--property", "race", code=VIOLATION)
            self.assert_clean(found)
            self.assertEqual(len(found["violations"]), 3)

    def test_once(self):
        self.build("""
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int x;
static void init(void) { x = 5; }
static void *w(void *p) {
  pthread_once(&o, init);
  return p + x;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  return pthread_join(b, 0);
}
""", "-O1")
        self.assertEqual(self.predict("--property", "race", code=PROVED)["infeasible"], 1)

    def test_detached_threads_that_are_waited_for(self):
        self.build("""
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int left = 2, data[2];
static void *w(void *p) {
  data[(long)p] = 7;
  pthread_mutex_lock(&m);
  if (--left == 0) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  for (long i = 0; i < 2; i++) {
    pthread_create(&t, 0, w, (void *)i);
    pthread_detach(t);
  }
  pthread_mutex_lock(&m);
  while (left) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return data[0] + data[1] - 14;
}
""", "-O1")
        self.assertEqual(self.predict("--property", "race", code=PROVED)["infeasible"], 2)

    def test_threads_of_the_cxx_library_start_and_end_unseen(self):
        self.write("program.cpp", """
#include <mutex>
#include <thread>
static std::mutex m;
static int x;
static void work() {
  std::lock_guard<std::mutex> guard(m);
  x++;
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  return x - 2;
}
""")
        self.heddle("cc", "--driver-mode=g++", "-O1", "program.cpp", "-o", "program")
        found = self.predict("--property", "race", "--patience", "1", code=UNKNOWN)
        self.assertEqual((found["violations"], found["infeasible"]), ([], 0))
        self.assertGreater(len(found["notReproduced"]), 0)

    def test_a_name_that_was_not_recorded_is_said(self):
        self.program("float_branch", "-DPATH=0")
        found = self.predict("--atomic", "subtract", code=UNKNOWN)
        self.assertIn("no call of `subtract` was recorded", found["notes"][0])


class Limits(SightTest):
    def test_time_and_memory_end_it_with_what_is_known(self):
        self.build((PROGRAMS / "long.c").read_text(), "-DN=20000", "-O1")
        self.record(code=None)
        for option, value, why in ("--timeout", "0.01", "out of time"), ("--memory", "1M", "out of memory"):
            for properties in "atomicity", "race,deadlock,lock-misuse,assert":
                done = self.heddle("predict", option, value, "--json", "-", "--property", properties, "run.trace",
                                   code=UNKNOWN)
                self.assertIn(why, done.stdout + done.stderr)
                if done.stdout:  # else it was ended where nobody asks
                    found = json.loads(done.stdout)
                    self.assertEqual((found["violations"], found["infeasible"], found["complete"]), ([], 0, False))
                    self.assertIn(why, found["notes"][0])


if __name__ == "__main__":
    unittest.main()
