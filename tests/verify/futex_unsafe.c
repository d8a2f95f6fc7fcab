// verdict: false(deadlock)
// flags: --property assert,deadlock
// Nobody wakes the thread that waits.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int ready;
static int data;

static void *wait(void *x) {
  while (!ready) syscall(SYS_futex, &ready, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  assert(data == 7);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait, 0);
  data = 7;
  ready = 1;
  pthread_join(t, 0);
  return 0;
}
