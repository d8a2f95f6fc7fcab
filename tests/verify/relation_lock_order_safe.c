// verdict: true
// flags: --engine modular --domain octagons --property assert
// A queue's head never overtakes its tail; both only move under the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int head, tail;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&m);
    if (tail < 1000) tail++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

static void *consumer(void *arg) {
  (void)arg;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&m);
    if (head < tail) head++;
    assert(head <= tail);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_mutex_lock(&m);
  assert(head <= tail);
  pthread_mutex_unlock(&m);
  return 0;
}
