// verdict: true
// verdict-pso: true
// flags: --property assert
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

static volatile int data, flag;

static void *writer(void *arg) {
  data = 1;
  _mm_sfence();
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (flag) assert(data == 1);
  pthread_join(t, 0);
  return 0;
}
