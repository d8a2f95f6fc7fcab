// verdict: false(assert)
// No value, no destructor call.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int dropped;

static void drop(void *p) { *(int *)p = 1; }

static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  pthread_setspecific(key, NULL);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, drop);
  pthread_create(&a, NULL, worker, &dropped);
  pthread_join(a, NULL);
  assert(dropped == 1);
  return 0;
}
