// verdict: true
// flags: --property assert --granularity statement
// native: compile Vechev et al. 2012, Figure 7, double buffering: never are both threads at L2 with Fill = Render and i
// = j. The labels are mirrored by at_fill and at_render; each thread checks when it arrives, since while it waits at L2
// only the other one moves.
#include <assert.h>
#include <pthread.h>

#define N 2
static int Fill = 1, Render = 0, i, j;
static int Im[2][N];
static int at_fill, at_render;

static void __VERIFIER_atomic_arrive_fill(void) {
  at_fill = 1;
  assert(!(at_render && Fill == Render && i == j));
}
static void __VERIFIER_atomic_arrive_render(void) {
  at_render = 1;
  assert(!(at_fill && Fill == Render && i == j));
}
static void __VERIFIER_atomic_fill_one(void) {
  Im[Fill][i] = 1;
  at_fill = 0;
}
static int __VERIFIER_atomic_render_one(void) {
  at_render = 0;
  return Im[Render][j];
}

static void *fill(void *arg) {
  for (;;) {
    while (i < N) {
      __VERIFIER_atomic_arrive_fill();
      __VERIFIER_atomic_fill_one();
      i += 1;
    }
    Fill ^= 1;
    Render ^= 1;
    i = 0;
  }
  return arg;
}

static void *render(void *arg) {
  for (;;) {
    while (j < N) {
      __VERIFIER_atomic_arrive_render();
      __VERIFIER_atomic_render_one();
      j += 1;
    }
    j = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, fill, NULL);
  pthread_create(&t2, NULL, render, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
