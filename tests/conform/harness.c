// Runs natively compiled programs, each run in a process of its own, and prints what each did, one line a run:
//   R|S|A PROGRAM exit|hang|slow|signal EVENT...
//   R: a run by itself, S: by a script, A: by a script that did not say which of several threads;
//   B12:NAME call 12 begins, E12:NAME=0 it gave 0, N13=5 a noted value
// usage: BATCH FREE TURNS SEED [SCRIPTS]
//   FREE runs with random delays, TURNS runs in which a coordinator lets one call begin at a time, and one run for each
//   line "PROGRAM SITE SITE ..." of SCRIPTS, whose calls begin in that order.
// Nothing here may be a cancellation point or take a lock: a thread that waits for its turn waits by a bare futex.
// Other processes may take the processors for any time: that a thread waits is told by what it did when it had one,
// never by how long it has done nothing.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int (*const programs[])(void);
extern const int programCount;

enum { maxEvents = 4000, maxThreads = 64, maxSites = 4096, maxScript = 2000 };
enum { timed = 1, spins = 2 };
enum { enoughSpinning = 200, enoughComputing = 30000, enoughSleep = 30000 }; // microseconds
enum End { running, ended, hung, tooSlow };

struct Shared { // with the process that runs the program
  atomic_int count, end, ambiguous;
  unsigned long events[maxEvents];
  const char *names[maxSites];
};
static struct Shared *shared;

enum At { nowhere, atGate, inCall, outside };
struct Thread {
  atomic_int tid, at, go;
  int site, flags;
  long deadline; // of the call it is in, as monotonic microseconds; 0: none
  // For the coordinator: how long it had a processor, and when that was seen to grow; how long it had had one when
  // the coordinator began to wait, and when anybody last did anything but spin.
  long ran, grew, ranFirst, ranInQuiet;
};
static struct Thread threads[maxThreads];
static atomic_int threadCount;
static _Thread_local struct Thread *self;
static _Thread_local unsigned state;
static unsigned seed;
static int turns; // else all calls begin at once
static int chosen; // of the programs
static int script[maxScript], scriptLength, scripted;

static unsigned draw(void) {
  if (state == 0) state = (seed ^ (unsigned)syscall(SYS_gettid)) * 2654435761u | 1u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state >> 3;
}

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void nap(long microseconds) { // no cancellation point
  struct timespec t = {microseconds / 1000000, microseconds % 1000000 * 1000};
  syscall(SYS_nanosleep, &t, NULL);
}

static void say(unsigned long event) {
  const int n = atomic_fetch_add(&shared->count, 1);
  if (n < maxEvents) shared->events[n] = event;
}

static void finish(int end) {
  int expected = running;
  atomic_compare_exchange_strong(&shared->end, &expected, end);
  syscall(SYS_exit_group, 0);
}

static void enter(void) {
  if (self) return;
  const int n = atomic_fetch_add(&threadCount, 1);
  if (n >= maxThreads) finish(tooSlow);
  self = &threads[n];
  self->at = outside;
  self->tid = (int)syscall(SYS_gettid);
}

static void shake(void) {
  const unsigned r = draw();
  if (r % 4 == 0)
    sched_yield();
  else if (r % 4 == 1)
    nap(r / 16 % 120);
}

