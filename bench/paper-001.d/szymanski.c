// Szymanski's algorithm for two threads, once each.
#include <assert.h>
#include <pthread.h>

static int flag1, flag2, x;

static void *thread1(void *arg) {
  flag1 = 1;
  while (flag2 >= 3) {
  }
  flag1 = 3;
  if (flag2 == 1) {
    flag1 = 2;
    while (flag2 != 4) {
    }
  }
  flag1 = 4;
  while (flag2 >= 2) {
  }
  x = 0;
  assert(x <= 0);
  while (2 <= flag2 && flag2 <= 3) {
  }
  flag1 = 0;
  return arg;
}

static void *thread2(void *arg) {
  flag2 = 1;
  while (flag1 >= 3) {
  }
  flag2 = 3;
  if (flag1 == 1) {
    flag2 = 2;
    while (flag1 != 4) {
    }
  }
  flag2 = 4;
  while (flag1 >= 2) {
  }
  x = 1;
  assert(x >= 1);
  while (2 <= flag1 && flag1 <= 3) {
  }
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
