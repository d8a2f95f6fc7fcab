// verdict: false(race)
// Two members, the same bytes.
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t w;
  uint8_t b[4];
} u;

static void *worker(void *arg) {
  u.b[2] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  u.w = 7;
  pthread_join(t, NULL);
  return 0;
}
