// verdict: false(race)
// Each thread holds a lock, but not the same one.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  pthread_mutex_t *m = arg;
  pthread_mutex_lock(m);
  x++;
  pthread_mutex_unlock(m);
  return NULL;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, worker, &a);
  pthread_create(&t, NULL, worker, &b);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  return 0;
}
