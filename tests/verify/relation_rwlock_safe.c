// verdict: true
// flags: --engine modular --domain octagons --property assert
// Readers under the shared lock see what a writer left behind.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int first, last;

static void *writer(void *arg) {
  (void)arg;
  for (int i = 0; i < 10; i++) {
    pthread_rwlock_wrlock(&l);
    last = last + 1;
    first = last;
    pthread_rwlock_unlock(&l);
  }
  return 0;
}

static void *reader(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&l);
  assert(first == last);
  pthread_rwlock_unlock(&l);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&b, 0, reader, 0);
  return 0;
}
