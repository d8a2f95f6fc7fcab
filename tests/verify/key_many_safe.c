// verdict: true
// More keys than fit a block.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_key_t k[20];
  for (int i = 0; i < 20; i++)
    assert(pthread_key_create(&k[i], 0) == 0);
  return 0;
}
