// verdict: true
// A buffer of two places between a producer and a consumer, with a mutex and two condition variables.
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 2, ITEMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t notFull = PTHREAD_COND_INITIALIZER;
static pthread_cond_t notEmpty = PTHREAD_COND_INITIALIZER;
static int buffer[CAPACITY];
static unsigned put, got;

static void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (put - got == CAPACITY) pthread_cond_wait(&notFull, &lock);
    buffer[put++ % CAPACITY] = i;
    pthread_cond_signal(&notEmpty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (put == got) pthread_cond_wait(&notEmpty, &lock);
    int item = buffer[got++ % CAPACITY];
    pthread_cond_signal(&notFull);
    pthread_mutex_unlock(&lock);
    assert(item == i);
  }
  return arg;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  return 0;
}
