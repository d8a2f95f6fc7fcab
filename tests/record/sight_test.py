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
                         "the path of thread 1 could not be followed beyond .*program.c:[0-9]+ .*not known")


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


if __name__ == "__main__":
    unittest.main()
