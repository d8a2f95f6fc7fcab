// verdict: false(assert)
// flags: --property assert
// Kusano and Wang 2016, Figure 2 with the flag set between the two writes of x.
#include <pthread.h>
#include <stdbool.h>

extern void reach_error(void);
static bool flag = false;
static int x = 0;

static void *thread1(void *arg) {
  x = 4;
  flag = true;
  x = 5;
  return arg;
}

static void *thread2(void *arg) {
  bool b1 = flag;
  if (b1) {
    int t1 = x;
    if (t1 != 5)
      reach_error();
  }
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
