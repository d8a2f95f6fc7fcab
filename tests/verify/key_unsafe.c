// verdict: false(assert)
// What the worker stores under the key is not main's.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int cell;

static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, NULL);
  pthread_create(&a, NULL, worker, &cell);
  pthread_join(a, NULL);
  assert(pthread_getspecific(key) == &cell);
  return 0;
}
