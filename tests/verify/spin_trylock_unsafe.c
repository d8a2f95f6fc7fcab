// verdict: false(assert)
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;

static void *worker(void *arg) {
  assert(pthread_spin_trylock(&lock) == 0);
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, NULL, worker, NULL);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
