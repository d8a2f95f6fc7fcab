// verdict: true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *poster(void *arg) {
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  int v = -1;
  sem_init(&s, 0, 2);
  pthread_create(&t, NULL, poster, NULL);
  sem_getvalue(&s, &v);
  assert(v == 2 || v == 3);
  pthread_join(t, NULL);
  sem_wait(&s);
  sem_getvalue(&s, &v);
  assert(v == 2);
  return 0;
}
