// verdict: false(race)
// The flag is raised before the data is written.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data, seen;

static void *producer(void *arg) {
  atomic_store(&flag, 1);
  data = 3;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load(&flag) == 1)
    seen = data;
  pthread_join(t, NULL);
  return 0;
}
