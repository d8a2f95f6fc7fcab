// verdict: true
// flags: --engine modular --domain octagons --property assert
// Waiting for a condition gives the lock up and takes it again: what holds is what others leave behind.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int put, got;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&m);
    put++;
    got++;
    put = got;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, producer, 0);
  pthread_mutex_lock(&m);
  while (got == 0) pthread_cond_wait(&filled, &m);
  assert(put == got);
  pthread_mutex_unlock(&m);
  return 0;
}
