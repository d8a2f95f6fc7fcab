// verdict: false(race)
// main reads a slice before it joins the thread that fills it, if it finds the flag of another one set.
#include <pthread.h>
#include <stdatomic.h>

static int a[2];
static atomic_int done;

static void *first(void *arg) {
  a[0] = 1;
  return arg;
}
static void *second(void *arg) {
  a[1] = 1;
  done = 1;
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  int sum = 0;
  if (done) sum = a[1] + a[0];
  pthread_join(t, 0);
  pthread_join(u, 0);
  return sum + a[0] + a[1];
}
