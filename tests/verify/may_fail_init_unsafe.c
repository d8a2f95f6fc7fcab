// verdict: false(assert)
// flags: --may-fail pthread_mutex_init
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
  assert(pthread_mutex_init(&m, 0) == 0);
  return 0;
}
