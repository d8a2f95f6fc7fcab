// verdict: false(memory)
// flags: --property assert,race,memory --engine impact
// Local variables of functions that are called again and again, whose addresses are taken. Unsafe: one is used after
// its function has returned.
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void next(int *value) { *value = *value < 3 ? *value + 1 : 0; }

static int *look(int *last) {
  int seen, *mine = &seen;
  pthread_mutex_lock(&m);
  seen = x;
  if (last) next(last);
  next(&seen);
  assert(seen >= 0 && seen <= 3);
  x = seen;
  pthread_mutex_unlock(&m);
  return mine;
}

static void *count(void *arg) {
  for (;;) look(arg);
  return arg;
}

int main(void) {
  pthread_t t;
  int *last = NULL;
  pthread_create(&t, NULL, count, NULL);
  for (;;) last = look(last);
}
