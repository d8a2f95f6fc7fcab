// verdict: false(race)
// write reads as many bytes as it is told.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char text[8] = "abc";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *a) {
  pthread_mutex_lock(&m);
  text[2] = 'x';
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  write(1, text, 3);
  pthread_join(t, 0);
  return 0;
}
