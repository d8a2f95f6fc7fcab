// verdict: false(race)
// A precision limits what is read of a text.
#include <pthread.h>
#include <stdio.h>

static char text[8] = "abc";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *a) {
  pthread_mutex_lock(&m);
  text[3] = 'x';
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  printf("%.*s\n", 4, text);
  pthread_join(t, 0);
  return 0;
}
