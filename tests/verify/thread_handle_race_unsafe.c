// verdict: false(race)
// The new thread may run before pthread_create stores its number.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_t t;
static void *w(void *a) {
  pthread_t s = t;
  (void)s;
  return 0;
}
int main(void) {
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
  return 0;
}
