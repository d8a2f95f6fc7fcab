// verdict: false(assert)
// A semaphore that is not full takes a post.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

static sem_t s;
int main(void) {
  sem_init(&s, 0, SEM_VALUE_MAX - 1);
  assert(sem_post(&s) == -1);
  assert(errno == EOVERFLOW);
  return 0;
}
