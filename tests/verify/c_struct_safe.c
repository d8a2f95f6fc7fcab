// verdict: true
// Nested structs, copies, passing and returning by value, designated initialisers, compound literals.
#include <assert.h>

struct point {
  int x, y;
};
struct box {
  char tag;
  struct point low, high;
};

static struct box b = {.tag = 'q', .high = {.y = 4, .x = 3}};

static struct point plus(struct point p, struct point q) {
  p.x += q.x;
  p.y += q.y;
  return p;
}

static int area(const struct box *r) { return (r->high.x - r->low.x) * (r->high.y - r->low.y); }

int main(void) {
  struct box c = b;
  struct point *h = &c.high;
  c.low = (struct point){1, 1};
  assert(area(&b) == 12 && area(&c) == 6);
  c.high = plus(c.high, (struct point){.y = 2});
  assert(h->x == 3 && h->y == 6 && b.high.y == 4 && c.tag == 'q');
  return 0;
}
