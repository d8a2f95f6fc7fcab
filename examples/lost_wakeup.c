// verdict: false(deadlock)
// The flag is tested outside the lock: the signal may come between the test and the wait, and nobody hears it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg) {
  if (!ready) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t w;
  pthread_create(&w, NULL, waiter, NULL);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_join(w, NULL);
  return 0;
}
