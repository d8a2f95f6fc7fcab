// verdict: true
// flags: --property atomicity,assert,race,deadlock,lock-misuse
// What locks do to their own memory is none of the program's accesses.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  y++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __heddle_atomic_begin();
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  y++;
  pthread_mutex_unlock(&m);
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
