// verdict: true
// Compound assignment and increment of _Atomic objects of several widths are atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t b;
static _Atomic short s;
static _Atomic(int64_t) l;
static atomic_bool flag;

static void *worker(void *arg) {
  b += 130;
  s--;
  l |= 1LL << (40 + (long)arg);
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t p, q;
  pthread_create(&p, NULL, worker, (void *)0L);
  pthread_create(&q, NULL, worker, (void *)1L);
  pthread_join(p, NULL);
  pthread_join(q, NULL);
  assert(b == 4 && s == -2 && l == 3LL << 40 && flag);
  return 0;
}
