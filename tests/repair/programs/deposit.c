// The bug is in a function that both threads call.
#include <assert.h>
#include <pthread.h>

static int balance;

static void deposit(int amount) {
  int before = balance;
  balance = before + amount;
}

static void *rich(void *arg) {
  deposit(100);
  return arg;
}

static void *poor(void *arg) {
  deposit(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, rich, NULL);
  pthread_create(&b, NULL, poor, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 101);
  return 0;
}
