// One path forgets the lock that the other takes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, errors = 0;

static void *handle(void *arg) {
  if (arg == NULL) {
    requests++;
    errors = 1;
    return NULL;
  }
  pthread_mutex_lock(&lock);
  requests++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *handle_other(void *arg) {
  pthread_mutex_lock(&lock);
  requests++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, handle, NULL);
  pthread_create(&b, NULL, handle_other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(requests == 2 && errors == 1);
  return 0;
}
