// verdict: true
// flags: --property assert
// native: compile
// Sinha and Wang 2011, Figure 9: a lock as guarded assignments of one variable; no interleaving breaks lock semantics.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
static int l, inside;

static void __VERIFIER_atomic_lock(int tid) {
  __VERIFIER_assume(l == 0);
  l = tid;
}

static void __VERIFIER_atomic_unlock(void) { l = 0; }

static void *thread(void *arg) {
  int tid = (int)(long)arg;
  __VERIFIER_atomic_lock(tid);
  inside++;
  assert(l == tid && inside == 1);
  inside--;
  __VERIFIER_atomic_unlock();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread, (void *)1L);
  pthread_create(&t2, NULL, thread, (void *)2L);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
