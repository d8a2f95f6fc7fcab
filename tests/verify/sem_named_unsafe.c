// verdict: false(assert)
// flags: --property assert
// Two names are two semaphores.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

int x;

void *work(void *name) {
  sem_t *s = sem_open(name, O_CREAT, 0600, 1);
  sem_wait(s);
  int old = x;
  x = old + 1;
  sem_post(s);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, "/a");
  work("/b");
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
