// The trace file: chunks that are reserved on the disk before they are mapped, so that a full disk is an
// error code and no signal, and shared mappings, so that what was written is in the file however the program
// ends. Since new pages of a mapping are dear, a busy thread writes into the same ones again and again, and
// copies of them go to the end of the file.
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char tracePath[4096];
static int traceFile = -1;
static dev_t traceDevice;
static ino_t traceInode;
static struct HeddleFileHeader* header;
static uint64_t traceEnd; // where the next chunk goes
static volatile int traceLock;
static volatile int stopped;
static uint64_t startMonotonic;

bool heddleStopped(void) { return stopped != 0; }

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t heddleNow(void) { return nanoseconds(CLOCK_MONOTONIC) - startMonotonic; }

void heddleMessage(const char* text, const char* more) {
  char line[1024];
  size_t n = 0;
  const char* parts[] = {"heddle: ", text, more, "\n"};
  for (unsigned i = 0; i < 4; ++i)
    for (const char* c = parts[i]; *c && n < sizeof line; ++c) line[n++] = *c;
  if (write(2, line, n) < 0) return; // nobody to tell
}

static void stop(enum HeddleStop why, const char* text) {
  if (stopped) return;
  stopped = 1;
  if (header) header->stop = why;
  heddleMessage(text, tracePath);
}

// Some programs close every file that they don't know, or use its number again.
static bool isOurs(int file) {
  struct stat s;
  return file >= 0 && fstat(file, &s) == 0 && s.st_dev == traceDevice && s.st_ino == traceInode;
}

static bool ensureOpen(void) {
  if (isOurs(traceFile)) return true;
  traceFile = open(tracePath, O_RDWR | O_CLOEXEC);
  if (isOurs(traceFile)) return true;
  if (traceFile >= 0) close(traceFile);
  traceFile = -1;
  return false;
}

static int writeZeros(uint64_t offset, size_t bytes) {
  static const char zeros[HEDDLE_PAGE];
  for (size_t done = 0; done < bytes; done += HEDDLE_PAGE)
    if (pwrite(traceFile, zeros, HEDDLE_PAGE, (off_t)(offset + done)) != HEDDLE_PAGE)
      return errno ? errno : ENOSPC;
  return 0;
}

// Writing beyond the limit would send a signal.
static bool beyondLimit(uint64_t end) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && end > limit.rlim_cur;
}

// Space on the disk, or an error code.
static int reserve(uint64_t offset, size_t bytes) {
  if (beyondLimit(offset + bytes)) return EFBIG;
  int failed;
  do failed = fallocate(traceFile, 0, (off_t)offset, (off_t)bytes) == 0 ? 0 : errno;
  while (failed == EINTR);
  return failed == EOPNOTSUPP || failed == ENOSYS ? writeZeros(offset, bytes) : failed;
}

static void stopFor(int failed) {
  const bool full = failed == ENOSPC || failed == EDQUOT;
  stop(full              ? HEDDLE_DISK_FULL
       : failed == EFBIG ? HEDDLE_LIMIT
                         : HEDDLE_IO_ERROR,
       full              ? "recording stopped, the disk is full; what was recorded is in "
       : failed == EFBIG ? "recording stopped at the limit of file sizes; what was recorded is in "
                         : "recording stopped, the file can't grow; what was recorded is in ");
}

static bool isThere(void) {
  if (ensureOpen()) return true;
  stop(HEDDLE_IO_ERROR, "recording stopped, the program closed or removed ");
  return false;
}

static void* map(uint64_t offset, size_t bytes) {
  if (!isThere()) return NULL;
  const int failed = reserve(offset, bytes);
  if (failed) {
    stopFor(failed);
    return NULL;
  }
  void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, traceFile, (off_t)offset);
  if (at != MAP_FAILED) return at;
  stop(HEDDLE_IO_ERROR, "recording stopped, no memory for a part of ");
  return NULL;
}

