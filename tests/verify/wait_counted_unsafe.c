// verdict: false(assert)
// How often the thread looked before the flag was set matters behind the loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool go;

static void *looks(void *arg) {
  int times = 0;
  while (!go && times < 12) times++;
  assert(times != 7);
  return arg;
}

int main(void) {
  pthread_t looker;
  pthread_create(&looker, 0, looks, 0);
  atomic_store(&go, 1);
  pthread_join(looker, 0);
  return 0;
}
