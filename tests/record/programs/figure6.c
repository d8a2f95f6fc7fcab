// Wang et al. 2010, Figure 6: the violation makes the thread leave the recorded path, so that it is in no interleaving
// of the whole trace, only in a prefix.
#include <heddle.h>
#include <pthread.h>
#include <unistd.h>
static int x;
static int b;
static void *t1(void *p) {
  __heddle_atomic_begin();
  x = 0;
  int a = x + 1;
  __heddle_atomic_end();
  if (a == 1) x = 2;
  return p;
}
static void *t2(void *p) {
  usleep(50000);
  x = 3;
  b = x;
  return p;
}
int main(void) {
  pthread_t a, c;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&c, NULL, t2, NULL);
  pthread_join(a, NULL);
  pthread_join(c, NULL);
  return 0;
}
