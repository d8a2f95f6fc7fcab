// verdict: false(assert)
// flags: --property assert
// The flag is set in a loop: the writes of the next time round may come before the read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, data;

static void *setter(void *arg) {
  for (int i = 0; i < 2; i++) {
    data = 0;
    data = 1;
    flag = 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  if (flag)
    assert(data == 1);
  return 0;
}
