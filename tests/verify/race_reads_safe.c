// verdict: true
// flags: --property race
// Reads do not conflict; the writes are ordered by create and join.
#include <pthread.h>

static int x;

static void *reader(void *arg) {
  return (void *)(long)(x + (long)arg);
}

int main(void) {
  pthread_t a, b;
  x = 1;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  x = 2;
  return 0;
}
