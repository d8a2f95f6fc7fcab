// verdict: false(race)
// flags: --property race
// One thread is not joined.
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
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(seen == 1);
  assert(count == 5);
  count = 1000;
  assert(count == 1000);
  return 0;
}
