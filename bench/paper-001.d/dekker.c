// Dekker's algorithm for two threads, once each.
#include <assert.h>
#include <pthread.h>

static int flag1, flag2, turn, x;

static void *thread1(void *arg) {
  flag1 = 1;
  while (flag2 >= 1) {
    if (turn != 0) {
      flag1 = 0;
      while (turn != 0) {
      }
      flag1 = 1;
    }
  }
  x = 0;
  assert(x <= 0);
  turn = 1;
  flag1 = 0;
  return arg;
}

static void *thread2(void *arg) {
  flag2 = 1;
  while (flag1 >= 1) {
    if (turn != 1) {
      flag2 = 0;
      while (turn != 1) {
      }
      flag2 = 1;
    }
  }
  x = 1;
  assert(x >= 1);
  turn = 0;
  flag2 = 0;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
