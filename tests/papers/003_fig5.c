// verdict: true
// flags: --property assert
// Kusano and Wang 2016, Figure 5 (rule 3): a load that reads the first store happens before the second. Seen from two
// loads: once the second store was read, the first is not read again.
#include <assert.h>
#include <pthread.h>

static int v;

static void *stores(void *arg) {
  v = 1;
  v = 2;
  return arg;
}

static void *loads(void *arg) {
  int a = v;
  int b = v;
  assert(!(a == 2 && b == 1));
  return arg;
}

int main(void) {
  pthread_t s, l;
  pthread_create(&s, NULL, stores, NULL);
  pthread_create(&l, NULL, loads, NULL);
  pthread_join(s, NULL);
  pthread_join(l, NULL);
  return 0;
}
