// verdict: false(lock-misuse)
// A normal mutex in a structure is locked twice.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

struct q {
  int v;
  pthread_mutex_t m;
};
static struct q g = {0, PTHREAD_MUTEX_INITIALIZER};
static void inner(void) {
  pthread_mutex_lock(&g.m);
  g.v++;
  pthread_mutex_unlock(&g.m);
}
static void *w(void *a) {
  pthread_mutex_lock(&g.m);
  inner();
  pthread_mutex_unlock(&g.m);
  return a;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  w(0);
  pthread_join(a, 0);
  assert(g.v == 2);
  return 0;
}
