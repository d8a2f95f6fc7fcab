// verdict: true
// Lock i guards cell i.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int cells[2];

static void *worker(void *arg) {
  int i = (int)(long)arg % 2;
  pthread_mutex_lock(&locks[i]);
  cells[i]++;
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(cells[0] == 2 && cells[1] == 1);
  return 0;
}
