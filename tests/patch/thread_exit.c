// A thread that ends in a section gives up the lock; what a function without braces around it returns.
#include <pthread.h>

static int x, *p = &x;
static struct pair {
  int a, b;
} both;

static void* work(void* arg) {
  if (x == 1)
    pthread_exit(NULL);
  if (x == 2) {
    pthread_exit((void*)p);
  }
  x++;
  return arg;
}

static struct pair pair(void) {
  return both;
}

static void none(void) {}

static void pass(int k) {
  if (k) return none();
  x = 4;
}

static int (*function(void))(int) {
  if (x) return 0;
  return (int (*)(int))(void*)p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  pass(x);
  return pair().a + (function() == 0);
}
//: lock
//: section work: if (x == 1) .. return arg;
//: section pair: return both;
//: section pass: if (k) .. x = 4;
//: section function: if (x) .. return (int
