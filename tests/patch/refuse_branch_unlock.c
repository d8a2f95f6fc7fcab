#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void f(int k) {
  pthread_mutex_lock(&m);
  x = 1;
  if (k) {
    pthread_mutex_unlock(&m);
    x = 2;
  } else {
    x = 3;
    pthread_mutex_unlock(&m);
  }
  x = 4;
}
int main(void) {
  f(1);
  return 0;
}
//: lock
//: existing m
//: section f: x = 1; .. x = 4;
