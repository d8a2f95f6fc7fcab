// verdict: true
// Read locks of threads beyond the 64th.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *w(void *a) {
  pthread_rwlock_rdlock(&l);
  int v = x;
  (void)v;
  pthread_rwlock_unlock(&l);
  return a;
}
int main(void) {
  for (int i = 0; i < 70; i++) {
    pthread_t a;
    pthread_create(&a, 0, w, 0);
    pthread_join(a, 0);
  }
  return 0;
}
