// verdict: true
// flags: --property assert
// Kusano and Wang 2016, Figure 10. The second thread is damaged in print and follows the prose.
#include <assert.h>
#include <pthread.h>

static int x = 0;
static int y = 0;

static void *thread1(void *arg) {
  x = 1;
  y = 1;
  return arg;
}

static void *thread2(void *arg) {
  int t1 = x;
  int t2 = y;
  assert(t1 >= 0);
  assert(t2 >= 0);
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
