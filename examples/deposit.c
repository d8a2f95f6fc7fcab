// verdict: false(atomicity)
// flags: --property atomicity
// Two people pay into one account. Each access is under the lock, but not the two together, so a deposit may get
// lost. That shows in no run that happens to go well, but it can be predicted from one, and then seen:
//
//   ./heddle cc examples/deposit.c -o deposit
//   ./heddle record -o deposit.trace -- ./deposit
//   ./heddle predict deposit.trace
#include <heddle.h>
#include <pthread.h>
#include <stdio.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int look(void) {
  pthread_mutex_lock(&lock);
  int seen = balance;
  pthread_mutex_unlock(&lock);
  return seen;
}

static void set(int value) {
  pthread_mutex_lock(&lock);
  balance = value;
  pthread_mutex_unlock(&lock);
}

HEDDLE_ATOMIC static void deposit(int amount) { set(look() + amount); }

static void *person(void *amount) {
  deposit(*(int *)amount);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int first = 30, second = 60;
  pthread_create(&a, NULL, person, &first);
  pthread_create(&b, NULL, person, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d of 90\n", balance);
  return 0;
}
