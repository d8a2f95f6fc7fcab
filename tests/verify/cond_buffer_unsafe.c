// verdict: false(assert)
// The producer does not wait for a free place: an item is overwritten.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int place, used;

static void put(int v) {
  pthread_mutex_lock(&m);
  place = v;
  used = 1;
  pthread_cond_signal(&full);
  pthread_mutex_unlock(&m);
}

static void *producer(void *arg) {
  put(1);
  put(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&m);
  while (used == 0)
    pthread_cond_wait(&full, &m);
  assert(place == 1);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
