// verdict: true
// flags: --property assert --no-spurious-wakeups
// native: compile Wang et al. 2010, Figure 1(b): T2's write waits for the signal, so that the block is serializable. (A
// signal sent before the wait is lost; the paper's wait too resets the condition first.)
#include <assert.h>
#include <pthread.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, a;

static void *thread1(void *arg) {
  __heddle_atomic_begin();
  x = 1;
  a = x + 1;
  __heddle_atomic_end();
  pthread_cond_signal(&c);
  return arg;
}

static void *thread2(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  x = 3;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  assert(a == 2);
  pthread_join(t2, NULL);
  return 0;
}
