// verdict: false(atomicity)
// flags: --property atomicity
// The lost update, in functions that are marked as a whole; no access is a race.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance;

HEDDLE_ATOMIC static void deposit(int amount) {
  int old = balance;
  if (amount == 0) return;
  balance = old + amount;
}

static void *customer(void *arg) {
  deposit(10);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, customer, NULL);
  deposit(20);
  pthread_join(t, NULL);
  return 0;
}
