// verdict: true
// Six threads double disjoint slices of one array, and tell their sums in blocks that main frees: points-to
// can't tell the slices apart, nor the blocks, their accesses can.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { threads = 6, each = 3 };

struct slice {
  int *begin, sum;
};

static void *twice(void *arg) {
  struct slice *s = arg;
  s->sum = 0;
  for (int i = 0; i < each; i++) {
    s->begin[i] *= 2;
    s->sum += s->begin[i];
  }
  return s;
}

int main(void) {
  int a[threads * each], sum = 0;
  pthread_t t[threads];
  for (int i = 0; i < threads * each; i++) a[i] = 1;
  for (int i = 0; i < threads; i++) {
    struct slice *s = malloc(sizeof *s);
    s->begin = a + i * each;
    pthread_create(&t[i], 0, twice, s);
  }
  for (int i = 0; i < threads; i++) {
    void *s;
    pthread_join(t[i], &s);
    sum += ((struct slice *)s)->sum;
    free(s);
  }
  assert(sum == 2 * threads * each);
  return 0;
}
