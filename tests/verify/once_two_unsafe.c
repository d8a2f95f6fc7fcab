// verdict: false(race)
// Two once-controls for one initialisation.
#include <pthread.h>

static pthread_once_t once[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
static int value;

static void init(void) { value = 5; }

static void *worker(void *arg) {
  pthread_once(&once[0], init);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_once(&once[1], init);
  pthread_join(t, NULL);
  return 0;
}
