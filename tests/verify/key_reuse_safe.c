// verdict: true
// A new key has no value, even with the number of a deleted one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t k;
int main(void) {
  pthread_key_create(&k, 0);
  pthread_setspecific(k, &k);
  pthread_key_delete(k);
  pthread_key_t j;
  pthread_key_create(&j, 0);
  assert(pthread_getspecific(j) == NULL);
  return 0;
}
