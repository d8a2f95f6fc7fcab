// verdict: true
#include <assert.h>
#include <pthread.h>

static int x, y = 1, z;

static void *worker(void *arg) {
  int old = __sync_fetch_and_add(&x, 1);
  assert(old == 0 || old == 1);
  __sync_sub_and_fetch(&y, 1);
  __sync_fetch_and_or(&z, 4);
  __sync_synchronize();
  __sync_fetch_and_and(&z, 6);
  __sync_xor_and_fetch(&y, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2 && y == -1 && z == 4);
  return 0;
}
