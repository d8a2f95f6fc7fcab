// verdict: false(race)
// Each of four threads fills its slice of one array, and the last one of them a byte too much.
#include <pthread.h>

static char a[8];

static void *fill(void *arg) {
  char *slice = arg;
  for (int i = 0; i < (slice == a + 4 ? 3 : 2); i++) slice[i] = 1;
  return 0;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, fill, a + 2 * i);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
