// T threads add 1 to a counter K times each, under a lock; in the end it must be T * K.
// FAIL: the last thread's last addition is outside the lock, so an addition can be lost.
#include <assert.h>
#include <pthread.h>

#ifndef T
#define T 2
#endif
#ifndef K
#define K 2
#endif
#ifdef FAIL
#define FAULTY (T - 1)
#else
#define FAULTY (-1)
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *adder(void *argument) {
  const int id = (int)(long)argument;
  for (int k = 0; k < K; k++) {
    const int locks = id != FAULTY || k < K - 1;
    if (locks) pthread_mutex_lock(&mutex);
    counter++;
    if (locks) pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t adders[T];
  for (int id = 0; id < T; id++) pthread_create(&adders[id], 0, adder, (void *)(long)id);
  for (int id = 0; id < T; id++) pthread_join(adders[id], 0);
  assert(counter == T * K);
  return 0;
}
