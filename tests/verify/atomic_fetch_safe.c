// verdict: true
// Every read-modify-write of <stdatomic.h>; each gives the old value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;
static atomic_uint bits;

static void *worker(void *arg) {
  unsigned mine = 1u << (long)arg;
  int old = atomic_fetch_add(&sum, 2);
  assert(old == 0 || old == 1 || old == 2 || old == 3);
  atomic_fetch_sub(&sum, 1);
  atomic_fetch_or(&bits, mine);
  atomic_fetch_xor(&bits, mine << 4);
  atomic_fetch_and(&bits, ~mine);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 2);
  assert(bits == 0x30);
  return 0;
}
