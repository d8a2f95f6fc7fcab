// Modules announce themselves before main, each with its table of sites; the first one starts the runtime.
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int heddleMode = HEDDLE_OFF;

enum { maxModules = 1 << 14 };
static const struct HeddleModule* modules[maxModules];
static uint32_t moduleCount;
static uint32_t siteCount;

uint32_t heddleSiteCount(void) { return siteCount; }

// The first process of a recording has the file's name, others append their number to it.
static bool openTrace(const char* path) {
  if (heddleOpenTrace(path)) return true;
  char own[4096];
  const int n = snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
  return n > 0 && (size_t)n < sizeof own && access(path, F_OK) == 0 && heddleOpenTrace(own);
}

static void forkedChild(void) {
  if (heddleMode != HEDDLE_RECORDING) {
    heddleMode = HEDDLE_OFF;
    return;
  }
  heddleForgetTrace();
  heddleSelf = NULL; // its chunk stays mapped: the parent's memory, which is not touched again
  if (openTrace(getenv("HEDDLE_RECORD"))) {
    heddleStartThreads();
    heddleWriteModules();
  } else {
    heddleMode = HEDDLE_OFF;
  }
}

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void* dso);

static void start(void) {
  const char* record = getenv("HEDDLE_RECORD");
  const char* replay = getenv("HEDDLE_REPLAY");
  const char* guard = getenv("HEDDLE_GUARD");
  if (replay && *replay && heddleOpenPlan(replay))
    heddleMode = HEDDLE_REPLAYING;
  else if (guard && *guard)
    heddleOpenPolicy(guard), heddleMode = HEDDLE_GUARDING;
  else if (record && *record && openTrace(record))
    heddleMode = HEDDLE_RECORDING;
  if (heddleMode == HEDDLE_OFF) return;
  heddleStartThreads();
  __register_atfork(NULL, NULL, forkedChild, NULL);
  atexit(heddleTraceEnded);
}

void heddleWriteModules(void) {
  for (uint32_t i = 0; i < moduleCount; ++i) heddleWriteModule(modules[i], *modules[i]->base);
}

void __heddle_register(const struct HeddleModule* m) {
  static bool started;
  if (!started) {
    started = true;
    siteCount = 1;
    start();
  }
  if (moduleCount == maxModules) return;
  modules[moduleCount++] = m;
  *m->base = siteCount;
  siteCount += m->count;
  if (heddleMode == HEDDLE_RECORDING) heddleWriteModule(m, *m->base);
  if (heddleMode == HEDDLE_REPLAYING) heddleResolveModule(m, *m->base);
  if (heddleMode == HEDDLE_GUARDING) heddleGuardModule(m, *m->base);
}
