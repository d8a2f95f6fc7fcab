// library: skeeto/lstack
// files: lstack/lstack.c
// flags: -I lstack
#include <assert.h>
#include <pthread.h>
#include "lstack.h"
static lstack_t s; static int a, b;
static void *w(void *x) { assert(lstack_push(&s, x) == 0); void *v = lstack_pop(&s); assert(v == &a || v == &b); return 0; }
int main(void) { pthread_t t, u; lstack_init(&s, 2); pthread_create(&t, 0, w, &a); pthread_create(&u, 0, w, &b); pthread_join(t, 0); pthread_join(u, 0); assert(lstack_size(&s) == 0); lstack_free(&s); return 0; }
