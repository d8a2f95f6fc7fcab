// verdict: true
// flags: --property assert
// Kusano and Wang 2016, section 2.3: {x++} || {tmp = x} ends with tmp 0 or 1.
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *arg) {
  x++;
  return arg;
}

static void *reader(void *arg) {
  int tmp = x;
  assert(tmp == 0 || tmp == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
