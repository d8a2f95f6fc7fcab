// The guard: sections of the program that no other thread interrupts, though its source has no lock there
// (Vechev, Yahav, Yorsh 2012, section 4.2: a scheduler that realises atomicity constraints).
//
// HEDDLE_GUARD names a file: a line with options, then a line a section, from src/replay/guard.cpp. A section
// is a stretch of the text of one function. A thread is in it from its first event there to its next event in
// the same function outside of it, the function's end, or its own end; what the function calls meanwhile is
// in it, too. The event that the section began with begins it anew, so that others get their turn in a loop.
//
// One lock is for all sections. An access outside of them is made between two stores to the thread's own
// `accessing`; who enters a section first says so in `active`, and then waits until nobody is accessing. Each
// side stores before it looks at the other's word, so one of them sees the other.
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { maxGuardedSites = 1 << 20, maxSections = 0xffff };

struct Section {
  const char *file, *function; // each ends with a tab
  uint32_t beginLine, beginColumn, endLine, endColumn;
  bool found; // the program has something there
};
static struct Section* sections; // from 1
static uint32_t sectionCount;
static uint16_t* sectionOfSite;
static bool splits;     // blocking calls leave their section, else they are an error
static uint64_t delays; // how often an access waits a moment before: every so many times, at random; 0: never

struct Guarded { // a thread
  volatile int accessing;
  uint32_t section; // 0: none
  uint32_t depth, sectionDepth, entry;
  bool known;
  uint64_t dice;
  struct Guarded *next, *before;
};
static __thread struct Guarded self __attribute__((tls_model("initial-exec")));
static struct Guarded* threads;
static volatile int threadsLock;

static pthread_mutex_t sectionLock = PTHREAD_MUTEX_INITIALIZER;
static volatile int active; // somebody is in a section

// Who has tried that often is let through before others enter a section: a loop of sections leaves no other
// room.
enum { patience = 120 };
static volatile int starving; // how many there are
static void starves(int more) { __atomic_add_fetch(&starving, more, __ATOMIC_SEQ_CST); }

static void __attribute__((noreturn)) fail(const char* what, const char* more) {
  heddleMessage(what, more);
  _exit(2);
}

// ---- the policy

