// verdict: false(deadlock)
// flags: --deadlock partial
// The owner of a lock has ended; main goes on for ever, and tries the same lock now and then.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *arg) {
  pthread_mutex_lock(&m);
  return arg;
}

static void *wants(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, keeps, NULL);
  pthread_create(&u, NULL, wants, NULL);
  for (;;)
    if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
}
