// verdict: true
#include <assert.h>
#include <pthread.h>

static void *twice(void *arg) {
  long n = (long)arg;
  return (void *)(2 * n);
}

int main(void) {
  pthread_t a, b;
  void *ra, *rb;
  pthread_create(&a, NULL, twice, (void *)3L);
  pthread_create(&b, NULL, twice, (void *)10L);
  pthread_join(b, &rb);
  pthread_join(a, &ra);
  assert((long)ra == 6);
  assert((long)rb == 20);
  return 0;
}
