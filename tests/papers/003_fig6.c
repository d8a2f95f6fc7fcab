// verdict: true
// flags: --property assert
// Kusano and Wang 2016, Figure 6 (rule 6): a value that was read and overwritten can't be read again.
#include <assert.h>
#include <pthread.h>

static int s;

static void *thread1(void *arg) {
  s = 1;
  return arg;
}

static void *thread2(void *arg) {
  int L1 = s;
  s = L1 + 5;
  int L2 = s;
  if (L1 == 1)
    assert(L2 == 6);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
