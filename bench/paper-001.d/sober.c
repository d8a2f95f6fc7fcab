// After the event of a thread library that a checker for store buffers once found broken: who waits says so
// and then looks once more whether the event is set, and who sets it looks whether somebody waits. If both
// look too early the one sleeps and nobody wakes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define fence() atomic_thread_fence(memory_order_seq_cst)
#else
#define fence()
#endif
#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int isSet, waiters, asleep;
static int woken;

static void *waiter(void *arg) {
  if (!load(&isSet)) {
    store(&waiters, 1);
    fence();
    if (!load(&isSet)) store(&asleep, 1);
  }
  return arg;
}

static void *setter(void *arg) {
  store(&isSet, 1);
  fence();
  if (load(&waiters)) woken = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, setter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!load(&asleep) || woken);
  return 0;
}
