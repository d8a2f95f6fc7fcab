"""heddle cc, record and trace on real programs."""
import collections
import os
import resource
import shutil
import subprocess
import time
import unittest

from harness import HEDDLE, RecordTest

INPUT = 2

RACY = """
#include <pthread.h>
#include <stdatomic.h>
static int a, b;
static long c[4];
static atomic_int n;
static void *work(void *p) {
  long self = (long)p;
  for (int i = 0; i < 3000; ++i) {
    a = a + 1;
    if (b % 2 == self % 2) b = a + i;
    c[i % 4] += b;
    n++;
  }
  return p;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; ++i) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], NULL);
  return 0;
}
"""

# Threads work for a while on a part of an array, alone or not, and go on to another one: memory changes hands.
WANDERING = """
#include <pthread.h>
enum { parts = 6, size = 64, rounds = 40 };
static long cells[parts][size];
static void *work(void *p) {
  unsigned seed = (unsigned)(long)p * 7919;
  for (int r = 0; r < rounds; ++r) {
    long *part = cells[(seed = seed * 1103515245 + 12345) >> 16 & 3];
    if (r % 8 == 0) part = cells[4 + (seed >> 20) % 2];
    const int step = 1 + r % 3;
    for (int i = 0; i < size; i += step) part[i] += (long)p << 32 | r;
  }
  return p;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < size; ++i) cells[0][i] = cells[5][i] = i;
  for (long i = 0; i < 4; ++i) pthread_create(&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 4; ++i) pthread_join(t[i], NULL);
  long sum = 0;
  for (int i = 0; i < size; ++i) sum += cells[1][i];
  return sum == 1;
}
"""

# Writes 1, 2, 3, ... to a global from a second thread, and ends as its argument says after the 1000th.
ENDS = """
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int x;
static const char *how;
static void *work(void *p) {
  for (int i = 1; i <= 1000; ++i) x = i;
  if (strcmp(how, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "_exit") == 0) _exit(3);
  if (strcmp(how, "crash") == 0) *(volatile int *)0 = 1;
  if (strcmp(how, "exit") == 0) exit(4);
  return p;
}
int main(int argc, char **argv) {
  how = argv[argc - 1];
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 5;
}
"""


class Compiler(RecordTest):
    def test_separate_compilation_and_response_files(self):
        self.write("a.c", "int f(int); int x; int main(void) { x = f(1); return x - 2; }\n")
        self.write("b.c", "int y; int f(int i) { y = i; return y + i; }\n")
        for flags in [["-O0"], ["-O2"], ["-Os", "-fPIE"], ["-O1", "-static"]]:
            self.heddle("cc", *flags, "-c", "a.c", "b.c")
            self.heddle("cc", *flags, "a.o", "b.o", "-o", "program")
            self.run_in("./program")
            self.record()
            self.assertIn("/a.c", self.events()[1]["site"]["file"])
        self.write("all.rsp", "a.c -O1\n-o program2 b.c\n")
        self.heddle("cc", "@all.rsp")
        self.run_in("./program2")

    def test_modes_without_linking(self):
        self.write("a.c", "#include <heddle.h>\nint main(void) { return 0; }\n")
        self.assertIn("int main", self.heddle("cc", "-E", "a.c").stdout)
        self.assertIn("a.o: a.c", self.heddle("cc", "-M", "a.c").stdout)
        self.heddle("cc", "-S", "-Werror", "a.c")
        self.heddle("cc", "-c", "-MD", "-MF", "a.d", "-Werror", "a.c", "-o", "x.o")
        self.heddle("cc", "-fsyntax-only", "-Werror", "a.c")
        self.assertIn("clang version", self.heddle("cc", "--version").stdout)
        self.assertIn("clang version", self.heddle("cc", "-v").stderr)
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["a.c", "a.d", "a.s", "x.o"])
        self.heddle("cc", "-x", "c", "-", "-o", "program", input="int main(void) { return 0; }", code=0)

    def test_errors_are_the_compilers(self):
        self.write("a.c", "int main(void) { return y; }\n")
        done = self.heddle("cc", "a.c", code=1)
        self.assertIn("undeclared identifier 'y'", done.stderr)
        self.assertIn("no input files", self.heddle("cc", code=1).stderr)

    def test_shared_library(self):
        self.write("lib.c", "int x; int f(void) { return ++x; }\n")
        self.write("main.c", "int f(void); int main(void) { return f() + f() - 3; }\n")
        self.heddle("cc", "-shared", "-fPIC", "lib.c", "-o", "libf.so")
        self.heddle("cc", "main.c", "-L.", "-lf", "-Wl,-rpath,.", "-o", "program")
        self.record()
        values = [e["value"] for e in self.events() if e["kind"] == "write" and e["site"]["name"] == "x"]
        self.assertEqual(values, [1, 2])

    @unittest.skipUnless(shutil.which("make"), "no make here")
    def test_make(self):
        self.write("Makefile", "CC = cc\nCFLAGS = -O2 -Wall\nprogram: a.o b.o\n\t$(CC) -o $@ $^\n")
        self.write("a.c", "int f(void); int main(void) { return f(); }\n")
        self.write("b.c", "int f(void) { return 0; }\n")
        self.run_in("make", f"CC={HEDDLE} cc")
        self.record()


