// More tickets are sold than there are.
#include <assert.h>
#include <pthread.h>

static int tickets = 2;
static int sold;

static void *sell(void *arg) {
  for (int i = 0; i < 2; i++) {
    if (tickets > 0) {
      tickets--;
      sold++;
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sell, NULL);
  pthread_create(&b, NULL, sell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sold == 2 && tickets == 0);
  return 0;
}