// Is this the old file that `heddle record` was told to replace? Any other one was made by a program of this
// very run, which goes on recording.
static bool isOld(void) {
  const char* old = getenv("HEDDLE_REPLACES"); // device, inode, and when it was last written to
  struct stat s;
  if (!old || lstat(tracePath, &s) != 0) return false;
  const unsigned long long is[] = {s.st_dev, s.st_ino, (unsigned long long)s.st_mtim.tv_sec,
                                   (unsigned long long)s.st_mtim.tv_nsec};
  char* next = (char*)old;
  for (size_t i = 0; i < sizeof is / sizeof *is; ++i)
    if (strtoull(next, &next, 10) != is[i]) return false;
  return true;
}

static int createTrace(void) { return open(tracePath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666); }

bool heddleOpenTrace(const char* path) {
  if (strlen(path) >= sizeof tracePath) return false;
  strcpy(tracePath, path);
  stopped = 0;
  traceEnd = 0;
  header = NULL;
  traceFile = createTrace();
  if (traceFile < 0 && errno == EEXIST && isOld() && unlink(tracePath) == 0) traceFile = createTrace();
  if (traceFile < 0 && errno == EEXIST) return false;
  if (traceFile < 0) {
    heddleMessage("no recording, can't create ", tracePath);
    stopped = 1;
    return false;
  }
  struct stat s;
  if (fstat(traceFile, &s) == 0) {
    traceDevice = s.st_dev;
    traceInode = s.st_ino;
  }
  startMonotonic = nanoseconds(CLOCK_MONOTONIC);
  header = map(0, HEDDLE_PAGE);
  if (!header) return false;
  traceEnd = HEDDLE_PAGE;
  header->version = HEDDLE_FORMAT_VERSION;
  header->pid = (uint32_t)getpid();
  header->startNs = nanoseconds(CLOCK_REALTIME);
  if (readlink("/proc/self/exe", header->program, sizeof header->program - 1) < 0) header->program[0] = 0;
  const int arguments = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  const ssize_t n = arguments < 0 ? 0 : read(arguments, header->command, sizeof header->command);
  if (arguments >= 0) close(arguments);
  header->commandBytes = n > 0 ? (uint32_t)n : 0;
  memcpy(header->magic, HEDDLE_MAGIC, 8);
  return true;
}

void heddleTraceEnded(void) {
  if (header) header->ended = 1;
}

// The parent's mappings are shared with the child: it must not write there.
void heddleForgetTrace(void) {
  if (isOurs(traceFile)) close(traceFile);
  traceFile = -1;
  if (header) munmap(header, HEDDLE_PAGE);
  header = NULL;
  traceLock = 0;
}

static struct HeddleChunkHeader* newChunk(enum HeddleChunkKind kind, uint32_t thread, uint32_t sequence,
                                          size_t bytes) {
  heddleLock(&traceLock);
  struct HeddleChunkHeader* c = stopped ? NULL : map(traceEnd, bytes);
  if (c) {
    traceEnd += bytes;
    c->kind = kind;
    c->thread = thread;
    c->size = (uint32_t)bytes;
    c->sequence = sequence;
    c->timeNs = heddleNow();
    __atomic_store_n(&c->magic, (uint32_t)HEDDLE_CHUNK_MAGIC, __ATOMIC_RELEASE);
  }
  heddleUnlock(&traceLock);
  return c;
}

// Others read how far the thread has got (shard.c): chunk and cursor are gone before the sequence changes.
static void takeAway(struct HeddleThread* t) {
  __atomic_store_n(&t->chunk, NULL, __ATOMIC_RELEASE);
  __atomic_store_n(&t->cursor, NULL, __ATOMIC_RELEASE);
  t->limit = NULL;
}

void heddleCloseChunk(struct HeddleThread* t) {
  uint8_t* chunk = t->chunk;
  takeAway(t);
  if (chunk) munmap(chunk, t->chunkBytes);
}

