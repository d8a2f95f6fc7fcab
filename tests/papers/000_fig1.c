// verdict: false(assert)
// flags: --property assert
// Sinha and Wang 2011, Figure 1: the trace t11-t14, t21-t25, t15 ends with x = y = 2.
#include <assert.h>
#include <pthread.h>

int x = 0;
int y = 0;
pthread_t t1, t2;

static void *foo(void *arg) {
  int a;
  a = y;
  if (a == 0) {
    x = 1;
    a = x + 1;
    x = a;
  } else
    x = 0;
  return arg;
}

static void *bar(void *arg) {
  int b;
  b = x;
  if (b == 1) {
    y = 1;
    b = y + 1;
    y = b;
  } else
    y = 0;
  return arg;
}

int main(void) {
  pthread_create(&t1, 0, foo, 0);
  pthread_create(&t2, 0, bar, 0);
  pthread_join(t2, 0);
  pthread_join(t1, 0);
  assert(x != y);
  return 0;
}