class Order(RecordTest):
    def test_every_read_sees_the_write_before_it(self):
        """The order is the real one: values tell, since every write of the program is recorded."""
        for flags in ["-O0"], ["-O2"]:
            self.build(RACY, *flags)
            self.record()
            memory = {}
            reads = 0
            for e in self.events():
                name = e["site"]["name"]
                if e["kind"] == "write":
                    memory[e["address"]] = e["value"]
                elif e["kind"] == "read" and name in ("a", "b") or name.startswith("c["):
                    self.assertEqual(e["value"], memory.get(e["address"], 0), name)
                    reads += 1
                elif e["kind"] == "update":
                    self.assertEqual(e["value"], memory.get(e["address"], 0))
                    memory[e["address"]] = e["value"] + 1
            self.assertGreater(reads, 10000)

    def test_memory_that_changes_hands(self):
        for flags in ["-O0"], ["-O2"], ["-O2", "-fPIC", "-fno-pie", "-no-pie"]:
            self.build(WANDERING, *flags)
            for _ in range(5):
                self.record()
                memory = {}
                reads = 0
                for e in self.events():
                    if not e["site"]["name"].startswith(("cells", "part", "*part")):
                        continue
                    if e["kind"] == "write":
                        memory[e["address"]] = e["value"]
                    elif e["kind"] == "read":
                        self.assertEqual(e["value"], memory.get(e["address"], 0))
                        reads += 1
                self.assertGreater(reads, 4000)

    def test_places_and_names(self):
        self.build(RACY)
        self.record()
        for e in self.events():
            if e["kind"] == "write" and e["site"]["name"] == "a":
                self.assertEqual((e["site"]["line"], e["site"]["function"]), (10, "work"))
                self.assertTrue(e["site"]["file"].endswith("/program.c"))
                return
        self.fail("no write of a")


# Two threads, each with a struct of its own and one that both use, in stretches of code with several accesses whose
# values are hard to foresee; `shared.count` is only written under the lock.
STRETCH = """
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
struct cell { uint8_t byte; uint16_t half; uint32_t word; uint64_t wide; double real; struct cell *next; };
static struct cell own[2], shared[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds = 400;
static uint64_t mix(uint64_t v) { return (v ^ (v >> 29)) * 0xbf58476d1ce4e5b9ull; }
static void *work(void *p) {
  struct cell *mine = &own[(long)p];
  for (int i = 0; i < rounds; ++i) {
    mine->byte = (uint8_t)mix(i);
    mine->half = (uint16_t)mix(i + 1000);
    mine->word = (uint32_t)mix(i + 2000);
    mine->wide = mix(mix(i + 3000));
    mine->real = i / 3.0;
    mine->next = &shared[mix(i) % 3];
    pthread_mutex_lock(&m);
    struct cell *c = mine->next;
    c->word += mine->byte;
    c->wide ^= mine->wide;
    shared[0].half = shared[1].half + 1;
    shared[1].half = shared[0].half;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
int main(int n, char **v) {
  if (n > 1) rounds = atoi(v[1]);
  pthread_t t[2];
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  return shared[1].half != 2 * rounds % 65536;
}
"""


