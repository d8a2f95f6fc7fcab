// library: memcached cache.c
// files: memcached/cache.c
// flags: -I memcached
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "cache.h"
static cache_t *c;
static void *w(void *a) { int *p = cache_alloc(c); assert(p); *p = 3; assert(*p == 3); cache_free(c, p); return 0; }
int main(void) {
  pthread_t t, u; c = cache_create("x", sizeof(void*), 0); assert(c);
  pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  assert(c->freecurr >= 1 && c->freecurr <= 2);
  cache_destroy(c);
  return 0;
}