// Writes all or nothing. The header says last that the chunk is whole.
static int writeCopy(const struct HeddleChunkHeader* c) {
  if (beyondLimit(traceEnd + c->size)) return EFBIG;
  struct HeddleChunkHeader start = *c;
  start.kind = HEDDLE_CHUNK_PENDING;
  const struct iovec parts[] = {{&start, sizeof start}, {(void*)(c + 1), c->size - sizeof start}};
  ssize_t n;
  do n = pwritev(traceFile, parts, 2, (off_t)traceEnd);
  while (n < 0 && errno == EINTR);
  const int failed = n == (ssize_t)c->size ? 0 : n < 0 ? errno : ENOSPC;
  start.kind = HEDDLE_CHUNK_EVENTS;
  if (!failed && pwrite(traceFile, &start, sizeof start, (off_t)traceEnd) == (ssize_t)sizeof start) return 0;
  if (ftruncate(traceFile, (off_t)traceEnd) != 0) return EIO;
  return failed ? failed : EIO;
}

static bool appendCopy(const struct HeddleChunkHeader* c) {
  heddleLock(&traceLock);
  bool done = !stopped && isThere();
  if (done) {
    const int failed = writeCopy(c);
    done = failed == 0;
    if (done)
      traceEnd += c->size;
    else
      stopFor(failed);
  }
  heddleUnlock(&traceLock);
  return done;
}

static void give(struct HeddleThread* t, struct HeddleChunkHeader* c) {
  t->chunkBytes = c->size;
  t->limit = (uint8_t*)c + c->size;
  __atomic_store_n(&t->sequence, t->sequence + 1, __ATOMIC_RELEASE);
  __atomic_store_n(&t->chunk, (uint8_t*)c, __ATOMIC_RELEASE);
  __atomic_store_n(&t->cursor, t->chunk + sizeof *c, __ATOMIC_RELEASE);
}

// Short threads take a page; busy ones soon have a tail.
bool heddleNextChunk(struct HeddleThread* t) {
  enum { tailBytes = HEDDLE_PAGE << 6 };
  struct HeddleChunkHeader* c = (struct HeddleChunkHeader*)t->chunk;
  if (c && c->kind == HEDDLE_CHUNK_TAIL) {
    takeAway(t);
    if (!appendCopy(c)) {
      munmap(c, t->chunkBytes);
      return false;
    }
    memset(c + 1, 0, t->chunkBytes - sizeof *c);
    c->timeNs = heddleNow();
    __atomic_store_n(&c->sequence, c->sequence + 1, __ATOMIC_RELEASE);
  } else {
    heddleCloseChunk(t);
    if (stopped) return false;
    const bool busy = t->sequence >= 2;
    c = newChunk(busy ? HEDDLE_CHUNK_TAIL : HEDDLE_CHUNK_EVENTS, t->number, t->sequence,
                 busy ? tailBytes : (size_t)HEDDLE_PAGE << (2 * t->sequence));
    if (!c) return false;
  }
  give(t, c);
  return true;
}

void heddleWriteModule(const struct HeddleModule* m, uint32_t base) {
  const size_t raw = sizeof(struct HeddleChunkHeader) + sizeof(struct HeddleModuleHeader) + m->textBytes;
  const size_t bytes = (raw + HEDDLE_PAGE - 1) / HEDDLE_PAGE * HEDDLE_PAGE;
  struct HeddleChunkHeader* c = newChunk(HEDDLE_CHUNK_MODULE, 0, 0, bytes);
  if (!c) return;
  struct HeddleModuleHeader* h = (struct HeddleModuleHeader*)(c + 1);
  memcpy(h + 1, m->text, m->textBytes);
  h->hash = m->hash;
  h->base = base;
  h->count = m->count;
  h->textBytes = m->textBytes;
  munmap(c, bytes);
}
