// verdict: true
// That a semaphore exists already is found out before whether it may be used.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
  sem_t *s = sem_open("/heddle", O_CREAT, 0444, 1);
  assert(s != SEM_FAILED);
  assert(sem_open("/heddle", O_CREAT | O_EXCL, 0444, 1) == SEM_FAILED && errno == EEXIST);
  return 0;
}
