// Peterson's algorithm for N processes (the filter lock): to get to level l a process says so and waits while
// another one is at l or above and none came to l after it.
// BROKEN: a process names itself the last one before it says that it is at the level.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int level[N];
static atomic_int last[N];
static int owner;

static void *process(void *argument) {
  const int me = (int)(long)argument;
  for (;;) {
    for (int l = 1; l < N; l++) {
#ifdef BROKEN
      last[l] = me;
      level[me] = l;
#else
      level[me] = l;
      last[l] = me;
#endif
      for (int other = 0; other < N; other++) {
        if (other == me) continue;
        while (level[other] >= l && last[l] == me) {
        }
      }
    }
    owner = me;
    assert(owner == me);
    level[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, process, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
