// Vechev, Yahav and Yorsh 2012, figure 1: y1 and y2 must differ.
#include <assert.h>
#include <pthread.h>

int x, z, y1, y2;

static void *t1(void *arg) {
  x += z;
  x += z;
  return arg;
}

static void *t2(void *arg) {
  z++;
  z++;
  return arg;
}

static void *t3(void *arg) {
  y1 = x == 1 ? 3 : x == 2 ? 6 : 5;
  y2 = x;
  assert(y1 != y2);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_create(&c, NULL, t3, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
