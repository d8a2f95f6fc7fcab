// verdict: false(assert)
// The thread may give up before the flag is set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *set(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int turns = 0;
  while (!atomic_load(&flag))
    if (++turns > 20) break;
  assert(turns <= 20);
  pthread_join(t, 0);
  return 0;
}
