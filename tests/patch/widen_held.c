// Where the program holds the mutex already, nothing changes; one way out of a function for all.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void held(int k) {
  pthread_mutex_lock(&m);
  if (k) {
    x++;
    while (k-- > 0) {
      if (y) break;
      y++;
    }
  }
  pthread_mutex_unlock(&m);
}

static int one_exit(int k) {
  int failed = 1;
  x = k;
  pthread_mutex_lock(&m);
  if (y == k)
    goto out;
  y = k;
  failed = 0;
out:
  pthread_mutex_unlock(&m);
  return failed;
}

int main(void) {
  held(2);
  return one_exit(1);
}
//: lock
//: existing m
//: section held: x++;
//: section held: if (y) break;
//: section one_exit: x = k; .. y = k;
