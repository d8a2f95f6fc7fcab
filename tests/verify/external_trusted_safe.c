// verdict: true
// flags: --trust-external touch
// The user knows that the function changes nothing.
// native: compile
#include <assert.h>
#include <pthread.h>

extern void touch(void);
int g;

static void *work(void *a) {
  touch();
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  touch();
  pthread_join(t, 0);
  assert(g == 0);
  return 0;
}
