// verdict: true
// flags: --property assert --engine impact
// native: endless
// A barrier that is used again and again, by a sense that changes; unsafe: the first thread does not wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count, sense, phase0, phase1;

static void wait(int mine) {
  if (atomic_fetch_add(&count, 1) == 1) {
    count = 0;
    sense = mine;
  } else {
    while (sense != mine) {
    }
  }
}

static void *worker(void *arg) {
  int mine = 0;
  for (;;) {
    mine = 1 - mine;
    phase0 = mine;
    wait(mine);
    assert(phase1 == mine);
    mine = 1 - mine;
    wait(mine);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  int mine = 0;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    mine = 1 - mine;
    phase1 = mine;
    wait(mine);
    assert(phase0 == mine);
    mine = 1 - mine;
    wait(mine);
  }
  return 0;
}
