// Lamport's fast mutual exclusion for two threads, once each.
#include <assert.h>
#include <pthread.h>

static int a, b, wants1, wants2, x;

static void *thread1(void *arg) {
  for (;;) {
    wants1 = 1;
    a = 1;
    if (b != 0) {
      wants1 = 0;
      while (b != 0) {
      }
      continue;
    }
    b = 1;
    if (a != 1) {
      wants1 = 0;
      while (wants2 >= 1) {
      }
      if (b != 1) {
        while (b != 0) {
        }
        continue;
      }
    }
    break;
  }
  x = 0;
  assert(x <= 0);
  b = 0;
  wants1 = 0;
  return arg;
}

static void *thread2(void *arg) {
  for (;;) {
    wants2 = 1;
    a = 2;
    if (b != 0) {
      wants2 = 0;
      while (b != 0) {
      }
      continue;
    }
    b = 2;
    if (a != 2) {
      wants2 = 0;
      while (wants1 >= 1) {
      }
      if (b != 2) {
        while (b != 0) {
        }
        continue;
      }
    }
    break;
  }
  x = 1;
  assert(x >= 1);
  b = 0;
  wants2 = 0;
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