def mix(v):
    return (v ^ (v >> 29)) * 0xBF58476D1CE4E5B9 % 2**64


class Stretches(RecordTest):
    """Accesses that follow each other without a call are recorded together."""

    def test_values(self):
        self.build(STRETCH, "-O2")
        self.record()
        events = [e for e in self.events() if e["kind"] in ("read", "write")]
        for thread in (2, 3):
            wides = [e["value"] for e in events
                     if e["thread"] == thread and e["kind"] == "write" and e["site"]["line"] == WIDE]
            self.assertEqual(wides, [mix(mix(i + 3000)) for i in range(400)])
        # Of what both write each read sees the last write, in the order that is told.
        last, seen = {}, 0
        for e in events:
            place = (e["address"], e["site"]["bytes"])
            if e["kind"] == "read" and place in last and "value" in e:
                self.assertEqual(e["value"], last[place])
                seen += 1
            if "value" in e:
                last[place] = e["value"]
        self.assertGreater(seen, 2000)

    def test_regular_loops(self):
        self.build("""
double a[1000], b[1000];
int main(void) {
  double sum = 0;
  for (int i = 0; i < 1000; ++i) sum += a[i] * b[i];
  for (int i = 0; i < 1000; ++i) a[i] = sum;
  return 0;
}
""", "-O2")
        self.record()
        events = self.events()
        for kind, name in [("read", "a"), ("read", "b"), ("write", "a")]:
            places = [e["address"] for e in events if e["kind"] == kind and e["site"]["name"].startswith(name)]
            self.assertEqual([p - places[0] for p in places], [8 * i for i in range(1000)])

    def test_killed_at_any_time(self):
        self.build(STRETCH, "-O2")
        for i in range(12):
            trace = self.dir / f"killed{i}"
            with subprocess.Popen(["./program", "1000000000"], cwd=self.dir,
                                  env=os.environ | {"HEDDLE_RECORD": str(trace)}) as program:
                time.sleep(0.05 + 0.003 * i)
                program.kill()
            self.assertRegex(self.heddle("trace", trace).stdout, r"[0-9]{4,} events of 3 threads")


WIDE = next(n for n, line in enumerate(STRETCH.split("\n"), 1) if "mine->wide =" in line)


class Ends(RecordTest):
    def test_nothing_is_lost(self):
        self.build(ENDS)
        for how, code, told in [("kill", 137, "SIGKILL"), ("abort", 134, "SIGABRT"), ("_exit", 3, "exit code 3"),
                                ("crash", 139, "SIGSEGV"), ("exit", 4, "exit code 4"), ("return", 5, "exit code 5")]:
            self.record(how, code=code)
            values = [e["value"] for e in self.events() if e["kind"] == "write" and e["site"]["name"] == "x"]
            self.assertEqual(values, list(range(1, 1001)), how)
            self.assertIn(told, self.ended)

    def test_limit_of_file_sizes(self):
        self.build(RACY)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, 64 * 1024))
        done = self.record(preexec_fn=limit)
        self.assertIn("recording stopped at the limit of file sizes; what was recorded is in", done.stderr)
        self.assertGreater(len(self.events()), 1000)
        self.assertIn("recording stopped before", self.ended)

    @unittest.skipUnless(os.geteuid() == 0, "mounting a small disk needs root")
    def test_full_disk(self):
        disk = self.dir / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no mount here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        self.build(RACY)
        done = self.heddle("record", "-o", disk / "run.trace", "--", "./program")
        self.assertIn("the disk is full; what was recorded is in", done.stderr)
        self.assertGreater(len(self.events("disk/run.trace")), 1000)
        self.assertIn("the disk was full", self.ended)

    def test_nothing_recorded(self):
        done = self.heddle("record", "--", "true", code=INPUT)
        self.assertIn("was it built with `heddle cc`?", done.stderr)
        self.heddle("record", "--", "./no-such-program", code=1)
        self.heddle("record", "-o", "/no/such/folder/x", "--", "true", code=1)
        self.heddle("record", "true", code=1)


