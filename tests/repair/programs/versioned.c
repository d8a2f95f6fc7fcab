// A value and its version change one after the other.
#include <assert.h>
#include <pthread.h>

static int version, value;

static void *reload(void *arg) {
  value = 10;
  version = 1;
  return arg;
}

static void *use(void *arg) {
  int v = version;
  int x = value;
  assert(x == 10 * v);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reload, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
