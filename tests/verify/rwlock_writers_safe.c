// verdict: true
// Writers exclude each other; the lock is made and destroyed dynamically.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int x;

static void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_rwlock_destroy(&lock);
  assert(x == 2);
  return 0;
}
