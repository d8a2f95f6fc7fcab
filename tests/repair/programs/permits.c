// Both threads take the one permit.
#include <assert.h>
#include <pthread.h>

static int permits = 1;
static int inside;

static void *enter(void *arg) {
  if (permits > 0) {
    permits--;
    inside++;
    assert(inside == 1);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, enter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
