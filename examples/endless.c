// verdict: true
// Two threads that never end: one produces and keeps the books, the other checks them. No number of steps shows all that
// they do; `heddle check` proves that the books are right whenever the lock is free.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned produced, booked;

static void *producer(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    produced++;
    booked++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(produced == booked);
    pthread_mutex_unlock(&lock);
  }
}