static char* wholeFile(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat s;
  if (file < 0 || fstat(file, &s) != 0) fail("can't read the policy ", path);
  const size_t bytes = (size_t)s.st_size;
  char* text = mmap(NULL, bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (text == MAP_FAILED || read(file, text, bytes) != (ssize_t)bytes) fail("can't read the policy ", path);
  close(file);
  return text;
}

static const char* field(const char* at) {
  const char* tab = strchr(at, '\t');
  return tab ? tab + 1 : at + strlen(at);
}

static const char* number(const char* at, uint32_t* out) {
  *out = (uint32_t)strtoul(at, NULL, 10);
  return field(at);
}

// "heddle-guard 1 SPLITS DELAYS", then FILE FUNCTION and four numbers, each with a tab behind it.
void heddleOpenPolicy(const char* path) {
  static const char magic[] = "heddle-guard 1\t";
  char* text = wholeFile(path);
  if (strncmp(text, magic, sizeof magic - 1) != 0) fail("this is no policy: ", path);
  uint32_t value;
  const char* at = number(text + sizeof magic - 1, &value);
  splits = value != 0;
  number(at, &value);
  delays = value;
  uint32_t lines = 0;
  for (const char* c = text; *c; ++c) lines += *c == '\n';
  sections =
      mmap(NULL, (lines + 1) * sizeof *sections, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sectionOfSite = mmap(NULL, maxGuardedSites * sizeof *sectionOfSite, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (sections == MAP_FAILED || sectionOfSite == MAP_FAILED || lines > maxSections)
    fail("no memory for ", path);
  for (const char* line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    struct Section* s = &sections[++sectionCount];
    s->file = line + 1;
    s->function = field(s->file);
    at = number(field(s->function), &s->beginLine);
    at = number(at, &s->beginColumn);
    at = number(at, &s->endLine);
    number(at, &s->endColumn);
  }
}

// Are the fields, which end with a tab, the same?
static bool same(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b)
    if (*a == '\t') return true;
  return false;
}

static bool isOne(const char* kind, const char* const* of) {
  for (; *of; ++of)
    if (same(kind, *of)) return true;
  return false;
}

static const char* const blocking[] = {
    "lock\t",           "rdlock\t",        "sem-wait\t",   "wait-begin\t", "join\t",
    "barrier-arrive\t", "barrier-leave\t", "once-begin\t", "once-end\t",   NULL};
static const char* const accesses[] = {"read\t", "write\t", "update\t", NULL};

struct Site {
  const char *kind, *file, *function;
  uint32_t line, column;
};

static bool isIn(const struct Site* site, const struct Section* s) {
  const bool behind =
      site->line > s->beginLine || (site->line == s->beginLine && site->column >= s->beginColumn);
  const bool before = site->line < s->endLine || (site->line == s->endLine && site->column < s->endColumn);
  return behind && before;
}

static void resolveSite(const struct Site* site, uint32_t index) {
  for (uint32_t i = 1; i <= sectionCount; ++i) {
    struct Section* s = &sections[i];
    if (!same(site->file, s->file) || !same(site->function, s->function)) continue;
    if (site->column == 0 && isOne(site->kind, accesses))
      fail("an access has lost its place in the source; build the program with `heddle cc -O0`", "");
    if (!isIn(site, s)) continue;
    const bool blocks = isOne(site->kind, blocking);
    if (blocks && !splits)
      fail("a section has a call in it that may wait; allow with --split that it is split there", "");
    if (!blocks && index < maxGuardedSites) sectionOfSite[index] = (uint16_t)i;
    s->found = true;
  }
}

// The table of sites is text: see src/instrument/sites.h.
void heddleGuardModule(const struct HeddleModule* m, uint32_t base) {
  struct Site site = {"", "", "", 0, 0};
  const char* line = m->text;
  for (uint32_t i = 0; i < m->count; ++i) {
    site.kind = line;
    const char* at = number(field(field(field(line))), &site.line);
    at = number(at, &site.column);
    if (*at != '\t') site.file = at;
    at = field(at);
    if (*at != '\t') site.function = at;
    resolveSite(&site, base + i);
    line = memchr(line, '\n', (size_t)(m->text + m->textBytes - line));
    if (!line) break;
    ++line;
  }
}

static void checkSections(void) {
  static volatile int done;
  if (done || __atomic_exchange_n(&done, 1, __ATOMIC_RELAXED)) return;
  for (uint32_t i = 1; i <= sectionCount; ++i)
    if (!sections[i].found)
      fail("the program has nothing at a section of the policy; was it built with `heddle cc`?", "");
}

// ---- threads

void heddleGuardThreadBegins(void) {
  if (self.known) return;
  self.known = true;
  self.dice = (uint64_t)heddleOwnNumber() * 0x9e3779b97f4a7c15u ^ (uint64_t)heddleNow();
  heddleLock(&threadsLock);
  self.next = threads;
  if (threads) threads->before = &self;
  threads = &self;
  heddleUnlock(&threadsLock);
}

static void leave(void) {
  self.section = 0;
  __atomic_store_n(&active, 0, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&sectionLock);
}

void heddleGuardThreadEnds(void) {
  if (self.section) leave();
  if (!self.known) return;
  heddleLock(&threadsLock);
  if (self.next) self.next->before = self.before;
  *(self.before ? &self.before->next : &threads) = self.next;
  heddleUnlock(&threadsLock);
  self.known = false;
}

static void enter(uint32_t section, uint32_t site) {
  unsigned tried = 0;
  while ((tried < patience && starving) || pthread_mutex_trylock(&sectionLock) != 0) {
    if (++tried == patience) starves(1);
    heddlePause(tried);
  }
  if (tried >= patience) starves(-1);
  __atomic_store_n(&active, 1, __ATOMIC_SEQ_CST);
  heddleLock(&threadsLock); // who begins meanwhile sees `active`
  for (struct Guarded* t = threads; t; t = t->next)
    for (unsigned tried = 0; t != &self && __atomic_load_n(&t->accessing, __ATOMIC_SEQ_CST); ++tried)
      heddlePause(tried);
  heddleUnlock(&threadsLock);
  self.section = section;
  self.sectionDepth = self.depth;
  self.entry = site;
}

// So that rare interleavings happen.
static void delay(void) {
  self.dice = self.dice * 6364136223846793005u + 1442695040888963407u;
  if ((self.dice >> 33) % delays != 0) return;
  enum { longest = 100000 };
  heddleSleep((long)((self.dice >> 20) % longest));
}

// ---- events

static uint32_t sectionOf(uint32_t site) { return site < maxGuardedSites ? sectionOfSite[site] : 0; }

// Leaves the section that the site is not in. Is the thread still in one?
static bool stays(uint32_t site) {
  if (!self.section) return false;
  if (self.depth > self.sectionDepth) return true; // in what the section calls
  if (self.depth == self.sectionDepth && sectionOf(site) == self.section && site != self.entry) return true;
  leave();
  return false;
}

void heddleGuardAccess(uint32_t site) {
  if (self.accessing) return; // in a signal handler, meanwhile
  if (!self.known) heddleThisThread();
  if (!self.known) return; // it ends
  checkSections();
  if (delays) delay();
  if (stays(site)) return;
  if (sectionOf(site)) {
    enter(sectionOf(site), site);
    return;
  }
  unsigned tried = 0;
  for (;;) {
    __atomic_store_n(&self.accessing, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&active, __ATOMIC_SEQ_CST)) break;
    __atomic_store_n(&self.accessing, 0, __ATOMIC_RELEASE);
    if (++tried == patience) starves(1);
    heddlePause(tried);
  }
  if (tried >= patience) starves(-1);
}

void heddleGuardAccessed(void) {
  if (self.accessing) __atomic_store_n(&self.accessing, 0, __ATOMIC_RELEASE);
}

// Before a call of the thread library, which is no access that sections could keep out.
void heddleGuardCall(uint32_t site) {
  if (self.known && !self.accessing) stays(site);
}

void heddleGuardFunction(bool begins) {
  if (!begins && self.section && self.depth <= self.sectionDepth) leave();
  self.depth += begins ? 1 : (uint32_t)-1;
}
