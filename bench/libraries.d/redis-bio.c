// library: redis bio.c
// files: redis/src/bio.c redis/src/adlist.c
// flags: -I redis/src -I redis/deps/lua/src -I redis/deps/hiredis -I redis/deps/linenoise -I redis/deps/hdr_histogram
#include <assert.h>
#include "server.h"
#include "bio.h"
static int freed;
static void fr(void *args[]) { int *p = args[0]; freed += *p; free(p); }
int main(void) {
  bioInit();
  int *p = malloc(sizeof *p); *p = 5;
  bioCreateLazyFreeJob(fr, 1, p);
  bioDrainWorker(BIO_LAZY_FREE);
  assert(freed == 5);
  assert(bioPendingJobsOfType(BIO_LAZY_FREE) == 0);
  return 0;
}

/* What bio.c needs of the rest of the server. */
struct redisServer server;
int anetPipe(int fds[2], int read, int write) {
  fds[0] = 3;
  fds[1] = 4;
  return 0;
}
int aeCreateFileEvent(aeEventLoop *e, int fd, int mask, aeFileProc *p, void *data) { return 0; }
void redisSetCpuAffinity(const char *list) {}
void makeThreadKillable(void) {}
int reclaimFilePageCache(int fd, size_t offset, size_t length) { return 0; }
void *zmalloc(size_t n) { return malloc(n); }
void zfree(void *p) { free(p); }
void _serverAssert(const char *text, const char *file, int line) { assert(0); }
void _serverPanic(const char *file, int line, const char *text, ...) { assert(0); }
void _serverLog(int level, const char *text, ...) {}
