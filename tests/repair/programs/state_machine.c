// Both threads make the first step.
#include <assert.h>
#include <pthread.h>

static int state;

static void *step(void *arg) {
  switch (state) {
  case 0:
    state = 1;
    break;
  case 1:
    state = 2;
    break;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, step, NULL);
  pthread_create(&b, NULL, step, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(state == 2);
  return 0;
}
