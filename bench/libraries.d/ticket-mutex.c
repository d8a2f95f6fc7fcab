// library: pramalhe/ConcurrencyFreaks ticket
// files: cfreaks/C11/locks/ticket_mutex.c
// flags: -I cfreaks/C11/locks
#include "ticket_mutex.h"

#include <assert.h>
#include <pthread.h>

static ticket_mutex_t m;
static int n;

static void *add(void *x) {
  ticket_mutex_lock(&m);
  n++;
  ticket_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, u;
  ticket_mutex_init(&m);
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(n == 2);
  ticket_mutex_destroy(&m);
  return 0;
}
