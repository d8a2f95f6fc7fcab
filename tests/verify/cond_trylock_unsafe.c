// verdict: false(assert)
// flags: --property assert
// Between its spurious wake-ups a waiting thread holds the mutex, and another can see that, more than once.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

static int seesItHeld(void) {
  if (pthread_mutex_trylock(&m) != 0) return 1;
  pthread_mutex_unlock(&m);
  return 0;
}

static void passBy(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  int held = seesItHeld();
  passBy();
  held += seesItHeld();
  passBy();
  held += seesItHeld();
  assert(held < 3);
  return 0;
}
