// verdict: true
// A bounded buffer of one place.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int place, used;

static void put(int v) {
  pthread_mutex_lock(&m);
  while (used == 1)
    pthread_cond_wait(&empty, &m);
  place = v;
  used = 1;
  pthread_cond_signal(&full);
  pthread_mutex_unlock(&m);
}

static int get(void) {
  int v;
  pthread_mutex_lock(&m);
  while (used == 0)
    pthread_cond_wait(&full, &m);
  v = place;
  used = 0;
  pthread_cond_signal(&empty);
  pthread_mutex_unlock(&m);
  return v;
}

static void *producer(void *arg) {
  put(1);
  put(2);
  return arg;
}

int main(void) {
  pthread_t t;
  int a, b;
  pthread_create(&t, NULL, producer, NULL);
  a = get();
  b = get();
  assert(a == 1 && b == 2);
  pthread_join(t, NULL);
  return 0;
}
