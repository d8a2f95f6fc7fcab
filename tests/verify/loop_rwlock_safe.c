// verdict: true
// flags: --property assert --engine impact
// native: endless
// Readers see two words that a writer changes one after the other; unsafe: the writer locks for reading.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static unsigned x, y;

static void *writer(void *arg) {
  for (;;) {
    pthread_rwlock_wrlock(&l);
    x += 3;
    y += 3;
    pthread_rwlock_unlock(&l);
  }
  return arg;
}

static void *reader(void *arg) {
  for (;;) {
    pthread_rwlock_rdlock(&l);
    assert(x == y);
    pthread_rwlock_unlock(&l);
  }
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  reader(NULL);
  return 0;
}
