// verdict: true
// native: compile
// A transactional block is a claim, not a lock: the program is correct because of its mutex.
#include <assert.h>
#include <pthread.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  __heddle_atomic_begin();
  x = x + 1;
  __heddle_atomic_end();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
