// verdict: false(race)
// main reads the result before it joins the writer.
#include <pthread.h>

static int x, y;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  y = x;
  pthread_join(t, NULL);
  return 0;
}
