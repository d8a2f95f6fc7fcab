// Critical sections that exist become wider; the mutex is never taken twice.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void before(void) {
  x = 1;
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
}

static void after(void) {
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
  x = 1;
}

static void between(void) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  y = 2;
  pthread_mutex_lock(&(m));
  z = 3;
  pthread_mutex_unlock(&m);
}

static void around(void) {
  x = 1;
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
  z = 3;
}

static int nested(int k) {
  x = 1;
  if (k) {
    pthread_mutex_lock(&m);
    y = 2;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  if (y) {
    pthread_mutex_unlock(&m);
    return y;
  }
  if (z)
    return z;
  y = 3;
  pthread_mutex_unlock(&m);
  return x;
}

static void inside(void) {
  pthread_mutex_lock(&m);
  x = 1;
  y = 2;
  pthread_mutex_unlock(&m);
}

static void fresh(void) {
  x++;
}

int main(void) {
  before();
  after();
  between();
  around();
  inside();
  fresh();
  return nested(1);
}
//: lock
//: existing m
//: section before: x = 1;
//: section after: x = 1;
//: section between: y = 2;
//: section around: x = 1; .. z = 3;
//: section nested: x = 1; .. y = 3;
//: section inside: x = 1;
//: section fresh: x++;
