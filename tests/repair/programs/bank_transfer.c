// An auditor adds up two accounts while money is between them.
#include <assert.h>
#include <pthread.h>

static int from = 100, to = 0;

static void *transfer(void *arg) {
  from -= 10;
  to += 10;
  return arg;
}

static void *audit(void *arg) {
  int sum = from + to;
  assert(sum == 100);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, transfer, NULL);
  pthread_create(&b, NULL, audit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
