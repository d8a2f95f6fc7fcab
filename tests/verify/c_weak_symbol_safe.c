// verdict: true
// A weak symbol that nobody defines has address 0; one that the library has is there.
#include <assert.h>
#include <pthread.h>

#pragma weak pthread_mutex_trylock

__attribute__((weak)) int defined(void) { return 1; }
__attribute__((weak)) extern int missing(void);
__attribute__((weak)) extern int absent;

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  assert(!missing && !&absent && defined() == 1);
  assert(pthread_mutex_trylock && pthread_mutex_trylock(&m) == 0);
  return 0;
}
