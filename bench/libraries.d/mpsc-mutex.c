// library: pramalhe/ConcurrencyFreaks mpsc
// files: cfreaks/C11/locks/mpsc_mutex.c
// flags: -I cfreaks/C11/locks
#include "mpsc_mutex.h"

#include <assert.h>
#include <pthread.h>

static mpsc_mutex_t m;
static int n;

static void *add(void *x) {
  mpsc_mutex_lock(&m);
  n++;
  mpsc_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, u;
  mpsc_mutex_init(&m);
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(n == 2);
  mpsc_mutex_destroy(&m);
  return 0;
}
