// verdict: false(assert)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int done;

static void finish(void *a) { done = 1; }

static void *work(void *a) {
  pthread_cleanup_push(finish, 0);
  sem_wait(&s);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(done == 0);
  return 0;
}
