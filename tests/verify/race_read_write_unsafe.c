// verdict: false(race)
// flags: --property race
#include <pthread.h>

static int x;

static void *reader(void *arg) {
  return (void *)(long)(x + (long)arg);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  x = 1;
  pthread_join(t, NULL);
  return 0;
}
