// Szymanski's algorithm for N processes: a waiting room with two doors. flag: 0 outside, 1 wants in, 2 waits
// inside for others, 3 stands in the door, 4 closed the door behind it.
// BROKEN: a process does not wait for those before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int flag[N];
static int owner;

static void *process(void *argument) {
  const int me = (int)(long)argument;
  for (;;) {
    flag[me] = 1;
    for (int other = 0; other < N; other++) {
      while (flag[other] >= 3) {
      }
    }
    flag[me] = 3;
    for (int other = 0; other < N; other++) {
      if (flag[other] == 1) {
        flag[me] = 2;
        for (int closer = 0; flag[closer] != 4; closer = (closer + 1) % N) {
        }
        break;
      }
    }
    flag[me] = 4;
#ifndef BROKEN
    for (int other = 0; other < me; other++) {
      while (flag[other] >= 2) {
      }
    }
#endif
    owner = me;
    assert(owner == me);
    for (int other = me + 1; other < N; other++) {
      for (;;) {
        const int seen = flag[other];
        if (seen != 2 && seen != 3) break;
      }
    }
    flag[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, process, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
