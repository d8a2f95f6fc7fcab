// A message is freed between the test and the use.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *message;

static void *close_it(void *arg) {
  int *m = message;
  message = NULL;
  free(m);
  return arg;
}

static void *send_it(void *arg) {
  if (message != NULL)
    *message = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  message = malloc(sizeof *message);
  if (message == NULL)
    return 1;
  pthread_create(&a, NULL, close_it, NULL);
  pthread_create(&b, NULL, send_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
