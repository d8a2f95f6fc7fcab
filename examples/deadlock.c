// verdict: false(deadlock)
// Two transfers in opposite directions take the same two locks in opposite order.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 50};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 50};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *pay(void *arg) {
  transfer(&alice, &bob, 10);
  return arg;
}

static void *payBack(void *arg) {
  transfer(&bob, &alice, 5);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, pay, NULL);
  pthread_create(&b, NULL, payBack, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
