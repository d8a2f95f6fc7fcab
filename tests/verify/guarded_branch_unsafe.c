// verdict: false(assert)
// What a section leaves depends on what it finds: only worker, then other, then worker again gives 5.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    if (x == 0)
      x = 1;
    else if (x == 4)
      x = 5;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  int seen = x;
  if (seen == 1) x = seen + 3;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 5);
  return 0;
}
