// After Vechev, Yahav and Yorsh 2012, figure 7: one thread fills a buffer while another shows the other one.
#include <pthread.h>

#define N 4

extern char __VERIFIER_nondet_char(void);

static char image[N][2];
static _Atomic unsigned filled = 1, rendered = 0;
static _Atomic unsigned i, j;
static char screen;

static void *fill(void *arg) {
  while (arg == NULL) {
    if (i < N) {
      image[i][filled] = __VERIFIER_nondet_char();
      i += 1;
    } else {
      filled = 1 - filled;
      rendered = 1 - rendered;
      i = 0;
    }
  }
  return arg;
}

static void *render(void *arg) {
  while (arg == NULL) {
    if (j < N) {
      screen = image[j][rendered];
      j += 1;
    } else {
      j = 0;
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fill, NULL);
  pthread_create(&b, NULL, render, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
