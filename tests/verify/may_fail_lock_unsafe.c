// verdict: false(race)
// flags: --may-fail pthread_mutex_lock
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *a) {
  int failed = pthread_mutex_lock(&m);
  x++;
  if (!failed) pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  return 0;
}
