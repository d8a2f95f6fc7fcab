// verdict: false(assert)
// flags: --may-fail sem_wait
#include <assert.h>
#include <semaphore.h>

static sem_t s;

int main(void) {
  sem_init(&s, 0, 1);
  assert(sem_wait(&s) == 0);
  return 0;
}
