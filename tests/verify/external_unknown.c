// verdict: unknown
// A function without source may change what it can reach, and race.
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
