// verdict: true
// flags: --property atomicity
// The other thread writes another part.
#include <heddle.h>
#include <pthread.h>

static union {
  int whole;
  char bytes[4];
} u;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  u.bytes[2] = 7;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_begin();
  pthread_mutex_lock(&m);
  u.whole = 0;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  int byte = u.bytes[1];
  pthread_mutex_unlock(&m);
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return byte;
}
