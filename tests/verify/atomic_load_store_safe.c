// verdict: true
// Message passing by a seq_cst flag orders the plain accesses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *producer(void *arg) {
  data = 3;
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load(&flag) == 1)
    assert(data == 3);
  pthread_join(t, NULL);
  return 0;
}
