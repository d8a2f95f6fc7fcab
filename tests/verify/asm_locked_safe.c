// verdict: true
// flags: --property assert,race
// Locked operations of the processor, as libraries write them without a compiler's help.
#include <assert.h>
#include <pthread.h>

static int n, lock, bits;
static long high;

static inline int compareAndSwap(int *p, int old, int wanted) {
  unsigned char done;
  __asm__ __volatile__("lock; cmpxchgl %3, %1\n\tsetz %0" : "=q"(done), "+m"(*p), "+a"(old) : "r"(wanted) : "memory", "cc");
  return done;
}

static inline int fetchAndAdd(int *p, int v) {
  __asm__ __volatile__("lock xaddl %0, %1" : "+r"(v), "+m"(*p)::"memory");
  return v;
}

static inline int exchange(int *p, int v) {
  __asm__ __volatile__("xchgl %0, %1" : "+r"(v), "+m"(*p)::"memory");
  return v;
}

static inline int testAndSet(int *p, int bit) {
  unsigned char was;
  __asm__ __volatile__("lock; btsl %2, %1\n\tsetc %0" : "=q"(was), "+m"(*p) : "Ir"(bit) : "memory", "cc");
  return was;
}

static int sets;

static void *run(void *a) {
  fetchAndAdd(&n, 2);
  __asm__ __volatile__("lock; incl %0" : "+m"(n)::"memory", "cc");
  while (!compareAndSwap(&lock, 0, 1)) __asm__ __volatile__("pause" ::: "memory");
  high += 5;
  __asm__ __volatile__("" ::: "memory");
  exchange(&lock, 0);
  if (!testAndSet(&bits, 3)) sets++;
  __asm__ __volatile__("mfence" ::: "memory");
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(n == 6 && high == 10 && bits == 8 && sets == 1);
  return 0;
}
