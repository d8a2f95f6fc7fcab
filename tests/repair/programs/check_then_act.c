// The last item is sold twice.
#include <assert.h>
#include <pthread.h>

static int stock = 1;

static void *buyer(void *arg) {
  if (stock > 0)
    stock = stock - 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, buyer, NULL);
  pthread_create(&b, NULL, buyer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(stock == 0);
  return 0;
}
