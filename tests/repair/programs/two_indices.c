// A queue with an index to write and one to read; the index comes before the item.
#include <assert.h>
#include <pthread.h>

static int items[2];
static int written, taken;

static void *producer(void *arg) {
  written = 1;
  items[0] = 5;
  return arg;
}

static void *consumer(void *arg) {
  if (taken < written) {
    int item = items[taken];
    taken = taken + 1;
    assert(item == 5);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
