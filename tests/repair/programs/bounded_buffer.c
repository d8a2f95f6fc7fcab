// Two producers take the same slot.
#include <assert.h>
#include <pthread.h>

static int buffer[4];
static int count;

static void *produce(void *arg) {
  int slot = count;
  buffer[slot] = 1;
  count = slot + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2 && buffer[0] + buffer[1] == 2);
  return 0;
}
