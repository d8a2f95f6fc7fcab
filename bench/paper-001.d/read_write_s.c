// Two readers and two writers by a word of state.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int writing, readers, x, y;

static void *writer(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0 && readers == 0);
  writing = 1;
  __VERIFIER_atomic_end();
  x = 3;
  writing = 0;
  return arg;
}

static void *reader(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(writing == 0);
  readers = readers + 1;
  __VERIFIER_atomic_end();
  y = x;
  assert(y == x);
  __VERIFIER_atomic_begin();
  readers = readers - 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3, t4;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_create(&t3, NULL, writer, NULL);
  pthread_create(&t4, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  pthread_join(t4, NULL);
  return 0;
}
