// verdict: true
// The routine runs once, and who comes late still sees what it wrote.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void init(void) { value = value + 5; }

static void *worker(void *arg) {
  pthread_once(&once, init);
  assert(value == 5);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 5);
  return 0;
}
