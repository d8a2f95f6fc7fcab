// Wang et al. 2010, Figure 1 (a). With -DGUARD='b >= 0' the block can be interrupted, as printed (b > 0) it can not.
#include <heddle.h>
#include <pthread.h>
#include <unistd.h>
#ifndef GUARD
#define GUARD b > 0
#endif
static int x;
static void *t1(void *p) {
  __heddle_atomic_begin();
  int a = x;
  x = a + 1;
  __heddle_atomic_end();
  return p;
}
static void *t2(void *p) {
  usleep(50000); // the recorded run is the serial one
  int b = x;
  if (GUARD) x = 5;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
