// An Apache-style pattern (atom001): the last one to release an object frees it, but to decrease the count and to look at
// it are two steps. With FIX the count is looked at in a turn that a flag gives, without a common lock.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int *count, freed, turn;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, g = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void enter(void) {
  pthread_mutex_lock(&g);
  while (turn) pthread_cond_wait(&c, &g);
  turn = 1;
  pthread_mutex_unlock(&g);
}
static void leave(void) {
  pthread_mutex_lock(&g);
  turn = 0;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&g);
}

static void release(int mine) {
  pthread_mutex_lock(&m);
  *count = *count - 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  int left = *count;
  pthread_mutex_unlock(&m);
  if (left == 0) freed += mine;
}

static void *user(void *p) {
  if (FIX) enter();
  __heddle_atomic_begin();
  release(1);
  __heddle_atomic_end();
  if (FIX) leave();
  return p;
}
static void *other(void *p) {
  if (FIX) enter();
  pthread_mutex_lock(&m);
  *count = *count - 1;
  pthread_mutex_unlock(&m);
  if (FIX) leave();
  return p;
}

int main(void) {
  count = malloc(sizeof *count);
  *count = 3;
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  *count = *count - 1;
  free(count);
  return 0;
}
