// verdict: false(assert)
// flags: --property assert --engine impact
// A token goes round three threads; unsafe: the last one passes it to both.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int token, inside;

static void work(void) {
  inside++;
  assert(inside == 1);
  inside--;
}

static void *first(void *arg) {
  for (;;) {
    while (token != 0) {
    }
    work();
    token = 1;
  }
  return arg;
}

static void *second(void *arg) {
  for (;;) {
    while (token == 0) {
    }
    work();
    token = 2;
  }
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  for (;;) {
    while (token != 2) {
    }
    work();
    token = 0;
  }
  return 0;
}
