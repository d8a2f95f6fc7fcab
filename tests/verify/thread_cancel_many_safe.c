// verdict: true
// One of 300 threads is cancelled, and no other.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *w(void *a) {
  usleep(1);
  return (void *)7;
}
int main(void) {
  for (int i = 0; i < 300; i++) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, w, 0);
    if (i == 1)
      pthread_cancel(t);
    pthread_join(t, &r);
    assert(i == 1 || r == (void *)7);
  }
  return 0;
}
