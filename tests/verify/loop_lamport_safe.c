// verdict: true
// flags: --property assert --engine impact
// native: endless
// Lamport's fast mutual exclusion for two threads, for ever; unsafe: y is not looked at again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, wants1, wants2, inside;

static void *worker(void *arg) {
  for (;;) {
    wants1 = 1;
    x = 1;
    if (y != 0) {
      wants1 = 0;
      while (y != 0) {
      }
      continue;
    }
    y = 1;
    if (x != 1) {
      wants1 = 0;
      while (wants2) {
      }
      if (y != 1) {
        while (y != 0) {
        }
        continue;
      }
    }
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    wants1 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    wants2 = 1;
    x = 2;
    if (y != 0) {
      wants2 = 0;
      while (y != 0) {
      }
      continue;
    }
    y = 2;
    if (x != 2) {
      wants2 = 0;
      while (wants1) {
      }
      if (y != 2) {
        while (y != 0) {
        }
        continue;
      }
    }
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    wants2 = 0;
  }
  return 0;
}
