// verdict: true
// flags: --property assert
// The process has one number, each thread its own.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

int process, thread;

void *look(void *a) {
  process = getpid();
  thread = gettid();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  pthread_join(t, 0);
  assert(process == getpid() && thread != gettid() && gettid() == getpid());
  assert(sched_get_priority_min(SCHED_FIFO) < sched_get_priority_max(SCHED_FIFO));
  assert(sysconf(_SC_THREADS) > 0);
  return 0;
}
