// library: Pithikos/C-Thread-Pool
// files: cthpool/thpool.c
// flags: -I cthpool
#include "thpool.h"

#include <assert.h>
#include <pthread.h>

static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void task(void *a) {
  pthread_mutex_lock(&m);
  done += *(int *)a;
  pthread_mutex_unlock(&m);
}

int main(void) {
  int a = 1;
  threadpool p = thpool_init(1);
  assert(p);
  assert(thpool_add_work(p, task, &a) == 0);
  thpool_wait(p);
  assert(done == 1);
  thpool_destroy(p);
  return 0;
}
