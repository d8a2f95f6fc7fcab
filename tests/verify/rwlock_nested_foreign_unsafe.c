// verdict: false(lock-misuse)
// One thread holds a lock twice, another, which does not, unlocks it.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *w(void *a) {
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
  pthread_rwlock_unlock(&l);
  return 0;
}
