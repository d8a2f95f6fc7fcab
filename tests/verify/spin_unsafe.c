// verdict: false(race)
// The lock is given back before the write.
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *worker(void *arg) {
  int v;
  pthread_spin_lock(&lock);
  v = x;
  pthread_spin_unlock(&lock);
  x = v + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
