// library: tezc/sc logger
// files: sc/logger/sc_log.c
// flags: -I sc/logger
#include <assert.h>
#include <pthread.h>
#include "sc_log.h"
static int n;
static int cb(void *arg, enum sc_log_level level, const char *fmt, va_list va) { n++; return 0; }
static void *w(void *a) { sc_log_info("hello %d", 3); return 0; }
int main(void) {
  pthread_t t, u;
  assert(sc_log_init() == 0);
  sc_log_set_stdout(false); sc_log_set_callback(0, cb);
  pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
  sc_log_set_level("DEBUG");
  pthread_join(t, 0); pthread_join(u, 0);
  assert(n == 2);
  sc_log_term();
  return 0;
}
