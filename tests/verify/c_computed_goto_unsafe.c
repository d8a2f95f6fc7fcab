// verdict: false(assert)
// flags: --property assert
#include <assert.h>
#include <pthread.h>

int choice;

void *change(void *a) {
  choice = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  static void *const table[] = {&&fine, &&bad};
  pthread_create(&t, 0, change, 0);
  goto *table[choice];
bad:
  assert(0);
fine:
  return 0;
}
