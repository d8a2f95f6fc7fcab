// verdict: false(race)
#include <pthread.h>
#include <stdio.h>

static int x;

static void *work(void *a) {
  char name[16];
  snprintf(name, sizeof name, "worker-%d", (int)(long)a);
  x++;
  printf("%s: %d\n", name, x);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
