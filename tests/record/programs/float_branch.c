// A lost update, in threads whose creator goes a way that a floating-point number decides.
//
// PATH 0: known from the number of arguments. 1: not known, and the ways meet again. 2: not known, and the
// ways make the same events: the path is lost there.
// WHOLE: the update is one critical section, and nothing is lost.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, seen;
__attribute__((noinline)) void add(void) {
  pthread_mutex_lock(&m);
  int v = n;
#ifndef WHOLE
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  n = v + 1;
  pthread_mutex_unlock(&m);
}
static void *w(void *a) {
  usleep((long)a * 20000);
  add();
  return 0;
}
__attribute__((noinline)) static void look(int by) { seen += by; }
int main(int argc, char **argv) {
  double d = PATH == 0 ? argc * 0.3 : atof(argv[1]);
  int k;
  if (d > 1)
    k = 1;
  else
    k = 2;
  if (PATH == 2) {
    if (d > 1)
      look(1);
    else
      look(2);
  }
  pthread_t a, b;
  pthread_create(&a, 0, w, (void *)0);
  pthread_create(&b, 0, w, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return k - 2 + (argc < 0);
}
