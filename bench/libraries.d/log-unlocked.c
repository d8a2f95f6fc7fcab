// library: rxi/log.c
// files: log.c/src/log.c
// flags: -I log.c/src
#include <assert.h>
#include <pthread.h>
#include "log.h"
static void *w(void *a) { log_info("hello %d", 1); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
