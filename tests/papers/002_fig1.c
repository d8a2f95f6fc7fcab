// verdict: false(assert)
// flags: --property assert --granularity statement
// Vechev et al. 2012, Figure 1: z++; x+=z; y1=f(x); z++; x+=z; y2=x gives y1 = y2 = 3. The figure in print lacks thread
// T2 (z++; z++) and the last case of f; both are in the prose.
#include <assert.h>
#include <pthread.h>

static const int f[5] = {5, 3, 6, 5, 5};
static int x, y1, y2, z;

static void *thread1(void *arg) {
  x += z;
  x += z;
  return arg;
}

static void *thread2(void *arg) {
  z++;
  z++;
  return arg;
}

static void *thread3(void *arg) {
  y1 = f[x];
  y2 = x;
  assert(y1 != y2);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_create(&t3, NULL, thread3, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
