// verdict: false(assert)
// flags: --property assert
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t a;
  int v;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_getpshared(&a, &v);
  assert(v == PTHREAD_PROCESS_PRIVATE);
  return 0;
}
