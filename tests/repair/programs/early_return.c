// A function returns in the middle of what must be done at once.
#include <assert.h>
#include <pthread.h>

static int used, limit = 1;

static int acquire(void) {
  if (used >= limit)
    return 0;
  used++;
  return 1;
}

static void *client(void *arg) {
  if (acquire())
    assert(used <= limit);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
