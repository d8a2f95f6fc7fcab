// verdict: false(race)
// A format that is not constant is read to find the texts.
#include <pthread.h>
#include <stdio.h>

static char text[8] = "abc";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *a) {
  pthread_mutex_lock(&m);
  text[0] = 'x';
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  const char *format = text[7] ? "%d" : "%s";
  printf(format, text + 0);
  pthread_join(t, 0);
  return 0;
}
