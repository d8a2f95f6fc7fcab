// verdict: false(assert)
// flags: --no-spurious-wakeups
// Without spurious wake-ups too, `if` is wrong with two consumers: one is signalled, the other takes the item.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
  pthread_mutex_lock(&m);
  if (items == 0)
    pthread_cond_wait(&c, &m);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
  return arg;
}

static void produce(void) {
  pthread_mutex_lock(&m);
  items++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  produce();
  produce();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
