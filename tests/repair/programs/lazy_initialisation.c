// Both threads find that nothing is initialised yet.
#include <assert.h>
#include <pthread.h>

static int initialised;
static int initialisations;

static void *user(void *arg) {
  if (!initialised) {
    initialisations++;
    initialised = 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(initialisations == 1);
  return 0;
}
