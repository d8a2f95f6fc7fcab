// verdict: false(deadlock)
// flags: --property deadlock --may-fail pthread_mutex_lock
// A call that may fail may also wait forever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  if (pthread_mutex_lock(&m) == 0) pthread_mutex_lock(&m);
  return 0;
}
