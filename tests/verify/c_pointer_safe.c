// verdict: true
// Pointers to pointers, comparison, difference, integers and back, void pointers.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct item {
  char c;
  int n;
};
static struct item items[3];
static int a = 1, b = 2;

static void swap(int **p, int **q) {
  int *t = *p;
  *p = *q;
  *q = t;
}

int main(void) {
  int *p = &a, *q = &b;
  struct item *end = items + 3;
  void *v = &items[1].n;
  swap(&p, &q);
  assert(*p == 2 && *q == 1 && p == &b && p != q);
  assert(end - items == 3 && items < end && &items[0] <= &items[2]);
  assert((char *)v - (char *)items == (ptrdiff_t)(sizeof(struct item) + offsetof(struct item, n)));
  uintptr_t u = (uintptr_t)v;
  *(int *)u = 9;
  assert(items[1].n == 9);
  return 0;
}
