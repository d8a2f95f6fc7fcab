// Nothing is asserted, but the accesses race.
#include <assert.h>
#include <pthread.h>

static int last;

static void *note(void *arg) {
  last = 1;
  return arg;
}

static void *show(void *arg) {
  int seen = last;
  return seen != 0 ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, note, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
