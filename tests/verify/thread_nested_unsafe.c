// verdict: false(race)
// main joins the outer thread, which did not join the inner one.
#include <pthread.h>

static int x, y;

static void *inner(void *arg) {
  x = 2;
  return arg;
}

static void *outer(void *arg) {
  pthread_t t;
  pthread_create(&t, NULL, inner, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, outer, NULL);
  pthread_join(t, NULL);
  y = x;
  return 0;
}
