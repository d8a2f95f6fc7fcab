// The smaller of two values may win.
#include <assert.h>
#include <pthread.h>

static int maximum;

static void *three(void *arg) {
  if (maximum < 3)
    maximum = 3;
  return arg;
}

static void *five(void *arg) {
  if (maximum < 5)
    maximum = 5;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, three, NULL);
  pthread_create(&b, NULL, five, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(maximum == 5);
  return 0;
}
