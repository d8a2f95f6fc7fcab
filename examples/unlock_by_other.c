// verdict: false(lock-misuse)
// A lock is taken by main and given back by the worker. POSIX leaves that undefined: only the owner may unlock.
#include <pthread.h>

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_unlock(&busy);
  return arg;
}

int main(void) {
  pthread_t w;
  pthread_mutex_lock(&busy);
  pthread_create(&w, NULL, worker, NULL);
  pthread_join(w, NULL);
  return 0;
}
