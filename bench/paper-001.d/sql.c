// After the latches by which the processes of PostgreSQL pass work to each other: a worker waits for its latch,
// takes it back, and does what its flag asks for; then it passes the flag on, and the latch behind it. The
// store of the latch must not be seen before that of the flag, and the flag not be read before the latch.
// DEVELOPERS: the first repair, which orders the two stores only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define fullFence() atomic_thread_fence(memory_order_seq_cst)
#if defined FENCED
#define writeFence() fullFence()
#define readFence() fullFence()
#elif defined DEVELOPERS
#define writeFence() atomic_thread_fence(memory_order_release)
#define readFence()
#else
#define writeFence()
#define readFence()
#endif
#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int latch[2] = {1, 0}, flag[2] = {1, 0};

static void work(int me, int other) {
  for (;;) {
    while (!load(&latch[me])) {
    }
    readFence();
    assert(load(&flag[me]));
    store(&latch[me], 0);
    readFence();
    if (load(&flag[me])) {
      store(&flag[me], 0);
      store(&flag[other], 1);
      writeFence();
      store(&latch[other], 1);
    }
  }
}

static void *worker(void *arg) {
  work(1, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  work(0, 1);
  return 0;
}
