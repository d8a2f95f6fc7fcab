// verdict: true
// The destructor runs at the end of each thread that has a value, before the join returns.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int cells[2];

static void drop(void *p) { *(int *)p += 10; }

static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, drop);
  pthread_create(&a, NULL, worker, &cells[0]);
  pthread_create(&b, NULL, worker, &cells[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[0] == 11 && cells[1] == 11);
  return 0;
}
