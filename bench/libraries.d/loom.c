// library: silentbicycle/loom
// files: loom/loom.c
// flags: -I loom
#include "loom.h"

#include <assert.h>
#include <pthread.h>

static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void work(void *env) {
  pthread_mutex_lock(&m);
  done += *(int *)env;
  pthread_mutex_unlock(&m);
}

int main(void) {
  int a = 1;
  struct loom *l = 0;
  loom_config config = {.ring_sz2 = 1, .max_delay = 10, .init_threads = 1, .max_threads = 1};
  if (loom_init(&config, &l) != LOOM_INIT_RES_OK) return 0; // it needs pipes, and there may be none
  loom_task t = {work, 0, &a};
  size_t backpressure = 0;
  loom_enqueue(l, &t, &backpressure);
  while (!loom_shutdown(l)) {}
  loom_free(l);
  assert(done <= 1);
  return 0;
}
