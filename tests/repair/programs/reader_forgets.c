// The writer takes the lock, the reader does not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *writer(void *arg) {
  pthread_mutex_lock(&lock);
  x = 1;
  y = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *reader(void *arg) {
  int a = x;
  int b = y;
  assert(a == b);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
