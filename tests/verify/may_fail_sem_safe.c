// verdict: true
// flags: --may-fail sem_wait
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

static sem_t s;

int main(void) {
  sem_init(&s, 0, 1);
  if (sem_wait(&s) != 0) assert(errno == EINTR);
  return 0;
}
