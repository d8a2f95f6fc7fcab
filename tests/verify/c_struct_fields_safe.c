// verdict: true
// Two threads write neighbouring fields of one struct: no race.
#include <assert.h>
#include <pthread.h>

static struct {
  char a, b;
  short c;
} s;

static void *worker(void *arg) {
  s.b = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  s.a = 1;
  s.c = 3;
  pthread_join(t, NULL);
  assert(s.a == 1 && s.b == 2 && s.c == 3);
  return 0;
}
