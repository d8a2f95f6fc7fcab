// A reader sees one half of a pair.
#include <assert.h>
#include <pthread.h>

static int first, second;

static void *update(void *arg) {
  first = 1;
  second = 1;
  return arg;
}

static void *compare(void *arg) {
  int a = first;
  int b = second;
  assert(a == b);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, update, NULL);
  pthread_create(&b, NULL, compare, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
