// verdict: true
// A zero-width bit-field separates memory locations.
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned a : 4;
  unsigned : 0;
  unsigned b : 4;
} s;

static void *worker(void *arg) {
  s.b = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  s.a = 1;
  pthread_join(t, NULL);
  assert(s.a == 1 && s.b == 2);
  return 0;
}
