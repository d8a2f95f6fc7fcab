// A flag is raised before what it announces.
#include <assert.h>
#include <pthread.h>

static int data, ready;

static void *writer(void *arg) {
  ready = 1;
  data = 3;
  return arg;
}

static void *reader(void *arg) {
  if (ready)
    assert(data == 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
