// verdict: true
// pthread_setcanceltype says what the type was.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void) {
  int o;
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &o);
  assert(o == PTHREAD_CANCEL_DEFERRED);
  return 0;
}
