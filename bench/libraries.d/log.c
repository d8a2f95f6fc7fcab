// library: rxi/log.c
// files: log.c/src/log.c
// flags: -I log.c/src
#include <assert.h>
#include <pthread.h>
#include "log.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void lk(bool l, void *u) { if (l) pthread_mutex_lock(u); else pthread_mutex_unlock(u); }
static void cb(log_Event *e) { n++; }
static void *w(void *a) { log_info("hello %d", 1); return 0; }
int main(void) {
  pthread_t t, u;
  log_set_lock(lk, &m); log_add_callback(cb, 0, LOG_INFO);
#ifdef QUIET
  log_set_quiet(true);
#endif
  pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  assert(n == 2);
  return 0;
}
