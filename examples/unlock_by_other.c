// verdict: false(lock-misuse)
// A mutex used as a signal: one thread locks it, another one unlocks it, which POSIX leaves undefined.
#include <pthread.h>

static pthread_mutex_t done = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_unlock(&done);
  return arg;
}

int main(void) {
  pthread_t w;
  pthread_mutex_lock(&done);
  pthread_create(&w, NULL, worker, NULL);
  pthread_mutex_lock(&done);
  pthread_join(w, NULL);
  return 0;
}
