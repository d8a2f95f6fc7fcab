// verdict: true
// Two threads wait for a flag, each for so many turns; a turn that finds nothing changed is no state of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, woken;

static void *waiter(void *arg) {
  for (int i = 0; i < 200000 && !flag; i++) continue;
  woken++;
  return arg;
}

static void *impatient(void *arg) {
  int turns = 0;
  while (!atomic_load(&flag))
    if (++turns > 200000) return arg;
  woken++;
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waiter, 0);
  pthread_create(&u, 0, impatient, 0);
  flag = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(woken == 1 || woken == 2);
  return 0;
}
