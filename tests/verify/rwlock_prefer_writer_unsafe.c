// verdict: false(deadlock)
// A waiting writer keeps the second read lock of a reader out.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l;
static int x;
static void *w(void *a) {
  pthread_rwlock_wrlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return a;
}
int main(void) {
  pthread_rwlockattr_t at;
  pthread_rwlockattr_init(&at);
  pthread_rwlockattr_setkind_np(&at, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&l, &at);
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_join(a, 0);
  return 0;
}
