// Atomic operations carry their memory order; a read-modify-write is one atomic group.
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  int expected = 0;
  atomic_store_explicit(&x, 1, memory_order_release);
  atomic_fetch_add(&x, 2);
  atomic_compare_exchange_strong(&x, &expected, 5);
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&x, memory_order_relaxed);
}
