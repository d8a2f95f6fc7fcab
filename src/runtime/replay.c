// Replay: the plan is a list of steps (thread, site, occurrence); an event that is a step waits until all
// steps before it were made. Events that are no steps go freely. `heddle replay` watches how far the plan has
// got, in the file that both share, and ends a program that makes no progress.
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct HeddlePlanHeader* plan;
static struct HeddlePlanStep* steps;
static uint32_t* stepSites; // by step: the site's number in this process; 0: its module is not there

enum { maxSitesCounted = 1 << 20 };
static __thread uint32_t* seen;    // by site: events of this thread so far
static __thread uint32_t nextStep; // of this thread; plan->count: none
static __thread bool started;
static __thread uint32_t current; // step + 1 that this thread is making; 0: none

// Where a debugger stops: the last step of the plan is being made.
void __attribute__((noinline)) __heddle_violation(void) { __asm__ volatile(""); }

bool heddleOpenPlan(const char* path) {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  struct stat s;
  if (file < 0 || fstat(file, &s) != 0 || (size_t)s.st_size < sizeof *plan) {
    heddleMessage("no replay, can't read ", path);
    return false;
  }
  plan = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (plan == MAP_FAILED || memcmp(plan->magic, HEDDLE_PLAN_MAGIC, 8) != 0 ||
      plan->version != HEDDLE_PLAN_VERSION ||
      (size_t)s.st_size != sizeof *plan + plan->count * sizeof *steps || plan->position != 0) {
    if (plan != MAP_FAILED) munmap(plan, (size_t)s.st_size);
    return false; // the plan of another process: a child that was forked and executed something
  }
  steps = (struct HeddlePlanStep*)(plan + 1);
  stepSites = mmap(NULL, (plan->count + 1) * sizeof *stepSites, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return stepSites != MAP_FAILED;
}

void heddleResolveModule(const struct HeddleModule* m, uint32_t base) {
  for (uint32_t i = 0; i < plan->count; ++i)
    if (steps[i].module == m->hash && steps[i].index < m->count) stepSites[i] = base + steps[i].index;
}

static void findNextStep(uint32_t from) {
  const uint32_t self = heddleOwnNumber();
  nextStep = from;
  while (nextStep < plan->count && steps[nextStep].thread != self) ++nextStep;
}

static bool begin(void) {
  if (started) return seen != NULL;
  started = true;
  seen = mmap(NULL, maxSitesCounted * sizeof *seen, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (seen == MAP_FAILED) seen = NULL;
  findNextStep(0);
  return seen != NULL;
}

bool heddleIsNextStep(uint32_t site) {
  // Asked between the two events of a wait: the first one, if it is a step, is the one being made.
  uint32_t step = nextStep;
  if (!begin() || site >= maxSitesCounted) return false;
  if (current) {
    const uint32_t self = heddleOwnNumber();
    for (step = current; step < plan->count && steps[step].thread != self;) ++step;
  }
  return step < plan->count && stepSites[step] == site && steps[step].occurrence == seen[site] + 1;
}

static void awaitPosition(uint32_t wanted) {
  for (;;) {
    const uint32_t position = __atomic_load_n(&plan->position, __ATOMIC_ACQUIRE);
    if (position == wanted) return;
    syscall(SYS_futex, &plan->position, FUTEX_WAIT, position, NULL, NULL, 0);
  }
}

static volatile uint32_t joined; // a thread whose end is the next step: it has to come to it

void heddleJoinBegins(uint32_t number) { joined = number; }

// A thread that has made all its steps. It may have to end before others make theirs.
static void awaitOthers(void) {
  const struct timespec moment = {0, 10000000}; // then `joined' is looked at again
  for (;;) {
    const uint32_t position = __atomic_load_n(&plan->position, __ATOMIC_ACQUIRE);
    if (position == plan->count || joined == heddleOwnNumber()) return;
    syscall(SYS_futex, &plan->position, FUTEX_WAIT, position, &moment, NULL, 0);
  }
}

// Two accesses race if both are about to be made: so the threads have to stand before them at the same time.
// That one follows the other in the plan shows less, since what is not seen may come in between.
static void awaitMeeting(uint32_t step) {
  for (unsigned tried = 0; !__atomic_load_n(&steps[step + 1].arrived, __ATOMIC_ACQUIRE); ++tried)
    heddlePause(tried);
}

// What the step's access finds, and leaves.
static uint64_t contentOf(const struct HeddlePlanStep* step) {
  uint64_t content = 0;
  if (step->bytes <= sizeof content) memcpy(&content, (const void*)step->address, step->bytes);
  return content;
}

bool heddleGate(uint32_t site, const void* address) {
  if (current || !begin() || site >= maxSitesCounted) return false; // an event in a signal handler, meanwhile
  const uint32_t occurrence = ++seen[site];
  const uint32_t step = nextStep;
  if (step >= plan->count && plan->strict) awaitOthers();
  if (step >= plan->count || stepSites[step] != site || steps[step].occurrence != occurrence) return false;
  __atomic_store_n(&steps[step].arrived, 1, __ATOMIC_RELEASE);
  awaitPosition(step);
  if (steps[step].meets) awaitMeeting(step);
  steps[step].address = (uint64_t)address;
  steps[step].before = contentOf(&steps[step]);
  current = step + 1;
  if (steps[step].blocks) heddlePassed();
  return true;
}

// Called after every event that was offered to the gate, also one that was no step.
void heddlePassed(void) {
  if (!current) return;
  const uint32_t done = current;
  steps[done - 1].after = contentOf(&steps[done - 1]);
  current = 0;
  findNextStep(done);
  if (done == plan->count) __heddle_violation();
  __atomic_store_n(&plan->position, done, __ATOMIC_RELEASE);
  syscall(SYS_futex, &plan->position, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void heddleReplayThreadEnds(uint32_t number) {
  if (started && nextStep < plan->count) plan->diverged = number;
  if (seen) munmap(seen, maxSitesCounted * sizeof *seen);
  seen = NULL;
}
