// verdict: unknown
// The other type is hidden behind a number.
#include <assert.h>
#include <stdint.h>

static int job(void *arg) {
  assert(arg);
  return 0;
}

static volatile uintptr_t number;

int main(void) {
  number = (uintptr_t)job;
  ((void (*)(void *, int))number)(0, 1);
  return 0;
}
