// verdict: true
// One half is sorted by a new thread, the other by a call of the same function.
#include <assert.h>
#include <pthread.h>

struct part {
  int *a, n;
};

static void *sort(void *arg) {
  struct part *part = arg;
  if (part->n < 2) return 0;
  struct part l = {part->a, part->n / 2}, r = {part->a + part->n / 2, part->n - part->n / 2};
  pthread_t t;
  pthread_create(&t, 0, sort, &l);
  sort(&r);
  pthread_join(t, 0);
  int merged[4], i = 0, j = 0, k = 0;
  while (i < l.n && j < r.n) merged[k++] = l.a[i] <= r.a[j] ? l.a[i++] : r.a[j++];
  while (i < l.n) merged[k++] = l.a[i++];
  while (j < r.n) merged[k++] = r.a[j++];
  for (k = 0; k < part->n; k++) part->a[k] = merged[k];
  return 0;
}

int main(void) {
  int a[4] = {3, 1, 4, 2};
  struct part all = {a, 4};
  sort(&all);
  for (int i = 0; i < 4; i++) assert(a[i] == i + 1);
  return 0;
}
