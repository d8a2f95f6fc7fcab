// verdict: false(deadlock)
// flags: --property deadlock
// The second lock of a normal mutex by its owner never returns.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
