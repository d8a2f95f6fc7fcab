// verdict: false(assert)
// A value of null has no destructor.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_key_t k;
static int d;
static void des(void *p) {
  d = 1;
}
static void *w(void *a) {
  pthread_setspecific(k, 0);
  for (;;)
    sleep(1);
  return 0;
}
int main(void) {
  pthread_key_create(&k, des);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(d == 1);
  return 0;
}
