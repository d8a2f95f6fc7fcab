// verdict: false(race)
// flags: --property race
// Both threads use the place that strtok keeps.
#include <pthread.h>
#include <string.h>

static void *run(void *x) {
  char text[] = "a b";
  strtok(text, " ");
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}
