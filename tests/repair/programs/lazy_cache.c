// The key of a cache is set before its value.
#include <assert.h>
#include <pthread.h>

static int key = -1, cached;

static void *fill(void *arg) {
  key = 7;
  cached = 49;
  return arg;
}

static void *look(void *arg) {
  if (key == 7)
    assert(cached == 49);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fill, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