class Threads(RecordTest):
    def test_thousands(self):
        self.build("""
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) { pthread_mutex_lock(&m); ++x; pthread_mutex_unlock(&m); return p; }
int main(void) {
  for (int round = 0; round < 30; ++round) {
    pthread_t t[100];
    for (int i = 0; i < 100; ++i) if (pthread_create(&t[i], NULL, work, NULL)) return 1;
    for (int i = 0; i < 100; ++i) pthread_join(t[i], NULL);
  }
  return x != 3000;
}
""")
        self.record()
        events = self.events()
        self.assertEqual(len({e["thread"] for e in events}), 3001)
        self.assertEqual([e["value"] for e in events if e["kind"] == "write" and e["site"]["name"] == "x"],
                         list(range(1, 3001)))
        self.assertEqual(sorted(e["value"] for e in events if e["kind"] == "join"), list(range(2, 3002)))

    def test_fork_detach_and_signals(self):
        self.build("""
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int x, handled;
static sem_t done;
static void handler(int s) { (void)s; handled = handled + 1; x = x + 1; }
static void *work(void *p) { for (int i = 0; i < 100; ++i) x = x + 1; sem_post(&done); return p; }
int main(void) {
  sem_init(&done, 0, 0);
  signal(SIGALRM, handler);
  ualarm(100, 100);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  for (int i = 0; i < 20000 || !handled; ++i) x = x + 1;
  while (sem_wait(&done) != 0) {}
  ualarm(0, 0);
  pid_t child = fork();
  if (child == 0) { x = -1; _exit(7); }
  int status = 0;
  while (waitpid(child, &status, 0) != child) {}
  x = -2;
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 7 && handled > 0);
}
""")
        self.record()
        events = self.events()
        last = [e for e in events if e["kind"] == "write" and e["site"]["name"] == "x"][-1]
        self.assertEqual(last["value"], 2**32 - 2)
        others = [p.name for p in self.dir.iterdir() if p.name.startswith("run.trace.")]
        self.assertEqual(len(others), 1)
        child = [e for e in self.events(others[0]) if e["kind"] == "write"]
        self.assertEqual([e["value"] for e in child], [2**32 - 1])

    def test_primitives(self):
        self.build("""
#include <errno.h>
#include <pthread.h>
#include <threads.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static mtx_t m11;
static int ready;
static void init(void) { mtx_init(&m11, mtx_plain); }
static void *work(void *p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_barrier_wait(&barrier);
  pthread_exit(p);
}
static int work11(void *p) { mtx_lock(&m11); mtx_unlock(&m11); return p != NULL; }
int main(void) {
  pthread_once(&once, init);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t t;
  thrd_t t11;
  int result;
  pthread_mutex_lock(&m);
  if (pthread_mutex_trylock(&m) != EBUSY) return 1;
  pthread_create(&t, NULL, work, NULL);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_barrier_wait(&barrier);
  pthread_join(t, NULL);
  thrd_create(&t11, work11, NULL);
  thrd_join(t11, &result);
  return result;
}
""")
        self.record()
        kinds = collections.Counter(e["kind"] for e in self.events())
        for kind, n in {"once-begin": 1, "once-end": 1, "trylock": 1, "wait-release": 1, "wait-acquire": 1, "signal": 1,
                        "rdlock": 1, "barrier-arrive": 2, "barrier-leave": 2, "create": 2, "join": 2, "start": 3,
                        "end": 2, "unlock": 4}.items():
            self.assertEqual(kinds[kind], n, kind)


class BadTraces(RecordTest):
    def test_refused(self):
        self.write("text.trace", "no trace at all\n")
        (self.dir / "empty.trace").write_bytes(b"")
        (self.dir / "random.trace").write_bytes(os.urandom(20000))
        for file, told in [("text.trace", "not a trace"), ("empty.trace", "not a trace"), (".", "not a trace"),
                           ("random.trace", "not a trace"), ("missing.trace", "No such file")]:
            done = self.heddle("trace", file, code=INPUT)
            self.assertIn(told, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
