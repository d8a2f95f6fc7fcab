// verdict: false(assert)
// Another thread deletes the key.
#include <assert.h>
#include <pthread.h>

static pthread_key_t k;

static void *work(void *arg) {
  pthread_setspecific(k, arg);
  assert(pthread_getspecific(k) == arg);
  return NULL;
}

int main(void) {
  pthread_t t;
  int value;
  pthread_key_create(&k, NULL);
  pthread_create(&t, NULL, work, &value);
  pthread_key_delete(k);
  pthread_join(t, NULL);
  return 0;
}
