// verdict: true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *worker(void *arg) {
  int r = pthread_spin_trylock(&lock);
  if (r == 0) {
    x++;
    pthread_spin_unlock(&lock);
  } else {
    assert(r == EBUSY);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, NULL, worker, NULL);
  pthread_spin_lock(&lock);
  x++;
  pthread_spin_unlock(&lock);
  pthread_join(t, NULL);
  assert(x == 1 || x == 2);
  return 0;
}
