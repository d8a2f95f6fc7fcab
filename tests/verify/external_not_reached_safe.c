// verdict: true
// native: compile
// A function without source on a path that nobody takes: nothing rests on it.
#include <assert.h>
#include <pthread.h>

extern void complain(const char *what);

static int n = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a) {
  pthread_mutex_lock(&m);
  if (n > 5) complain("too many");
  n++;
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(n == 3);
  return 0;
}
