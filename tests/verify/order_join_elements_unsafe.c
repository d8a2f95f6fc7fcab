// verdict: false(race)
// flags: --property race
// native: compile
// One of two is joined twice.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  count = 5;
  seen = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[1], NULL);
  assert(seen == 1);
  assert(count == 5);
  count = 1000;
  assert(count == 1000);
  return 0;
}
