// verdict: false(race)
// memcpy reads what the other thread writes.
#include <pthread.h>
#include <string.h>

static int from[3], to[3];

static void *worker(void *arg) {
  from[2] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  memcpy(to, from, sizeof from);
  pthread_join(t, NULL);
  return 0;
}
