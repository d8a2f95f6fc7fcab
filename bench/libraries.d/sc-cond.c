// library: tezc/sc condition
// files: sc/condition/sc_cond.c sc/thread/sc_thread.c
// flags: -I sc/condition -I sc/thread
#include <assert.h>
#include "sc_thread.h"
#include "sc_cond.h"
static struct sc_cond c; static int data;
static void *w(void *a) { data = 7; sc_cond_signal(&c, &data); return (void *)5; }
int main(void) {
  struct sc_thread t; void *r; 
  assert(sc_cond_init(&c) == 0);
  sc_thread_init(&t);
  assert(sc_thread_start(&t, w, 0) == 0);
  int *p = sc_cond_wait(&c);
  assert(p == &data && *p == 7);
  assert(sc_thread_join(&t, &r) == 0); assert(r == (void *)5);
  sc_cond_term(&c); sc_thread_term(&t);
  return 0;
}
