// verdict: false(race)
// One thread takes the lock, the other one forgets it: both touch `balance` at the same time.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *arg) {
  pthread_mutex_lock(&lock);
  balance += 10;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *withdraw(void *arg) {
  if (balance >= 10) balance -= 10;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
