// verdict: false(assert)
// A call through a pointer of another type reaches the function, as on the machine.
#include <assert.h>

static int job(void *arg) {
  assert(arg);
  return 0;
}

static struct {
  void (*run)(void *, int);
} table[2];

int main(void) {
  volatile int i = 0;
  table[0].run = (void (*)(void *, int))job;
  table[i].run(0, 1);
  return 0;
}
