// verdict: true
// A semaphore can not begin beyond its limit.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

static sem_t s;
int main(void) {
  assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1u) == -1);
  assert(errno == EINVAL);
  return 0;
}
