// verdict: true
// flags: --property atomicity
// A read-modify-write is one access: nothing comes between its parts.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance;

HEDDLE_ATOMIC static void deposit(int amount) { atomic_fetch_add(&balance, amount); }

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
