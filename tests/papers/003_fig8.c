// verdict: true
// flags: --property assert
// Kusano and Wang 2016, Figure 8: whether the error is reached does not depend on x.
#include <pthread.h>

extern void reach_error(void);
static int x = 0;

static void *thr(void *arg) {
  int v = (int)(long)arg;
  int t1 = 5 * v;
  int t2 = x;
  x = t1 + t2;
  if (t1 < 0)
    reach_error();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thr, (void *)5L);
  pthread_create(&b, NULL, thr, (void *)10L);
  x = 1;
  pthread_exit(0);
}
