// verdict: false(assert)
// flags: --property assert
// Two sections would fail: one execution shows one of them.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static void *body0(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
    assert(0);
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t t0;
  pthread_t t1;
  pthread_create(&t0, NULL, body0, (void *)0L);
  pthread_create(&t1, NULL, body0, (void *)1L);
  pthread_join(t1, NULL);
  pthread_join(t0, NULL);
  return 0;
}
