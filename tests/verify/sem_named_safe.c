// verdict: true
// flags: --property assert
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

int done;

void *work(void *a) {
  sem_t *s = sem_open("/order", 0);
  done = 1;
  sem_post(s);
  return 0;
}

int main(void) {
  pthread_t t;
  assert(sem_open("/order", 0) == SEM_FAILED && errno == ENOENT);
  sem_t *s = sem_open("/order", O_CREAT | O_EXCL, 0600, 0);
  assert(s != SEM_FAILED && sem_open("/order", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  pthread_create(&t, 0, work, 0);
  sem_wait(s);
  assert(done == 1);
  pthread_join(t, 0);
  assert(sem_close(s) == 0 && sem_unlink("/order") == 0 && sem_unlink("/order") == -1);
  return 0;
}
