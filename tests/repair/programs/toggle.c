// Two toggles must cancel out.
#include <assert.h>
#include <pthread.h>

static int state;

static void *toggle(void *arg) {
  state = !state;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, toggle, NULL);
  pthread_create(&b, NULL, toggle, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(state == 0);
  return 0;
}
