// Two threads get the same identifier.
#include <assert.h>
#include <pthread.h>

static int next_id = 1;
static int sum;

static void *allocate(void *arg) {
  int id = next_id;
  next_id = id + 1;
  sum += id;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, allocate, NULL);
  pthread_create(&b, NULL, allocate, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 3);
  return 0;
}
