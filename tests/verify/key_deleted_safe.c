// verdict: true
// A key that was deleted is none any more: it can't be deleted again nor set, and has no value.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_key_t k;
  int value;
  pthread_key_create(&k, NULL);
  assert(pthread_setspecific(k, &value) == 0);
  assert(pthread_key_delete(k) == 0);
  assert(pthread_getspecific(k) == NULL);
  assert(pthread_setspecific(k, &value) == EINVAL);
  assert(pthread_key_delete(k) == EINVAL);
  return 0;
}
