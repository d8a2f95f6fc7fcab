// verdict: true
// A table of functions, and a thread whose function is chosen at run time.
#include <assert.h>
#include <pthread.h>

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static const binary ops[2] = {add, mul};
static int result;

static void *run_add(void *arg) {
  result = ops[0](3, 4);
  return arg;
}

static void *run_mul(void *arg) {
  result = ops[1](3, 4);
  return arg;
}

int main(void) {
  pthread_t t;
  void *(*start[2])(void *) = {run_add, run_mul};
  int expected[2] = {7, 12};
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, NULL, start[i], NULL);
    pthread_join(t, NULL);
    assert(result == expected[i]);
  }
  return 0;
}
