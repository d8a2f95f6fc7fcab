// verdict: true
// Four threads count under one lock: no matter who comes when, the sum is the same.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter = 3;

static void *adder(void *arg) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&m);
    counter += 2;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, adder, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(counter == 43);
  return 0;
}
