// verdict: false(assert)
// flags: --property assert
// The new thread may read its number before it is there.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_t t;
static void *w(void *a) {
  assert(pthread_equal(t, pthread_self()));
  return 0;
}
int main(void) {
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
  return 0;
}
