// verdict: unknown
// A forgotten file may hold variables of its own that the threads race for.
// native: compile
#include <pthread.h>

void bump(void);

static void *work(void *a) {
  bump();
  return a;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
