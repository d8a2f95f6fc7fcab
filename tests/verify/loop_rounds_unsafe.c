// verdict: false(race)
// flags: --property assert,race,deadlock --engine impact --max-threads 4
// Two threads are created and joined again and again: those that have ended give way to new ones. Unsafe: one of them
// is joined too late.
#include <assert.h>
#include <pthread.h>

static int x, rounds;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *limit) {
  pthread_mutex_lock(&m);
  x = x < 3 ? x + 1 : 0;
  pthread_mutex_unlock(&m);
  return limit;
}

int main(void) {
  for (;;) {
    pthread_t one, other;
    void *result;
    pthread_create(&one, NULL, count, &x);
    pthread_create(&other, NULL, count, NULL);
    pthread_join(one, &result);
    if (rounds < 2) pthread_join(other, NULL);
    assert(result == &x);
    assert(x >= 0 && x <= 3);
    if (rounds++ == 2) break;
  }
  return 0;
}
