// Threads: numbers in the order of creation (main is 1), their recording state, their end.
#define _GNU_SOURCE
#include "runtime/event.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

__thread struct HeddleThread* heddleSelf __attribute__((tls_model("initial-exec")));
static __thread uint32_t ownNumber;
static __thread bool ended;
static __thread bool registering;
static pthread_key_t endKey;
static uint32_t threadCount;

// By the system call: the function is a place where a thread may be cancelled, which the program has none of
// here.
void heddleSleep(long nanoseconds) {
  const int saved = errno; // the program's
  const struct timespec moment = {0, nanoseconds};
  syscall(SYS_nanosleep, &moment, NULL);
  errno = saved;
}

// For as long as others take to run: they may have no processor, which yielding alone does not give them.
void heddlePause(unsigned tried) {
  enum { spins = 64, yields = 16, nanoseconds = 50000 };
  if (tried < spins) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
    return;
  }
  if (tried < spins + yields) {
    sched_yield();
    return;
  }
  heddleSleep(nanoseconds);
}

void heddleLock(volatile int* lock) {
  for (unsigned tried = 0; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); ++tried) heddlePause(tried);
}

void heddleUnlock(volatile int* lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

// ---- which number has a pthread_t

enum { handleSlots = 1 << 15 };
static struct {
  unsigned long handle;
  uint32_t number;
} handles[handleSlots];
static volatile int handleLock;

static unsigned slotOf(unsigned long handle) {
  unsigned slot = (unsigned)((handle >> 6) * 2654435761u) % handleSlots;
  for (unsigned tries = 0; tries < 64; ++tries, slot = (slot + 1) % handleSlots)
    if (handles[slot].handle == handle || handles[slot].handle == 0) return slot;
  return slot; // crowded by threads that nobody joins: the oldest one is forgotten
}

static void noteHandle(unsigned long handle, uint32_t number) {
  heddleLock(&handleLock);
  const unsigned slot = slotOf(handle);
  handles[slot].handle = handle;
  handles[slot].number = number;
  heddleUnlock(&handleLock);
}

uint32_t heddleNumberOfThread(unsigned long handle) {
  heddleLock(&handleLock);
  const unsigned slot = slotOf(handle);
  const uint32_t number = handles[slot].handle == handle ? handles[slot].number : 0;
  heddleUnlock(&handleLock);
  return number;
}

// ---- begin and end

uint32_t heddleOwnNumber(void) {
  if (!ownNumber) ownNumber = __atomic_add_fetch(&threadCount, 1, __ATOMIC_RELAXED);
  return ownNumber;
}

// Runs after the destructors of the program's own thread-specific data, which may make events.
static void threadEnds(void* value) {
  static __thread int rounds;
  if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(endKey, value);
    return;
  }
  ended = true;
  if (heddleMode == HEDDLE_REPLAYING) heddleReplayThreadEnds(ownNumber);
  if (heddleMode == HEDDLE_GUARDING) heddleGuardThreadEnds();
  struct HeddleThread* t = heddleSelf;
  if (!t) return;
  heddleDismissOwner(t);
  if (t->lost) heddleEmitNumber(t, HEDDLE_LOST, 0, t->lost);
  heddleEmitNumber(t, HEDDLE_END, 0, heddleNow());
  heddleCloseChunk(t);
  heddleSelf = NULL;
  munmap(t, sizeof *t);
}

struct HeddleThread* heddleRegisterThread(uint32_t number) {
  if (ended || registering) return NULL; // a signal handler, meanwhile
  registering = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  ownNumber = number;
  pthread_setspecific(endKey, &endKey);
  if (heddleMode == HEDDLE_GUARDING) heddleGuardThreadBegins();
  struct HeddleThread* t = MAP_FAILED;
  if (heddleMode == HEDDLE_RECORDING)
    t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (t != MAP_FAILED) {
    t->number = number;
    heddleEmitNumber(t, HEDDLE_START, 0, heddleNow());
    heddleAdmitOwner(t);
    heddleSelf = t;
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  registering = false;
  return heddleSelf;
}

struct HeddleThread* heddleThisThread(void) {
  if (heddleSelf || ended) return heddleSelf;
  return heddleRegisterThread(heddleOwnNumber());
}

// Also in a forked child, where the thread that forked is the first.
void heddleStartThreads(void) {
  static bool haveKey;
  if (!haveKey) pthread_key_create(&endKey, threadEnds);
  haveKey = true;
  handleLock = 0;
  if (heddleMode == HEDDLE_RECORDING) heddleStartShards();
  threadCount = 0;
  ownNumber = 0;
  heddleRegisterThread(heddleOwnNumber());
}

// ---- creation

struct Start {
  void* (*function)(void*);
  thrd_start_t function11;
  void* argument;
  uint32_t number;
  // Blocked until the thread has its number, and its creation is recorded: a handler's events would give it
  // another number, and could see what it does before it is created.
  sigset_t signals;
};

static struct Start begin(struct Start* start) {
  const struct Start s = *start;
  free(start);
  heddleRegisterThread(s.number);
  pthread_sigmask(SIG_SETMASK, &s.signals, NULL);
  return s;
}

static void* runThread(void* start) {
  const struct Start s = begin(start);
  return s.function(s.argument);
}

static int runThread11(void* start) {
  const struct Start s = begin(start);
  return s.function11(s.argument);
}

static struct Start* newStart(void* argument) {
  struct Start* s = heddleMode == HEDDLE_OFF ? NULL : malloc(sizeof *s);
  if (!s) return NULL;
  s->argument = argument;
  s->number = __atomic_add_fetch(&threadCount, 1, __ATOMIC_RELAXED);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &s->signals);
  return s;
}

static void created(uint32_t number, unsigned long handle, uint32_t site) {
  noteHandle(handle, number);
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  heddleEmitNumber(t, HEDDLE_CREATE, site, number);
  heddleLeave(t);
}

int __heddle_thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*function)(void*),
                           void* argument, uint32_t site) {
  const bool step = heddleCall(site, NULL);
  struct Start* s = newStart(argument);
  if (!s) return pthread_create(handle, attributes, function, argument);
  s->function = function;
  const uint32_t number = s->number;
  const sigset_t signals = s->signals;
  const int failed = pthread_create(handle, attributes, runThread, s);
  if (failed)
    free(s);
  else
    created(number, *handle, site);
  pthread_sigmask(SIG_SETMASK, &signals, NULL);
  if (step) heddlePassed();
  return failed;
}

int __heddle_thrd_create(thrd_t* handle, thrd_start_t function, void* argument, uint32_t site) {
  const bool step = heddleCall(site, NULL);
  struct Start* s = newStart(argument);
  if (!s) return thrd_create(handle, function, argument);
  s->function11 = function;
  const uint32_t number = s->number;
  const sigset_t signals = s->signals;
  const int result = thrd_create(handle, runThread11, s);
  if (result != thrd_success)
    free(s);
  else
    created(number, *handle, site);
  pthread_sigmask(SIG_SETMASK, &signals, NULL);
  if (step) heddlePassed();
  return result;
}
