// verdict: true
// Each thread has its own value under the key, null at first.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int cells[2];

static void *worker(void *arg) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, arg);
  *(int *)pthread_getspecific(key) += 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&a, NULL, worker, &cells[0]);
  pthread_create(&b, NULL, worker, &cells[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[0] == 1 && cells[1] == 1);
  pthread_key_delete(key);
  return 0;
}
