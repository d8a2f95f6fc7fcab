// verdict: true
// There is no barrier for nobody.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;
int main(void) {
  assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
  return 0;
}
