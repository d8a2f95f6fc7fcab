// A point is moved while it is read.
#include <assert.h>
#include <pthread.h>

struct point {
  int x, y;
};
static struct point p;

static void *move(void *arg) {
  p.x = 2;
  p.y = 2;
  return arg;
}

static void *diagonal(void *arg) {
  struct point q;
  q.x = p.x;
  q.y = p.y;
  assert(q.x == q.y);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, move, NULL);
  pthread_create(&b, NULL, diagonal, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
