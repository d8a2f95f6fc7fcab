// library: mbrossard/threadpool
// files: threadpool/src/threadpool.c
// flags: -I threadpool/src
#include <assert.h>
#include <pthread.h>
#include "threadpool.h"
static int done; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void task(void *a) { pthread_mutex_lock(&m); done += *(int*)a; pthread_mutex_unlock(&m); }
int main(void) {
  int a = 1, b = 2;
  threadpool_t *p = threadpool_create(2, 4, 0);
  assert(p);
  assert(threadpool_add(p, task, &a, 0) == 0);
  assert(threadpool_add(p, task, &b, 0) == 0);
  assert(threadpool_destroy(p, threadpool_graceful) == 0);
  assert(done == 3);
  return 0;
}
