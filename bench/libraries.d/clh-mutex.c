// library: pramalhe/ConcurrencyFreaks clh
// files: cfreaks/C11/locks/clh_mutex.c
// flags: -I cfreaks/C11/locks
#include "clh_mutex.h"

#include <assert.h>
#include <pthread.h>

static clh_mutex_t m;
static int n;

static void *add(void *x) {
  clh_mutex_lock(&m);
  n++;
  clh_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, u;
  clh_mutex_init(&m);
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(n == 2);
  clh_mutex_destroy(&m);
  return 0;
}
