// The count goes down in two threads, and nobody sees the zero.
#include <assert.h>
#include <pthread.h>

static int references = 2;
static int frees;

static void *release(void *arg) {
  references--;
  if (references == 0)
    frees++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, release, NULL);
  pthread_create(&b, NULL, release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(frees == 1);
  return 0;
}
