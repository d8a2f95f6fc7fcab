// verdict: unknown
// native: compile
// Whether a semaphore without permissions can be opened again depends on who asks.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
  sem_open("/a", O_CREAT, 0444, 1);
  assert(sem_open("/a", O_CREAT, 0222, 1) == SEM_FAILED);
  return 0;
}
