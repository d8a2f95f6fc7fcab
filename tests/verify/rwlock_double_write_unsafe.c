// verdict: false(lock-misuse)
// flags: --property lock-misuse
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return 0;
}
