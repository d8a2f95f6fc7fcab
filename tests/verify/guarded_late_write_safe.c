// verdict: true
// Main writes before all sections and after them; in a section nobody else does.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  int before = x;
  x = before + 1;
  assert(x == before + 1);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  x = 10;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 12);
  x = 1;
  assert(x == 1);
  return 0;
}
