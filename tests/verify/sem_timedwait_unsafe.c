// verdict: false(assert)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *poster(void *arg) {
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  int r;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, poster, NULL);
  r = sem_timedwait(&s, &until);
  assert(r == 0);
  pthread_join(t, NULL);
  return 0;
}
