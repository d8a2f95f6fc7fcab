// verdict: false(assert)
// flags: --property assert
// The lock is released between the two reads.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *arg) {
  int go = 0;
  pthread_mutex_lock(&m);
  if (count < 2)
    go = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  if (go)
    count++;
  assert(count <= 2);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  assert(count <= 2);
  return 0;
}
