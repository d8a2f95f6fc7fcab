// verdict: true
// As glibc answers; POSIX leaves it open.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *a) { return a; }

int main(void) {
  pthread_t t;
  int x = 0;
  void *result = 0;
  pthread_create(&t, 0, work, &x);
  assert(pthread_join(t, &result) == 0 && result == &x);
  assert(pthread_join(t, 0) == ESRCH);
  return 0;
}