void heddle_begin(int site, const char *name, int flags) {
  enter();
  if (site < maxSites) shared->names[site] = name;
  self->site = site;
  self->flags = flags;
  if (turns) {
    self->go = 0;
    self->at = atGate;
    while (!self->go) syscall(SYS_futex, &self->go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  } else {
    shake();
    self->at = inCall;
  }
  say(1ul << 60 | (unsigned long)site << 32);
}

void heddle_end(int site, int value) {
  say(2ul << 60 | (unsigned long)site << 32 | (unsigned)value);
  self->at = outside;
  self->deadline = 0;
}

void heddle_gave(int site, const char *name, int value) {
  if (site < maxSites) shared->names[site] = name;
  say(3ul << 60 | (unsigned long)site << 32 | (unsigned)value);
}

void heddle_noted(int site, int value) { say(3ul << 60 | (unsigned long)site << 32 | (unsigned)value); }

const struct timespec *heddle_later(void) {
  static _Thread_local struct timespec t;
  const long wait = scripted || draw() % 2 ? 1500 : 40000;
  enter();
  self->deadline = now() + wait;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += wait * 1000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return &t;
}

const struct timespec *heddle_before(void) {
  static const struct timespec past = {1, 0};
  enter();
  self->deadline = 1;
  return &past;
}

const char *heddle_own(const char *name) { // as wrong as it is
  static _Thread_local char own[64];
  if (name[strspn(name, "/")] == 0 || strlen(name) > 32) return name;
  snprintf(own, sizeof own, "%s-%d", name, (int)getpid());
  return own;
}

// 'S' for a thread that sleeps, 0 for one that is gone.
static char stateOf(int tid) {
  char path[64], text[512], *found;
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
  const int file = open(path, O_RDONLY);
  if (file < 0) return 0;
  const long n = read(file, text, sizeof text - 1);
  close(file);
  if (n <= 0) return 0;
  text[n] = 0;
  found = strrchr(text, ')');
  return found ? (found[2] == 'Z' || found[2] == 'X' ? 0 : found[2]) : 0;
}

// How long a thread had a processor, to the nanosecond: one that sleeps now and had as much before has slept since.
static long ranOf(int tid) {
  struct timespec t = {0, 0};
  clock_gettime((clockid_t)(~(unsigned)tid << 3 | 6), &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

struct Look {
  int moving; // threads that may do something yet
  int busy;   // those of them that neither compute for long nor sleep outside of calls
  int gates, sleeping;
  int spinning; // may have had no time to see that the lock is free
  int deadline; // 1: comes soon, 2: later, or nobody knows
};

static void lookAtUnknown(int coordinator, struct Look *l) { // threads that have not begun a call yet
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
    const int tid = atoi(entry->d_name);
    int known = tid == 0 || tid == coordinator;
    for (int i = 0; i < threadCount && i < maxThreads; i++) known = known || threads[i].tid == tid;
    const char s = known ? 0 : stateOf(tid);
    if (s) l->moving++;
    if (s && s != 'S' && ranOf(tid) / 1000 < enoughComputing) l->busy++;
  }
  if (tasks) closedir(tasks);
}

static void lookAt(struct Thread *t, struct Look *l) {
  if (t->tid == 0) { // it has just come
    l->moving++, l->busy++;
    return;
  }
  const char s = stateOf(t->tid);
  const long ran = ranOf(t->tid);
  const int at = t->at, slept = s == 'S' && ran == t->ran;
  if (ran != t->ran) t->ran = ran, t->grew = now();
  if (s == 0)
    t->at = nowhere;
  else if (at == atGate)
    l->gates++;
  else if (at == inCall && s != 'S' && t->flags & spins) {
    l->sleeping++;
    if ((ran - t->ranInQuiet) / 1000 < enoughSpinning) l->spinning++;
  } else if (at == inCall && slept) {
    l->sleeping++;
    // A deadline that has passed for some time: it is the lock that it waits for.
    if (t->deadline > now() - 10000) l->deadline |= t->deadline > now() + 15000 ? 2 : 1;
    if (t->deadline == 0 && t->flags & timed) l->deadline |= 2; // that the program itself has computed
  } else {
    l->moving++;
    if (slept ? now() - t->grew < enoughSleep : (ran - t->ranFirst) / 1000 < enoughComputing) l->busy++;
  }
}

static struct Look look(int coordinator) {
  struct Look l = {0, 0, 0, 0, 0, 0};
  const int events = shared->count;
  for (int i = 0; i < threadCount && i < maxThreads; i++)
    if (threads[i].at != nowhere || threads[i].tid == 0) lookAt(&threads[i], &l);
  lookAtUnknown(coordinator, &l);
  if (shared->count != events) l.moving++, l.busy++;
  return l;
}

// As the last thread does it.
static void endAll(void) {
  turns = 0;
  exit(0);
}

// Until every thread waits for its turn, or sleeps in a call, or is gone. Two looks in a row must say so: who slept
// at both slept between them, so that there was a moment when nobody could wake anybody.
static struct Look settle(int coordinator) {
  const long start = now();
  int quiet = 0, events = -1;
  for (int i = 0; i < threadCount && i < maxThreads; i++) threads[i].ranFirst = threads[i].ran;
  for (;;) {
    const struct Look l = look(coordinator);
    const long waited = now() - start;
    if (l.moving == 0 && l.gates + l.sleeping == 0) endAll();
    if (waited > 3000000) finish(tooSlow);
    quiet = l.moving == 0 && shared->count == events ? quiet + 1 : 0;
    events = shared->count;
    for (int i = 0; quiet == 0 && i < threadCount && i < maxThreads; i++) threads[i].ranInQuiet = threads[i].ran;
    if (quiet > 1 && l.spinning == 0) {
      if (l.gates > 0 && !(l.deadline & 1)) return l;
      if (l.gates == 0 && l.deadline == 0 && quiet > 60 && waited > 20000) return l;
    }
    if (l.gates > 0 && l.moving > 0 && l.busy == 0) return l; // some compute, or sleep outside of calls
    nap(!turns ? 500 : quiet > 3 ? 200 : 20);
  }
}

static struct Thread *choose(int position) {
  struct Thread *open[maxThreads];
  int n = 0;
  for (int i = 0; i < threadCount && i < maxThreads; i++)
    if (threads[i].at == atGate) open[n++] = &threads[i];
  if (n == 0) return NULL;
  if (position >= scriptLength) return open[draw() % (unsigned)n];
  struct Thread *next = NULL;
  for (int i = 0; i < n; i++)
    if (open[i]->site == script[position]) shared->ambiguous |= next != NULL, next = open[i];
  if (!next) scriptLength = 0; // the program took another way
  return next ? next : open[0];
}

static void *coordinate(void *unused) {
  const int me = (int)syscall(SYS_gettid);
  for (int position = 0;; position++) {
    const struct Look l = settle(me);
    if (l.gates == 0) finish(hung);
    struct Thread *t = choose(position);
    if (!t) continue;
    t->at = inCall;
    t->go = 1;
    syscall(SYS_futex, &t->go, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  }
  return unused;
}

// Goes on as the program: with its constructors, its main, and what runs after it.
static void becomeProgram(void) {
  pthread_t coordinator;
  const int nothing = open("/dev/null", O_RDWR);
  for (int file = 0; file < 3; file++) dup2(nothing, file);
  close(nothing);
  enter();
  pthread_create(&coordinator, NULL, coordinate, NULL);
}

static void print(int program, int status) {
  static const char *const ends[] = {"slow", "exit", "hang", "slow"};
  int n = shared->count;
  if (n > maxEvents) n = maxEvents, shared->end = tooSlow;
  const char *how = !scripted ? "R" : shared->ambiguous ? "A" : "S";
  if (WIFEXITED(status) && shared->end == running) shared->end = ended; // by _exit
  printf("%s %d %s", how, program, WIFSIGNALED(status) ? "signal" : ends[shared->end]);
  for (int i = 0; i < n; i++) {
    const unsigned long e = shared->events[i];
    const int site = e >> 32 & 0xfffffff, value = (int)e;
    if (e >> 60 == 4) break; // the program has ended
    const char *name = shared->names[site];
    if (e >> 60 == 1) printf(" B%d:%s", site, name);
    if (e >> 60 == 2) printf(" E%d:%s=%d", site, name, value);
    if (e >> 60 == 3) printf(" N%d%s%s=%d", site, name ? ":" : "", name ? name : "", value);
  }
  printf("\n");
}

// In the process that is to run the program: -1. Else whether it came to no end.
static int runOnce(int program) {
  int status = 0, done = 0;
  shared->count = 0;
  shared->ambiguous = 0;
  shared->end = running;
  memset(shared->names, 0, sizeof shared->names);
  fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) return -1;
  for (int waited = 0; waited < 5000 && !done; waited++) {
    done = waitpid(pid, &status, WNOHANG) == pid;
    if (!done) nap(waited < 200 ? 50 : 1000);
  }
  if (!done) {
    kill(pid, 9);
    waitpid(pid, &status, 0);
    status = 0;
    shared->end = tooSlow;
  }
  print(program, status);
  return shared->end == hung || shared->end == tooSlow;
}

// Whether this process is to run the program.
static int runScripts(const char *file) {
  char *line = NULL;
  size_t size = 0;
  FILE *in = fopen(file, "r");
  while (in && getline(&line, &size, in) > 0) {
    char *rest = line;
    const int program = (int)strtol(rest, &rest, 10);
    scriptLength = 0;
    for (char *next; scriptLength < maxScript; rest = next) {
      const long site = strtol(rest, &next, 10);
      if (next == rest) break;
      script[scriptLength++] = (int)site;
    }
    turns = scripted = 1;
    chosen = program;
    if (runOnce(program) < 0) return 1;
  }
  free(line);
  if (in) fclose(in);
  return 0;
}

static int runAll(int argc, char **argv) { // the same
  const int freeRuns = argc > 1 ? atoi(argv[1]) : 5, turnRuns = argc > 2 ? atoi(argv[2]) : 5;
  const unsigned first = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
  for (chosen = 0; chosen < programCount; chosen++) {
    int endless = 0; // each costs some time
    for (int run = 0; run < freeRuns + turnRuns && endless < 4; run++) {
      turns = run >= freeRuns;
      seed = first + (unsigned)run * 7919u + (unsigned)chosen * 104729u;
      const int how = runOnce(chosen);
      if (how < 0) return 1;
      endless += how;
    }
  }
  return argc > 4 && runScripts(argv[4]);
}

// Before the constructors of the programs, which are part of a run, and after all that runs when one ends.
__attribute__((constructor(101))) static void before(int argc, char **argv) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) _exit(2);
  if (runAll(argc, argv)) {
    becomeProgram();
    return;
  }
  fflush(stdout);
  _exit(0);
}

__attribute__((destructor(101))) static void after(void) {
  say(4ul << 60);
  finish(ended);
}

int main(void) { return programs[chosen](); }
