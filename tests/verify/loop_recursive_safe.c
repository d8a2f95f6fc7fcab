// verdict: true
// flags: --property assert --engine impact
// native: endless
// A lock that its owner may take again, with a depth; unsafe: the inner unlock gives it away.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int owner;
static int depth, x;

static void take(int self) {
  int free = 0;
  if (owner != self)
    while (!atomic_compare_exchange_strong(&owner, &free, self))
      free = 0;
  depth++;
}

static void give(void) {
  depth--;
  if (depth == 0)
    owner = 0;
}

static void work(int self) {
  for (;;) {
    take(self);
    x = self;
    take(self);
    give();
    assert(x == self);
    give();
  }
}

static void *worker(void *arg) {
  work(1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  work(2);
  return 0;
}
