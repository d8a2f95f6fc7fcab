// verdict: false(race)
// Which lock of the array guards the counter depends on who asks.
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x;

static void *worker(void *arg) {
  int i = (int)(long)arg;
  pthread_mutex_lock(&locks[i % 2]);
  x++;
  pthread_mutex_unlock(&locks[i % 2]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
