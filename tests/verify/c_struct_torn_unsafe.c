// verdict: false(assert)
// flags: --property assert
// A struct is not copied in one step.
#include <assert.h>
#include <pthread.h>

struct pair {
  long a, b, c;
};
static struct pair shared;

static void *writer(void *arg) {
  struct pair p = {1, 1, 1};
  shared = p;
  return arg;
}

int main(void) {
  pthread_t t;
  struct pair copy;
  pthread_create(&t, NULL, writer, NULL);
  copy = shared;
  assert(copy.a == copy.b && copy.b == copy.c);
  pthread_join(t, NULL);
  return 0;
}
