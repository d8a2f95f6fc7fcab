// verdict: true
#include <assert.h>
#include <pthread.h>

static int x, flag, data;

static void *worker(void *arg) {
  __atomic_add_fetch(&x, 3, __ATOMIC_SEQ_CST);
  __atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST);
  data = 5;
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  int expected = 0, v;
  pthread_create(&t, NULL, worker, NULL);
  __atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST);
  __atomic_load(&flag, &v, __ATOMIC_SEQ_CST);
  if (v)
    assert(data == 5);
  pthread_join(t, NULL);
  assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 3);
  assert(__atomic_exchange_n(&flag, 0, __ATOMIC_SEQ_CST) == 1);
  assert(__atomic_compare_exchange_n(&flag, &expected, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(flag == 8);
  return 0;
}
